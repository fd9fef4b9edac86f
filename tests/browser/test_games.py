"""Whole games by clicks: players in two seats, a bot in the third. A variant or a setting shortens some of the games."""

import unittest

from table import PICTURES, ROOT, Person, Served, dice, play


class Games(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.people = [Person(), Person()]

    @classmethod
    def tearDownClass(cls):
        for person in cls.people:
            person.quit()

    def whole(self, game, *options):
        names = ["anna", "ben"]
        with Served(ROOT / "rules" / game, "--seed", "5", "--human", ",".join(names), *options) as table:
            for name, person in zip(names, self.people):
                person.open(table.links[name])
            turns = play(self.people, dice(5), lambda turn, person: self.seen(game, turn, person))
            self.seen(game, "end", self.people[0])
            for person in self.people:
                self.assertTrue(person.all("a[href$='/record']"), "the page links to the record")
                self.assertEqual(person.complaints(), [])
            record = table.record.read_text()
            given = sum(record.count(f"\n- {name}: ") for name in names)
            self.assertGreaterEqual(given, turns, "the record has every clicked answer")
            self.assertIn("\nresult:", record)
            return turns

    def seen(self, game, turn, person):
        """Keeps pictures of the first, a middle and the last page, if a folder for them is set."""
        if PICTURES and turn in (0, 40, "end"):
            for width in (400, 1600):
                person.look(width)
                person.picture(f"{game}-{turn}-{width}")
            person.look(1200)

    def test_san_marco(self):
        self.whole("san_marco", "--players", "3", "--variant", "short_evening")

    def test_doge(self):
        self.whole("doge", "--players", "3", "--variant", "quick_reign", "--set", "rounds=1")

    def test_masters_of_venice(self):
        self.whole("masters_of_venice", "--players", "3")

    def test_patrons_of_venice(self):
        self.whole("patrons_of_venice", "--players", "3", "--set", "finish=3")

    def test_venice_of_the_north(self):
        self.whole("venice_of_the_north", "--players", "3", "--set", "bridges=2")

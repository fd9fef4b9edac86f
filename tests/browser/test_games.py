"""Games by clicks: players in two seats, a bot in the third. The beginning and the end of each game; with WHOLE=1, whole games.

A variant or a setting shortens some of the games.
"""

import os
import re
import unittest

from table import PICTURES, ROOT, Person, Served, dice, play, records

NAMES = ["anna", "ben"]
# Answers at the beginning of a game, and the part of a game that bots have played before its end.
FIRST, PLAYED = 25, 0.93


class Games(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.people = [Person(), Person()]

    @classmethod
    def tearDownClass(cls):
        for person in cls.people:
            person.quit()

    def by_clicks(self, game, *options):
        if os.environ.get("WHOLE"):
            self.part(game, ["--seed", "5", "--players", "3", *options])
        else:
            self.part(game, ["--seed", "5", "--players", "3", *options], enough=FIRST)
            [record] = records(game, 3, [PLAYED], *options)
            self.part(game, [], record=record)

    def part(self, game, options, record=None, enough=None):
        """Answers by clicks, from the beginning or from a record, to the end of the game or until there are enough."""
        with Served(ROOT / "rules" / game, "--human", ",".join(NAMES), *options, record=record) as table:
            for name, person in zip(NAMES, self.people):
                person.open(table.links[name])
            before = self.given(table)
            turns = play(self.people, dice(5), lambda turn, person: self.seen(game, turn, person), enough=enough)
            self.assertGreater(turns, 0)
            for person in self.people:
                self.assertEqual(person.complaints(), [])
            self.people[0].until(lambda: self.given(table) - before >= turns, "the record has every clicked answer")
            if enough is None:
                self.seen(game, "end", self.people[0])
                for person in self.people:
                    self.assertTrue(person.all("a[href$='/record']"), "the page links to the record")
                self.assertIn("\nresult:", table.record.read_text())

    def given(self, table):
        """The number of answers of the players in the record, with those that wait for others."""
        record = table.record.read_text()
        sealed = re.search(r"^sealed: .*", record, re.MULTILINE)
        waiting = re.findall(r"\"[^\"]*\"|[^\s,\[\]{}\"]+(?=[,\]])", sealed[0]) if sealed else []
        return sum(record.count(f"\n- {name}: ") for name in NAMES) + len(waiting)

    def seen(self, game, turn, person):
        """Keeps pictures of the first, a middle and the last page, if a folder for them is set."""
        if PICTURES and turn in (0, 20, "end"):
            for width in (400, 1600):
                person.look(width)
                person.picture(f"{game}-{turn}-{width}")
            person.look(1200)

    def test_san_marco(self):
        self.by_clicks("san_marco", "--variant", "short_evening")

    def test_doge(self):
        self.by_clicks("doge", "--variant", "quick_reign", "--set", "rounds=1")

    def test_masters_of_venice(self):
        self.by_clicks("masters_of_venice")

    def test_patrons_of_venice(self):
        self.by_clicks("patrons_of_venice", "--set", "finish=3")

    def test_venice_of_the_north(self):
        self.by_clicks("venice_of_the_north", "--set", "bridges=2")


if __name__ == "__main__":
    unittest.main()

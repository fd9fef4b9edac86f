"""What a playtest needs around the table: who leads, the end of a game, names, looking back, notes, sound."""

import unittest
from pathlib import Path

from selenium.webdriver.common.keys import Keys
from table import ROOT, OneSeat, Served, dice

SAN_MARCO = ROOT / "rules/san_marco"
# Seats of the bar: name, whether the seat is to answer, text.
SEATS = """
return [...document.querySelectorAll('#score li')].map((seat) => [seat.dataset.seat, seat.classList.contains('asked'), seat.querySelector('b')?.textContent]);
"""
# Boxes of the parts of the page that must not move.
BOXES = """
scrollTo(0, 0);
return ['#score', '#question', '.own', 'figure svg'].map((part) => { const box = document.querySelector(part).getBoundingClientRect(); return [Math.round(box.left), Math.round(box.top)]; });
"""


class Table(OneSeat):
    def test_who_leads_is_always_in_sight(self):
        with Served(SAN_MARCO, "--seed", "3", "--players", "4", "--human", "anna") as table:
            chance = dice(2)
            for width, height in [(1300, 900), (390, 844)]:
                self.anna.look(width, height)
                self.anna.open(table.links["anna"])
                for _ in range(6):
                    self.anna.until(self.anna.asked, "anna is asked")
                    seats = self.anna.script(SEATS)
                    self.assertEqual([name for name, *_ in seats], ["Anna", "Ben", "Chris", "Diana"])
                    self.assertEqual([asked for _, asked, _ in seats], [True, False, False, False])
                    shown = self.anna.script("return [...document.querySelectorAll('.panel')].map((panel) => [panel.dataset.id, panel.querySelector('dd').textContent])")
                    self.assertEqual({name.lower(): value for name, _, value in seats}, dict(shown), "the bar shows prestige")
                    for at in ("0", "document.documentElement.scrollHeight"):
                        self.anna.script(f"scrollTo(0, {at})")
                        box = self.anna.script("const box = document.querySelector('#score').getBoundingClientRect(); return [box.top, box.bottom]")
                        self.assertTrue(-1 <= box[0] < box[1] <= 100, f"{box} at {width}, scrolled to {at}")
                    self.anna.answer(chance)
                self.assertFalse(self.anna.scrolls_sideways())
            self.assertIn("Most prestige wins", self.anna.text())
            self.anna.until(self.anna.asked, "anna is asked")
            before = self.anna.script(BOXES)
            self.anna.click(self.anna.all("#goal > summary")[0])
            self.assertIn("SM-13.2", self.anna.text(), "the clauses are there on demand")
            self.assertEqual(self.anna.script(BOXES), before, "nothing moves")
            self.assertEqual(self.anna.complaints(), [])

    def test_the_end_says_who_won_and_the_host_plays_again(self):
        with Served(ROOT / "rules/classics/kuhn_poker", "--seed", "4", "--human", "anna") as table:
            host = self.another()
            host.open(table.links["the host"])
            self.anna.look(390, 844, True)
            self.anna.open(table.links["anna"])
            for _ in range(2):
                while not self.anna.over():
                    self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")
                    if self.anna.asked():
                        self.anna.answer(dice(1))
                self.assertRegex(self.anna.script("return document.querySelector('#won').textContent"), r"^(Anna|Ben) wins: won 2|^(Anna|Ben) wins: won 1")
                self.assertEqual(len(self.anna.all("#ranking tbody tr")), 2)
                self.assertIn("won over the game: Anna: 0 to", self.anna.script("return document.querySelector('#course svg').getAttribute('aria-label')"))
                self.assertFalse(self.anna.scrolls_sideways())
                host.until(lambda: host.all("form[action$='/again'] button"), "the host can play again")
                host.script("document.querySelector(\"form[action$='/again'] button\").focus()")
                host.press(Keys.ENTER)
                self.anna.until(lambda: not self.anna.over(), "another game begins")
            self.assertEqual(len(list(table.record.parent.glob("*.yaml"))), 3, "each game has a record")
            self.assertEqual(self.anna.complaints() + host.complaints(), [])

    def test_names_and_notes(self):
        with Served(SAN_MARCO, "--seed", "3", "--players", "3", "--human", "anna,ben") as table:
            ben = self.another(390, 844)
            self.anna.open(table.links["anna"])
            ben.open(table.links["ben"])
            for person in (self.anna, ben):
                person.script("location.hash = 'talk'")
            name = "Zo\u00eb <b>&"
            self.anna.script("const at = document.querySelector('#talk [name=name]'); at.focus(); at.select()")
            self.anna.press(name, Keys.ENTER)
            for person in (self.anna, ben):
                person.until(lambda: f"{name}'s aristocrat" in person.text(), "all texts have the name")
                self.assertEqual(person.script(SEATS)[0][0], name)
                self.assertNotRegex(person.text().replace("My name at this table", ""), r"\b[Aa]nna\b")
            self.anna.until(lambda: self.anna.script("return document.querySelector('header p').textContent") == name, "the header has it")
            for person in (self.anna, ben):
                person.script("location.hash = ''")
            for _ in range(3):
                self.anna.until(lambda: self.anna.asked() or ben.asked(), "somebody is asked")
                (self.anna if self.anna.asked() else ben).answer(dice(1))
            self.assertIn("- anna: ", table.record.read_text(), "the record keeps the seats' names")
            ben.script("location.hash = 'talk'")
            # A note does not disturb an open question.
            number = self.anna.number()
            self.anna.script("[...document.querySelectorAll('#log .pin')].find((pin) => pin.checkVisibility()).focus()")
            self.anna.press(Keys.ENTER, "Is this fair?", Keys.ENTER)
            for person in (self.anna, ben):
                person.until(lambda: "Is this fair?" in person.text(), "everybody reads it")
                self.assertTrue(person.all("#log li.noted"), "its line is marked")
            self.assertEqual(self.anna.number(), number)
            ben.script("document.querySelector('#talk [name=text]').focus()")
            ben.press("<i>yes</i>", Keys.ENTER)
            self.anna.until(lambda: "Ben: <i>yes</i>" in self.anna.text(), "the chat")
            notes = Path(str(table.record) + ".notes.yaml").read_text()
            self.assertIn("anna: ", notes)
            self.assertIn("- text: \"Is this fair?\"", notes)
            self.assertFalse(ben.scrolls_sideways())
            table.again()
            self.anna.until(lambda: name in self.anna.text() and "Is this fair?" in self.anna.text(), "both survive a restart")
            host = self.another()
            host.open(table.links["the host"])
            self.assertIn(name, host.text())
            host.until(lambda: host.script("return [...document.querySelectorAll('#links img')].every((code) => code.naturalWidth > 0)"), "codes are drawn")
            self.assertIn(table.links["anna"], host.text(), "and links")

    def test_a_finished_game_is_looked_back_at(self):
        with Served(ROOT / "rules/classics/kuhn_poker", "--seed", "4", "--human", "anna") as table:
            self.anna.look(390, 844)
            self.anna.open(table.links["anna"])
            while not self.anna.over():
                self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")
                if self.anna.asked():
                    self.anna.answer(dice(1))
            last = int(self.anna.script("return document.querySelector('#replay input').max"))
            self.anna.script("document.querySelector('#replay input').focus()")
            self.anna.press(Keys.ARROW_LEFT)
            self.anna.until(lambda: f"/at/{last - 1}" in self.anna.driver.current_url, "a key leads to the line before")
            self.anna.until(lambda: "replay" in self.anna.script("return document.activeElement.closest('form')?.id ?? ''"), "the slider keeps the focus")
            self.anna.press(Keys.HOME)
            self.anna.until(lambda: self.anna.driver.current_url.endswith("/at/1"), "the first line")
            self.anna.until(lambda: len(self.anna.all("#log li")) < last - 1, "the log of that time")
            self.assertIn("The table as it was", self.anna.text())
            self.assertFalse(self.anna.scrolls_sideways())
            self.anna.driver.get(table.links["the host"])
            self.anna.until(lambda: self.anna.all("#replay"), "the host has a slider, too")
            self.anna.driver.get(table.links["the host"] + "/at?line=2")
            self.assertIn("watching", self.anna.text())

    def test_sound_is_off_until_it_is_wanted(self):
        with Served(ROOT / "rules/classics/tic_tac_toe", "--seed", "1", "--human", "anna,ben") as table:
            ben = self.another()
            self.anna.open(table.links["anna"])
            ben.open(table.links["ben"])
            self.anna.script("window.tonesHeard = 0; const start = OscillatorNode.prototype.start; OscillatorNode.prototype.start = function (...at) { window.tonesHeard += 1; return start.apply(this, at); }")
            heard = lambda: self.anna.script("return window.tonesHeard")
            pressed = lambda: self.anna.script("return document.querySelector('#sound').getAttribute('aria-pressed')")
            for wanted in (0, 1):
                for person in (self.anna, ben):
                    person.until(person.asked, "the player is asked")
                    person.answer(dice(wanted))
                self.anna.until(self.anna.asked, "anna is asked")
                self.assertEqual((heard(), pressed()), (wanted * 2, ["false", "true"][wanted]))
                if not wanted:
                    self.anna.script("location.hash = 'talk'; document.querySelector('#sound').focus()")
                    self.anna.press(Keys.ENTER)
                    self.assertEqual((heard(), pressed()), (1, "true"), "the switch lets hear the tone")
            self.assertEqual(self.anna.complaints(), [])


if __name__ == "__main__":
    unittest.main()

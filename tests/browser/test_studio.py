"""The path of a designer through the studio: open, make a mistake, see the finding, fix it, save, see a test turn red, go to it."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from table import PROGRAM, Person


class Studio:
    """`tavola studio` for a new game, with the link that it prints."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.game = Path(self.folder.name) / "my"
        subprocess.run([PROGRAM, "new", str(self.game)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        command = [PROGRAM, "studio", str(self.game), "--players", "2", "--seed", "4"]
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found = re.match(r"  studio: (http://\S+)$", self.child.stdout.readline())
        assert found, "the studio printed no link"
        self.link = found[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.kill()
        self.child.wait()
        self.child.stdout.close()
        self.folder.cleanup()


class Designs(unittest.TestCase):
    def setUp(self):
        self.anna = Person(1300, 900)
        self.addCleanup(self.anna.quit)

    def open(self, studio):
        self.anna.driver.get(studio.link)
        self.anna.complaints()
        self.anna.until(lambda: "passed" in self.state(), "the tests have run")

    def state(self):
        return self.anna.script("return document.getElementById('state').textContent")

    def panel(self, name):
        return self.anna.script("const panel = document.getElementById(arguments[0]); return panel.checkVisibility() ? panel.innerText : ''", name)

    def chord(self, *keys):
        chain = ActionChains(self.anna.driver)
        for key in keys[:-1]:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in keys[:-1]:
            chain.key_up(key)
        chain.perform()

    def write(self, old, new):
        """Finds a text in the open file, and types another one over it."""
        self.anna.script("document.querySelector('.cm-content').focus()")
        self.chord(Keys.CONTROL, "f")
        self.anna.until(lambda: self.anna.all(".cm-search input"), "the search is open")
        self.chord(Keys.CONTROL, "a")
        self.anna.press(old, Keys.ENTER, Keys.ESCAPE, new)

    def table(self, words):
        """Waits until the table in the frame says something."""

        def says():
            return self.anna.script("return document.getElementById('frame').contentDocument?.body?.innerText ?? ''")

        self.anna.until(lambda: words in says(), f"the table says {words}")

    def test_a_rule_is_changed(self):
        with Studio() as studio:
            self.open(studio)
            self.assertIn("No findings", self.panel("findings"))
            self.table("What do you do?")

            self.write("deck is not none", "dekc is not none")
            self.anna.until(lambda: "dekc" in self.panel("findings"), "the mistake is found while typing")
            self.assertTrue(self.anna.all(".cm-lintRange-error"), "and marked in the text")
            self.assertIn("unsaved", self.anna.all("#files [aria-current]")[0].get_attribute("class"))
            self.anna.picture("studio-finding")
            fix = [button for button in self.anna.all("#findings .fix") if "deck" in button.text]
            self.anna.click(fix[0])
            self.anna.until(lambda: "No findings" in self.panel("findings"), "a click fixes it")

            self.write("What do you do?", "What now?")
            self.write("l.worth coins", "l.worth + 1 coins")
            self.chord(Keys.CONTROL, "s")
            self.anna.until(lambda: "2 of 5 tests failed" in self.state(), "the tests have run again")
            self.assertIn("l.worth + 1 coins", (studio.game / "my.tavola").read_text(encoding="utf-8"))
            self.assertIn("a letter is delivered in its village only", self.panel("tests"))
            self.table("What now?")
            self.anna.picture("studio-failure")

            place = [button for button in self.anna.all("#tests .place") if "Scenario" in button.text]
            self.anna.click(place[-1])
            seen = "return [document.querySelector('#files [aria-current]').dataset.file, document.querySelector('.cm-activeLine')?.textContent ?? '']"
            self.anna.until(lambda: self.anna.script(seen)[0] == "scenarios/turns.yaml", "the scenario is open")
            self.assertIn("coins[anna]", self.anna.script(seen)[1], "at the line that failed")
            self.assertEqual(self.anna.complaints(), [])

    def test_what_another_program_writes_is_not_lost(self):
        with Studio() as studio:
            self.open(studio)
            file = studio.game / "my.tavola"
            self.write("What do you do?", "Mine?")
            theirs = file.read_text(encoding="utf-8").replace("What do you do?", "Theirs?")
            file.write_text(theirs, encoding="utf-8")
            self.chord(Keys.CONTROL, "s")
            self.anna.until(lambda: self.anna.all("dialog[open]"), "the conflict is shown")
            self.assertIn("changed elsewhere", self.anna.all("dialog[open]")[0].text)
            self.assertIn("Theirs?", file.read_text(encoding="utf-8"))
            take = [button for button in self.anna.all("dialog button") if button.get_attribute("value") == "theirs"]
            self.anna.click(take[0])
            text = "return document.querySelector('.cm-content').textContent"
            self.write("Theirs?", "Theirs!")
            self.assertNotIn("Mine?", self.anna.script(text))
            file.write_text(theirs.replace("Theirs?", "Again?"), encoding="utf-8")
            self.anna.until(lambda: "changed by another program" in self.state(), "a change on the disk is told")
            self.assertIn("Theirs!", self.anna.script(text), "an unsaved text stays")

    def test_a_clause_leads_to_its_scenario(self):
        with Studio() as studio:
            self.open(studio)
            self.anna.click(self.anna.all("#tab-clauses")[0])
            self.anna.until(lambda: "MY-10" in self.panel("clauses"), "the clauses are shown")
            self.anna.script("document.querySelector('#clauses input').focus()")
            self.anna.press("wins. If there is a tie")
            shown = [place for place in self.anna.all("#clauses .place") if place.is_displayed()]
            self.assertEqual([place.text for place in shown], ["my.tavola:84", "scenarios/end.yaml:16"])
            self.anna.click(shown[-1])
            self.anna.until(lambda: self.anna.script("return location.hash") == "#scenarios/end.yaml", "a click goes to the scenario")
            self.assertIn("wins a tie", self.anna.script("return document.querySelector('.cm-activeLine').textContent"))

    def test_panels_and_accessibility(self):
        with Studio() as studio:
            self.open(studio)
            self.anna.script("document.getElementById('tab-findings').focus()")
            for tab, words in [("tests", "5 tests passed"), ("clauses", "MY-10"), ("settings", "hand_size")]:
                self.anna.press(Keys.ARROW_RIGHT)
                self.anna.until(lambda: words in self.panel(tab), f"{tab} is filled")
                for dark, width in [(False, 1300), (True, 390)]:
                    self.anna.look(width, 900, dark)
                    with self.subTest(tab=tab, dark=dark):
                        self.assertEqual(self.anna.serious(), [])
                        self.assertFalse(self.anna.scrolls_sideways())
                self.anna.look(1300, 900)
            self.assertEqual(self.anna.complaints(), [])

    def test_what_is_typed_is_explained_where_it_stands(self):
        with Studio() as studio:
            self.open(studio)
            self.write("What do you do?", "What now?")
            self.anna.until(lambda: self.state() == "", "a change takes the last sentence back")

            self.anna.click(self.anna.all("#tab-settings")[0])
            self.anna.until(lambda: "hand_size" in self.panel("settings"), "the settings are shown")
            self.anna.script("document.getElementById('set-hand_size').select()")
            self.anna.press("9", Keys.ENTER)
            self.anna.until(lambda: self.anna.all("#set-hand_size + .refused"), "the refused value is explained at its field")
            self.assertIn("it may be 1..5", self.anna.all("#set-hand_size + .refused")[0].text)
            self.assertFalse(self.anna.all("#closed")[0].is_displayed(), "and not above the table")
            self.assertEqual(self.anna.serious(), [])
            self.anna.picture("studio-refused")
            self.anna.complaints()  # Drops the refused request.
            self.anna.press(Keys.BACKSPACE, "4")
            self.assertFalse(self.anna.all(".refused"), "until the field is changed")

            self.anna.click(self.anna.all("#new-file")[0])
            self.anna.script("document.querySelector('#ask select').value = 'variant'; document.querySelector('#ask input').focus()")
            self.anna.press("Short day")
            self.assertEqual(self.anna.script("return document.querySelector('#ask input').value"), "short_day")
            self.anna.press(Keys.ENTER)
            self.anna.until(lambda: (studio.game / "variants/short_day.tavola").exists(), "blanks become _")

            self.anna.until(lambda: "short_day" in self.anna.script("return document.querySelector('.cm-content').ariaLabel"), "the variant is open")
            self.anna.click(self.anna.all("#wrap")[0])
            self.assertTrue(self.anna.all(".cm-lineWrapping"), "long lines are wrapped")
            self.anna.click(self.anna.all("#files [data-file='my.tavola']")[0])
            self.anna.until(lambda: "my.tavola" in self.anna.script("return document.querySelector('.cm-content').ariaLabel"), "the rules are open")
            self.assertTrue(self.anna.all(".cm-lineWrapping"), "in all files")
            self.write("rounds", "rounds")
            self.anna.press(Keys.F2)
            self.anna.until(lambda: self.anna.all("dialog[open] #new-name"), "the dialog is open")
            self.assertIn("New name of rounds", self.anna.all("dialog[open]")[0].text)
            self.assertEqual(self.anna.script("return document.getElementById('new-name').value"), "rounds")
            self.anna.picture("studio-rename")
            self.anna.press(Keys.ESCAPE)
            self.assertEqual(self.anna.complaints(), [])

"""An hour of a designer with a shipped game, by clicks and keys: a number of the rules, a failed test, a scenario, a variant, figures, the board, cards."""

import re
import subprocess

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from studio import Designing, Studio
from table import PROGRAM

# Dice of the set-up of three players.
DICE = 12
# What anna builds before she divides cards. Answers within a division cannot be captured.
BRIDGES = 2
GAMES = 20
VARIANT = """variant high_toll "High toll" of san_marco, house rules

change settings
  | name | value |
  | toll | 4     |
"""


class Hour(Designing):
    def test_a_designers_hour(self):
        steps = [
            self.a_number_turns_a_test_red,
            self.the_number_is_put_back,
            self.played_answers_become_a_scenario,
            self.a_setting_becomes_a_variant,
            self.the_variant_is_compared,
            self.games_of_the_comparison_lead_to_the_table_and_the_rules,
            self.a_game_of_the_figures_is_at_the_table,
            self.a_space_is_moved,
        ]
        with Studio(copy="san_marco", players=3) as studio:
            self.game = studio.game
            self.rules = self.game / "san_marco.tavola"
            self.original = self.rules.read_bytes()
            self.open(studio)
            self.assertEqual(self.anna.driver.title, "San Marco · Studio")
            self.says("237 tests passed.")
            self.the_page_fits_a_small_window()
            for step in steps:
                step()
                self.anna.picture(f"hour-{step.__name__}")
                self.assertEqual(self.anna.complaints(), [], step.__name__)
            self.cards_are_printed()

    def the_page_fits_a_small_window(self):
        self.anna.look(1100, 700)
        # A table that scrolls to its question must not scroll the page.
        self.anna.script("document.documentElement.scrollTop = document.body.scrollTop = 200")
        self.assertEqual(self.anna.script("return [document.querySelector('header').getBoundingClientRect().top, document.documentElement.scrollHeight]"), [0, 700])
        beyond = "const box = document.getElementById('tabs').getBoundingClientRect(); return [...document.querySelectorAll('#tabs button')].filter((tab) => tab.getBoundingClientRect().right > box.right).length"
        self.assertEqual(self.anna.script(beyond), 0, "no tab is cut off")
        self.anna.picture("hour-small")
        self.anna.look(1300, 900)

    def a_number_turns_a_test_red(self):
        self.write("| toll          | 1 ", "| toll          | 2 ")
        self.anna.until(lambda: self.anna.all("#files .unsaved[data-file='san_marco.tavola']"), "the file is marked as unsaved")
        self.chord(Keys.CONTROL, "s")
        self.says("Saved. 7 of 237 tests failed.")
        self.assertIn(b"| toll          | 2 ", self.rules.read_bytes())
        self.hit("Show at the table", "#tests li.failed .failure")
        self.table("The rule that the scenario calls has ended.")
        self.anna.until(lambda: "prestige[anna]" in self.panel("failed"), "the failure stands above the table")
        self.assertRegex(self.panel("failed"), r"a toll to the owner prestige\[anna\]\s+expected\s+1\s+actual\s+0\s")
        self.anna.until(lambda: self.when() == "after 2 of 2 answers: Anna: score this district", "the time line is at the failed step")
        prestige = "return document.querySelector('.own dl > div').textContent"
        self.anna.until(lambda: re.search(r"prestige\s*0$", self.framed(prestige) or ""), "the table shows what came out")
        self.hit("◀", "#time")
        self.assertEqual(self.when(), "after 1 of 2 answers: Anna: cross Ben's bridge to San Marco", "the answer that took the toll is one step back")

    def the_number_is_put_back(self):
        self.hit("san_marco.tavola", "#files")
        self.chord(Keys.CONTROL, "z")
        self.chord(Keys.CONTROL, "s")
        self.says("Saved. 237 tests passed.")
        self.anna.until(lambda: "Passed now: a toll to the owner" in self.panel("failed"), "the test at the table is followed")
        self.assertEqual(self.rules.read_bytes(), self.original)

    def played_answers_become_a_scenario(self):
        self.hit("New game", "#play")
        self.anna.until(lambda: not self.panel("failed"), "the failed test is gone")
        for at in range(BRIDGES):
            self.anna.until(lambda: self.asked() == "Over which canal?" and self.when() == f"now, after {DICE + at} answers", "anna is asked")
            self.in_frame("#answers .options button")
        self.anna.until(lambda: self.asked() and "Over which" not in self.asked(), "all have built, and anna divides")
        self.anna.click(self.anna.all("#answers")[0])
        self.anna.press(Keys.HOME, *[Keys.ARROW_RIGHT] * DICE)
        self.assertRegex(self.when(), rf"^after {DICE} of \d+ answers: chance: \d$")
        self.hit("Capture", "#time")
        answers = self.anna.all("#capture-last option")
        self.assertFalse(answers[-1].is_enabled(), "the division is not finished")
        begun = next(at for at, answer in enumerate(answers, 1) if not answer.is_enabled())
        self.assertIn(f"Answer {begun} begins a bag, an order or a division that is not finished.", self.anna.all("dialog[open]")[0].text)
        answers[DICE + BRIDGES - 1].click()
        self.assertEqual(self.anna.all("#capture-count")[0].get_attribute("value"), str(BRIDGES), "the last answer is clicked")
        self.assertEqual([answer.text[:2] for answer in self.anna.all("#capture-last .in")], ["13", "14"], "the range is shown")
        self.assertIn("Anna: Cannaregio – Santa Croce … Anna: Cannaregio – Santa Croce", self.anna.all("dialog[open]")[0].text)
        self.fill("dialog[open] [aria-label=Name]", "Two bridges")
        self.anna.press(Keys.ENTER)
        self.says("Captured answers 13 to 14 in scenarios/two_bridges.yaml. 238 tests passed.")
        written = (self.game / "scenarios/two_bridges.yaml").read_text(encoding="utf-8")
        self.assertIn('"bridge at on[cannaregio--santa_croce]": 2', written)
        self.tab("tests", "two bridges")

    def a_setting_becomes_a_variant(self):
        self.tab("settings", "toll")
        slider = self.anna.all("#set-toll + [type=range]")[0]
        slider.send_keys(Keys.ARROW_RIGHT * 3)
        self.assertEqual(self.anna.all("#set-toll")[0].get_attribute("value"), "4", "the slider has its number beside it")
        self.assertIn("Default: 1.", self.panel("settings"))
        switch = self.anna.all("#set-may_decline")[0]
        self.assertEqual((switch.get_attribute("role"), switch.is_selected()), ("switch", True))
        self.assertEqual(self.anna.all("#set-roles")[0].tag_name, "select")
        self.assertEqual(self.anna.serious(), [])
        self.hit("Keep as variant", "#settings")
        self.anna.until(lambda: "The variant changes toll." in self.panel("ask"), "its name is asked")
        self.anna.press("High toll", Keys.ENTER)
        self.says("Created variants/high_toll.tavola.")
        self.assertEqual((self.game / "variants/high_toll.tavola").read_text(encoding="utf-8"), VARIANT)
        self.assertEqual(self.anna.all("#files [aria-current]")[0].get_attribute("data-file"), "variants/high_toll.tavola")
        self.assertEqual(self.rules.read_bytes(), self.original, "the rules stay as they are")
        chosen = "return document.getElementById('variant').value"
        self.anna.until(lambda: self.anna.script(chosen) == "high_toll", "the panel has the variant, and chooses it")
        self.assertEqual(self.anna.all("#set-toll")[0].get_attribute("data-own"), "4", "with its values")
        for key, toll in ((Keys.ARROW_RIGHT, "5"), (Keys.ARROW_LEFT, "4")):
            self.the_variant_is_replaced(key, toll)

    def the_variant_is_replaced(self, key, toll):
        self.anna.all("#set-toll + [type=range]")[0].send_keys(key)
        self.hit("Keep as variant", "#settings")
        self.anna.until(lambda: "The variant changes toll." in self.panel("ask"), "its name is asked")
        self.anna.press("High toll", Keys.ENTER)
        self.anna.until(lambda: "Replace the variant?" in self.panel("ask") and "change settings" in self.panel("ask"), "its text is shown before it is replaced")
        self.assertEqual(self.anna.serious(), [])
        self.hit("Replace", "#ask")
        text = lambda: (self.game / "variants/high_toll.tavola").read_text(encoding="utf-8")
        self.anna.until(lambda: text() == VARIANT.replace("| 4 ", f"| {toll} "), "the variant has the new value")
        self.says("Replaced variants/high_toll.tavola.")
        own = "return document.getElementById('set-toll').dataset.own"
        self.anna.until(lambda: self.anna.script(own) == toll, "the panel shows its new values")

    def the_variant_is_compared(self):
        self.tab("figures", "Games")
        for label, key, value in [("What to measure", "c", "compare"), ("Other rules", "a", "variant"), ("Variant", "h", "high_toll")]:
            self.pick(label, key, value)
        self.fill("#figures input[placeholder=auto]", str(GAMES))
        self.anna.press(Keys.ENTER)
        self.anna.until(lambda: self.panel("figures-progress") == f"{GAMES} pairs of games, finished", "the comparison ends", 120)
        self.assertIn("after: saved rules, high_toll;", self.reported())
        self.assertRegex(self.reported(), r"before\s+after\s+difference\s+95% interval")
        self.assertRegex(self.reported(), r"\nanna wins\s+[\d.]+%\s+[\d.]+%\s+[+-]?[\d.]+\s+-[\d.]+ to \+[\d.]+\s")

    def games_of_the_comparison_lead_to_the_table_and_the_rules(self):
        report = self.anna.all("#figures .report")[0].shadow_root
        game = next(item for item in report.find_elements(By.CSS_SELECTOR, "li") if "parts before answer" in item.text)
        answer = int(re.search(r"parts before answer (\d+)", game.text)[1])
        self.anna.click(game.find_element(By.CSS_SELECTOR, "[data-game]"))
        self.anna.until(lambda: self.when().startswith(f"after {answer - 1} of "), "the game opens where the sides part")
        place = game.find_element(By.CSS_SELECTOR, "[data-line]")
        self.assertRegex(place.text, r"^[\w/]+\.tavola:\d+$")
        file, line = place.get_attribute("data-file"), place.get_attribute("data-line")
        self.anna.click(place)
        self.anna.until(lambda: self.anna.script("return location.hash") == f"#{file}", "its file is open")
        number = "return document.querySelector('.cm-activeLineGutter')?.textContent"
        self.anna.until(lambda: self.anna.script(number) == line, "at its line")

    def a_game_of_the_figures_is_at_the_table(self):
        self.pick("What to measure", "s", "simulate")
        self.hit("Start", "#figures")
        self.anna.until(lambda: self.panel("figures-progress") == f"{GAMES} games, finished", "the games are played", 120)
        questions = re.search(r"\nlongest\s+(\d+) questions", self.reported())[1]
        report = self.anna.all("#figures .report")[0].shadow_root
        row = [row for row in report.find_elements(By.CSS_SELECTOR, "tr") if row.text.startswith("longest")][0]
        self.anna.click(row.find_element(By.CSS_SELECTOR, "[data-game]"))
        self.anna.until(lambda: re.match(r"after (\d+) of \1 answers", self.when()), "the game opens at its end")
        self.table("The game is over")
        self.assertGreaterEqual(int(re.search(r"\d+", self.when())[0]), int(questions), "with all questions, and those of chance")

    def a_space_is_moved(self):
        look = self.game / "look.yaml"
        before = look.read_text(encoding="utf-8")
        self.hit("Layout", "#play")
        # A past position gives way to the present one, which is loaded a moment later.
        ready = "return location.pathname.includes('/still/') ? 0 : document.querySelectorAll('.space').length"
        self.anna.until(lambda: self.framed(ready) == 6, "the districts can be moved")
        self.drag_space("castello", (-30, 40))
        self.says("Move Castello: written to look.yaml.")
        now = look.read_text(encoding="utf-8")
        x, y = [int(part) for part in re.search(r"castello: \[(\d+), (\d+)\]", now).groups()]
        self.assertTrue(x < 81 and y > 29, (x, y))
        self.assertEqual(now, before.replace("[81, 29]", f"[{x}, {y}]"), "nothing else is changed")
        self.anna.until(lambda: not self.anna.all("#files .unsaved"), "nothing is unsaved")
        self.hit("look.yaml", "#files")
        text = "return document.querySelector('.cm-content').innerText"
        self.anna.until(lambda: f"castello: [{x}, {y}]" in self.anna.script(text), "the editor shows it")

    def cards_are_printed(self):
        sheet = self.game.parent / "cards.html"
        printed = [PROGRAM, "print", str(self.game), "--variant", "high_toll", "--only", "cards", "-o", str(sheet)]
        subprocess.run(printed, check=True, capture_output=True)
        self.anna.driver.get(sheet.as_uri())
        shown = self.anna.text().splitlines()
        for name, copies in [("District card Castello", 5), ("Bridge card", 6), ("Doge card", 10), ("limit 3", 10)]:
            self.assertEqual(shown.count(name), copies, name)
        self.anna.picture("hour-cards")

    def says(self, words):
        self.anna.until(lambda: self.state().endswith(words), f"the studio says: {words}")

    def asked(self):
        """The question at the table, if anna can answer it."""
        return self.framed("return document.querySelector('#answers') && document.querySelector('#question h2').textContent")

    def in_frame(self, selector):
        """Clicks on the first such part of the table."""
        self.anna.driver.switch_to.frame("frame")
        self.anna.all(selector)[0].click()
        self.anna.driver.switch_to.default_content()

    def hit(self, text, within):
        """Clicks on the first button with this text."""
        self.anna.click(next(button for button in self.anna.all(f"{within} button") if button.text == text))

    def fill(self, selector, text):
        """Clicks into a field, and types over what stands there."""
        self.anna.click(self.anna.all(selector)[0])
        self.chord(Keys.CONTROL, "a")
        self.anna.press(text)

    def pick(self, label, key, value):
        """Chooses in a list of the tab "Figures" by a first letter."""
        choice = self.anna.all(f"#figures [aria-label='{label}']")[0]
        self.anna.until(lambda: choice.find_elements(By.CSS_SELECTOR, f"[value={value}]:enabled"), f"{value} is offered")

        def chosen():
            # A table that is being loaded may take the focus, and with it the key.
            choice.send_keys(key)
            return choice.get_attribute("value") == value

        self.anna.until(chosen, f"{key} chooses {value}")

    def tab(self, name, words):
        """Opens a tab, and waits until it has these words."""
        self.anna.click(self.anna.all(f"#tab-{name}")[0])
        self.anna.until(lambda: words in self.panel(name), f"the tab {name} has {words}")

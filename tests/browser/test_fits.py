"""A large screen shows everything of a table without scrolling, and a phone on its side the board beside the question."""

import unittest

from table import ROOT, OneSeat, Served, dice, records
from test_seat import SMALL
from test_touch import SHOWN, TABS

# The games, with the smallest and the largest number of players.
GAMES = {"san_marco": (3, 4), "doge": (3, 4), "masters_of_venice": (2, 5), "patrons_of_venice": (3, 5), "venice_of_the_north": (2, 4)}
# Parts that scroll, and parts outside the window. The log scrolls, and a table of a kind may be wider than its box.
SCROLLS = """
const spilt = (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
const scrolls = (part) => /auto|scroll/.test(getComputedStyle(part).overflowY) && spilt(part);
const name = (part) => part.id ? '#' + part.id : part.className;
const sticksOut = (part) => part.getBoundingClientRect().right > part.closest('.panel').getBoundingClientRect().right + 1;
const beside = (part) => { const box = part.getBoundingClientRect(); return box.width && (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1); };
return [document.documentElement, document.body, ...document.querySelectorAll('main *')].filter((part) => part.checkVisibility() && !part.closest('svg,#log,.spoken'))
  .filter((part) => scrolls(part) || part.matches('#score,#question,#hand,.panel,figure') && beside(part) || part.matches('.panel .thing') && sticksOut(part))
  .map((part) => `${name(part)}: ${part.scrollWidth} x ${part.scrollHeight} in ${part.clientWidth} x ${part.clientHeight}`);
"""
# Parts beside the log that have a scrollbar. Rounded heights differ by one pixel more often.
BARS = "return ['#question', '.own'].filter((name) => { const part = document.querySelector(name); return part && part.offsetWidth - part.clientWidth > 8; })"
# The sum of what moved since the page was opened, without a click half a second before.
JUMPS = """
const done = arguments[0];
let sum = 0;
new PerformanceObserver((list) => { for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value; }).observe({ type: "layout-shift", buffered: true });
requestAnimationFrame(() => setTimeout(() => done(sum)));
"""
# What is folded, although something of it can be clicked; and the folded parts. A stock of many sorts is shown by its number.
FOLDED = "return [document.querySelectorAll('#stands details:not([open]) .can').length, [...document.querySelectorAll('[data-fold]:not(.stock,[open])')].map((part) => part.dataset.fold)]"


class Fits(OneSeat):
    size = (1300, 900)

    def test_nothing_scrolls_on_a_large_screen(self):
        for game, (fewest, most) in GAMES.items():
            for players, parts in ((fewest, (0.9,)), (most, (0.05, 0.4, 0.9))):
                for part, record in zip(parts, records(game, players, parts)):
                    with Served(ROOT / "rules" / game, "--human", "anna", record=record) as table:
                        self.open(table)
                        for turn in range(2):
                            self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")
                            if self.anna.over():
                                break
                            with self.subTest(game=game, players=players, part=part, turn=turn, asked=self.anna.asked()):
                                self.assertEqual(self.anna.script(SCROLLS), [])
                                self.assertEqual(self.anna.script(BARS), [])
                                self.assertEqual(self.anna.script(FOLDED), [0, []])
                            self.anna.answer(dice(turn))

    def test_nothing_jumps_while_a_page_opens_and_after_an_answer(self):
        for game in ("san_marco", "masters_of_venice", "classics/chess"):
            for width, height in ((1300, 900), (390, 844)):
                with self.subTest(game=game, width=width), Served(ROOT / "rules" / game, "--seed", "5", "--human", "anna") as table:
                    self.open(table, width, height)
                    for _ in range(2):
                        self.assertLess(self.anna.driver.execute_async_script(JUMPS), 0.01)
                        self.anna.answer(dice(1))
                        self.anna.until(self.anna.asked, "anna is asked again")

    def test_opening_a_branch_of_the_answers_moves_nothing_else(self):
        boxes = "return ['#question', '#log', '#boards'].map((part) => document.querySelector(part).getBoundingClientRect().toJSON())"
        with Served(ROOT / "rules/classics/chess", "--seed", "5", "--human", "anna") as table:
            self.open(table)
            before = self.anna.script(boxes)
            self.anna.click(self.anna.all("#answers .branch > summary")[0])
            self.anna.until(lambda: self.anna.all("#answers .branch[open]"), "it is open")
            self.assertEqual(self.anna.script(boxes), before)
            bar = "return ['question', 'trail'].map((id) => document.getElementById(id).getBoundingClientRect().top)"
            top, trail = self.anna.script(bar)
            self.assertGreaterEqual(trail, top, "what was chosen is seen")

    def test_letters_on_boards_can_be_read(self):
        for game in ("san_marco", "venice_of_the_north", "patrons_of_venice"):
            parts = (0.05, 0.4, 0.9)
            for part, record in zip(parts, records(game, GAMES[game][1], parts)):
                with self.subTest(game=game, part=part), Served(ROOT / "rules" / game, "--human", "anna", record=record) as table:
                    for width, height in ((1300, 900), (1920, 1080)):
                        self.open(table, width, height)
                        self.assertGreaterEqual(self.anna.script("return lowest(document.querySelector('figure .scroll'))"), 8.9, f"{width} x {height}")

    def test_names_that_cannot_be_read_are_told_under_the_pointer(self):
        record = records("venice_of_the_north", 4, (0.9,))[0]
        with Served(ROOT / "rules/venice_of_the_north", "--human", "anna", record=record) as table:
            self.open(table, 1024, 640)
            seen = "return [...document.querySelectorAll('figure text.dim')].filter((text) => getComputedStyle(text).visibility === 'visible').length"
            self.assertEqual(self.anna.script(seen), 0)
            sea = self.anna.script("return [...document.querySelectorAll('figure .cell:has(text.dim)')].find((cell) => !cell.matches('.can'))")
            box = self.anna.script("const box = arguments[0].getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]", sea)
            self.anna.mouse("mouseMoved", *box)
            name = self.anna.script("return arguments[0].querySelector('text.dim').textContent", sea)
            self.anna.until(lambda: self.anna.script("return hint.checkVisibility() && hint.textContent") == name, "the hint names the space")
            for _ in range(3):
                self.anna.click(self.anna.all("[data-zoom='1.5']")[0])
            self.assertGreater(self.anna.script(seen), 0, "enlarged, they can be read")

    def test_a_question_shows_the_card_that_it_names(self):
        record = records("patrons_of_venice", 5, (0.05,))[0]
        with Served(ROOT / "rules/patrons_of_venice", "--human", "anna", record=record) as table:
            self.open(table)
            card = self.anna.all("#question h2 + #about .dealt svg")[0].get_attribute("aria-label")
            self.assertIn(card.split(",")[0], self.anna.asked())
            self.assertEqual(self.anna.serious(), [])

    def test_what_the_last_decision_changed_stays_marked(self):
        marks = "return [...document.querySelectorAll('.fresh,.way:not(.under)')].map((mark) => mark.getAttribute('d') ?? mark.parentElement.dataset.thing ?? mark.textContent)"
        with Served(ROOT / "rules/classics/chess", "--seed", "5", "--human", "anna") as table:
            self.open(table)
            self.assertEqual(self.anna.script(marks), [])
            before = []
            for turn in range(2):
                self.anna.answer(dice(turn))
                self.anna.until(self.anna.asked, "anna is asked again")
                self.anna.until(lambda: not self.anna.all(".changed"), "the light has faded")
                now = self.anna.script(marks)
                self.assertEqual(len([mark for mark in now if mark.startswith("M")]), 2, "an arrow for each player's move")
                self.assertNotEqual(now, before)
                before = now
            self.open(table)
            self.assertEqual(self.anna.script(marks), before, "a page that is opened again has them, too")
            self.assertEqual(self.anna.serious(), [])
            self.anna.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
            self.assertEqual(self.anna.script("return [...document.querySelectorAll('svg .fresh,svg .way')].filter((mark) => mark.checkVisibility()).length"), 0)
            self.anna.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    def test_much_beside_a_board_stands_above_the_log(self):
        record = records("masters_of_venice", 5, (0.1,))[0]
        with Served(ROOT / "rules/masters_of_venice", "--human", "anna", record=record) as table:
            self.open(table)
            folds = "return [...document.querySelectorAll('[data-fold]:not(.stock)')].map((part) => [part.dataset.fold, part.open, part.parentElement.id])"
            self.assertEqual(self.anna.script(folds), [["Beside the board", True, "side"], ["Players", True, "stands"], ["Tables", True, "stands"]])
            self.assertEqual(self.anna.script(SCROLLS), [])
            self.anna.look(390, 844)
            self.anna.until(lambda: self.anna.script(folds)[-1] == ["Beside the board", True, "stands"], "a phone has it on the tab of the table")

    def test_a_phone_on_its_side_shows_the_board_beside_the_question(self):
        for game in [*GAMES, "classics/chess"]:
            with self.subTest(game=game), Served(ROOT / "rules" / game, "--seed", "5", "--human", "anna") as table:
                self.open(table, 844, 390)
                for name in self.anna.script(TABS):
                    self.anna.click(self.anna.all(f"#tabs [data-part={name}]")[0])
                    self.assertEqual(self.anna.script(SHOWN), [name])
                    boxes = self.anna.script(
                        "return [document.querySelector(TABS[arguments[0]]), document.getElementById('question')].map((part) => part.getBoundingClientRect().toJSON())", name
                    )
                    self.assertLessEqual(boxes[0]["right"], boxes[1]["left"] + 1, "beside each other")
                    self.assertLessEqual(boxes[1]["bottom"], 390)
                    self.assertEqual(self.anna.script("return [scrollX, document.documentElement.scrollHeight, document.documentElement.scrollWidth]"), [0, 390, 844])
                    self.assertEqual(self.anna.script(SMALL), [])
                self.assertEqual(self.anna.serious(), [])
                self.assertEqual(self.anna.complaints(), [])


if __name__ == "__main__":
    unittest.main()

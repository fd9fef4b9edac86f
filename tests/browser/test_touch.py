"""Phones and pieces: tabs, enlarged boards, answers that are shown on the table, part by part, and drags."""

import tempfile
import unittest
from pathlib import Path

from selenium.webdriver.common.keys import Keys
from table import ROOT, OneSeat, Served, dice
from test_seat import GAMES, MIDDLE, SMALL

CHESS = ROOT / "rules/classics/chess"
VENICE = ROOT / "rules/venice_of_the_north"
# Boxes of the board in which it is enlarged, and of its picture.
VIEW = """
const view = document.querySelector('figure .scroll'), box = view.getBoundingClientRect(), svg = view.querySelector('svg').getBoundingClientRect();
const content = document.querySelector('#boards').getBoundingClientRect();
return { zoom: enlarged(view), fits: svg.width <= box.width + 1 && svg.height <= box.height + 1, left: view.scrollLeft, top: view.scrollTop,
  box: [box.left, box.top, box.right, box.bottom], svg: [svg.width, svg.height] };
"""
# Ends of the arrows of a route, each with the part on which it lies.
ROUTE = """
const route = [...document.querySelectorAll('#route g path[marker-end]')];
const over = ({ x, y }) => { for (const part of document.elementsFromPoint(x, y)) { const cell = part.closest('.cell'); if (cell) return cell.dataset.id; } };
return route.map((path) => [over(path.getPointAtLength(0)), over(path.getPointAtLength(path.getTotalLength()))]);
"""
# The labels of a board, each with the height of its letters, and whether all of it is in sight.
LABELS = """
const frame = document.querySelector('figure .scroll').getBoundingClientRect();
return [...document.querySelectorAll('.labels text')].map((text) => {
  const box = text.getBoundingClientRect();
  return [text.textContent, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, box.left >= frame.left - 1 && box.right <= frame.right + 1];
});
"""
LIT = "return [...document.querySelectorAll('.lit[data-id]')].map((part) => part.dataset.id).sort()"
TABS = "return [...document.querySelectorAll('#tabs button')].filter((tab) => tab.checkVisibility()).map((tab) => tab.dataset.part)"
SHOWN = "return Object.keys(TABS).filter((name) => [...document.querySelectorAll(TABS[name])].some((part) => part.checkVisibility()))"
# What is outside the window though it is never to be scrolled away.
BESIDE = """
document.getElementById('stands').scrollTop = 0;
return ['#score', '#question', '.own', '#hand', '#log', 'figure .scroll'].flatMap((name) => [...document.querySelectorAll(name)].map((part) => [name, part.getBoundingClientRect()]))
  .filter(([, box]) => box.width && (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)).map(([name, box]) => `${name} ${box.top} ${box.bottom}`)
  .concat(document.documentElement.scrollHeight > innerHeight ? ['the page'] : []);
"""


class Touch(OneSeat):
    size = (1300, 900)

    def cell(self, name):
        return self.anna.all(f"figure .cell[data-id='{name}']")[0]

    def option(self, label):
        """The button of an answer, whether it is listed or in a branch."""
        return self.anna.script("return buttons().find((button) => button.dataset.label === arguments[0])", label)

    def view(self):
        return self.anna.script(VIEW)

    def hover(self, element):
        self.anna.script("arguments[0].scrollIntoView({ block: 'nearest' })", element)
        self.anna.mouse("mouseMoved", *self.anna.script(MIDDLE, element))

    def answered(self, number):
        self.anna.until(lambda: self.anna.number() != number, "the answer is accepted")

    def test_a_phone_shows_one_part_at_a_time_and_the_question_with_each(self):
        for game in [*GAMES, "classics/leduc_poker"]:
            chance = dice(6)
            with self.subTest(game=game), Served(ROOT / "rules" / game, "--seed", "5", "--human", "anna") as table:
                self.open(table, 390, 844)
                for _ in range(5):
                    self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")
                    if self.anna.over():
                        break
                    can = self.anna.script("return [...document.querySelectorAll('.can')].map(tabOf).filter(Boolean)")
                    if can:
                        self.assertIn(self.anna.script(SHOWN)[0], can, "the tab with something to click is open")
                    for name in self.anna.script(TABS):
                        tab = self.anna.all(f"#tabs [data-part={name}]")[0]
                        self.anna.click(tab)
                        self.assertEqual(self.anna.script(SHOWN), [name])
                        self.assertEqual(tab.get_attribute("aria-pressed"), "true")
                        self.assertEqual(int("0" + "".join(c for c in tab.text if c.isdigit())), can.count(name), "things to click are counted")
                        self.assertEqual(self.anna.script(BESIDE), [], f"{name} keeps everything on the screen")
                        self.assertEqual(self.anna.script(SMALL), [])
                    self.anna.answer(chance)
                self.assertEqual(self.anna.complaints(), [])

    def test_pages_without_tabs_show_everything_on_a_phone(self):
        with Served(ROOT / "rules/san_marco", "--seed", "5", "--human", "anna") as table:
            self.open(table, 390, 844)
            for page, parts in [(f"{table.links['anna']}/at/1", ["figure svg", ".own", "#log"]), (table.links["the host"], ["#links"])]:
                self.anna.driver.get(page)
                for part in parts:
                    self.anna.until(lambda: self.anna.all(part) and self.anna.all(part)[0].is_displayed(), f"{part} is shown")
                self.assertEqual(self.anna.script(TABS), [])
                self.assertFalse(self.anna.scrolls_sideways())

    def test_each_tab_passes_the_accessibility_check(self):
        for game in ["san_marco", "masters_of_venice"]:
            with Served(ROOT / "rules" / game, "--seed", "5", "--human", "anna") as table:
                for dark in (False, True):
                    self.open(table, 390, 844)
                    self.anna.look(390, 844, dark)
                    for name in self.anna.script(TABS):
                        self.anna.click(self.anna.all(f"#tabs [data-part={name}]")[0])
                        with self.subTest(game=game, dark=dark, tab=name):
                            self.assertEqual(self.anna.serious(), [])

    def test_a_board_fits_and_is_enlarged(self):
        for game in ["san_marco", "patrons_of_venice", "venice_of_the_north", "classics/chess"]:
            with self.subTest(game=game), Served(ROOT / "rules" / game, "--seed", "5", "--human", "anna") as table:
                self.open(table, 390, 844)
                self.anna.script("showTab('board')")
                view = self.view()
                self.assertTrue(view["fits"], f"at first all of it is seen: {view}")
                named, pinch = self.anna.script(LABELS), self.anna.script("return document.querySelector('.zoom small').checkVisibility()")
                self.assertEqual((named != [], pinch), (game != "classics/chess",) * 2, "labels and a hint stand for small letters")
                self.assertEqual([name for name, size, is_inside in named if size < 8.9 or not is_inside], [])
                self.anna.script("showTab('log'); showTab('board')")
                self.assertTrue(self.view()["fits"], "it stays as the viewer has set it")
                left, top, right, bottom = self.view()["box"]
                x, y = (left + right) / 2, (top + bottom) / 2
                # Two fingers move apart.
                self.anna.touch("touchStart", (x - 20, y), (x + 20, y))
                for step in range(1, 6):
                    self.anna.touch("touchMove", (x - 20 - 8 * step, y), (x + 20 + 8 * step, y))
                self.anna.touch("touchEnd")
                pinched = self.view()
                self.assertAlmostEqual(pinched["zoom"], 3, delta=0.2)
                self.assertFalse(pinched["fits"])
                self.assertFalse(self.anna.scrolls_sideways())
                self.assertEqual(self.anna.script("return visualViewport.scale"), 1, "the page keeps its size")
                self.anna.answer(dice(1))
                self.anna.until(self.anna.asked, "anna is asked again")
                self.assertEqual(self.view()["zoom"], pinched["zoom"], "it stays enlarged when the table changes")
                self.anna.script("showTab('board')")
                for _ in range(4):
                    self.anna.click(self.anna.all("figure [data-zoom='0.67']")[0])
                self.assertTrue(self.view()["fits"])
                self.anna.click(self.anna.all("figure [data-zoom='1.5']")[0])
                self.assertEqual(self.view()["zoom"], 1.5)
                self.assertEqual(self.anna.complaints(), [])

    def test_a_board_is_enlarged_by_wheel_keys_and_double_taps(self):
        with Served(CHESS, "--seed", "5", "--human", "anna") as table:
            self.open(table)
            box = self.anna.script("return document.querySelector('.cell[data-id=e8]').getBoundingClientRect().toJSON()")
            x, y = box["left"] + box["width"] / 2, box["top"] + box["height"] / 2
            at = {"x": x, "y": y, "deltaX": 0, "deltaY": -300}
            self.anna.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseWheel", **at})
            self.assertEqual(self.view()["zoom"], 1, "the wheel alone scrolls")
            self.anna.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseWheel", "modifiers": 2, **at})
            self.anna.until(lambda: self.view()["zoom"] > 2, "with Ctrl it enlarges")
            self.assertEqual(self.anna.script("return document.elementFromPoint(arguments[0], arguments[1]).closest('.cell').dataset.id", x, y), "e8", "around the pointer")
            before = self.view()
            self.anna.mouse("mousePressed", x, y)
            self.anna.mouse("mouseMoved", x - 30, y - 40)
            self.anna.mouse("mouseReleased", x - 30, y - 40)
            self.assertEqual((self.view()["left"] - before["left"], self.view()["top"] - before["top"]), (30, 40), "the mouse moves it")
            self.assertEqual(self.anna.script("return document.getElementById('why').textContent"), "", "and that is no click")
            self.anna.script("document.querySelector('figure .scroll').focus()")
            self.anna.press("0")
            self.assertEqual(self.view()["zoom"], 1)
            self.anna.press("+")
            self.assertEqual(self.view()["zoom"], 1.5)
            self.anna.press("-")
            self.assertEqual(self.view()["zoom"], 1)
            for zoom in (2.5, 1):
                # A square without a piece in front of which nobody stands.
                point = self.anna.script(MIDDLE, self.cell("e8"))
                for count in (1, 2):
                    self.anna.mouse("mousePressed", *point, count)
                    self.anna.mouse("mouseReleased", *point, count)
                self.assertEqual(self.view()["zoom"], zoom, "a double click enlarges, and fits again")

    def test_an_answer_draws_its_route_on_the_board(self):
        with Served(CHESS, "--seed", "5", "--human", "anna") as table:
            self.open(table)
            self.anna.script("whole = true; mark()")
            self.hover(self.option("g1, f3"))
            self.assertEqual(self.anna.script(ROUTE), [["g1", "f3"]])
            self.assertEqual(self.anna.script(LIT), ["f3", "g1"])
            self.hover(self.anna.all("header h1")[0])
            self.assertEqual((self.anna.script(ROUTE), self.anna.script(LIT)), ([], []), "only as long as the pointer is there")
            self.anna.script("arguments[0].focus()", self.option("e2, e3"))
            self.anna.press(Keys.TAB)
            self.assertEqual(self.anna.script(ROUTE), [["e2", "e4"]], "the focus of the keyboard does the same")
            self.anna.script("document.querySelector('#question').dispatchEvent(new Event('scroll'))")
            self.assertEqual(self.anna.script(ROUTE), [["e2", "e4"]], "also when the list scrolls to it")

    def test_the_way_of_an_answer_is_drawn_step_by_step(self):
        with Served(VENICE, "--seed", "3", "--human", "anna") as table:
            self.open(table)
            long = "return buttons().find((button) => button.dataset.through?.split('\\n').length > 3)"
            while not self.anna.script(long):
                self.anna.answer(dice(1))
                self.anna.until(self.anna.asked, "anna is asked again")
            self.anna.script("whole = true; mark()")
            button = self.anna.script(long)
            self.hover(button)
            way = button.get_attribute("data-through").split("\n")
            route = self.anna.script(ROUTE)
            self.assertEqual([start for start, _ in route][: len(way)], way)
            self.assertEqual([end for _, end in route][: len(way) - 1], way[1:])

    def test_a_piece_says_what_it_can_do(self):
        with Served(CHESS, "--seed", "5", "--human", "anna") as table:
            self.open(table)
            told = lambda: self.anna.script("return hint.checkVisibility() ? [...hint.children].map((line) => line.textContent) : []")
            self.hover(self.cell("e2"))
            self.assertEqual(told(), ["e2, e3", "e2, e4"])
            self.hover(self.cell("e7"))
            self.assertEqual(told(), [], "a piece that can do nothing says nothing")
            self.anna.script("document.querySelector('figure .cell[data-id=a2] [data-grip]').focus()")
            self.anna.press(Keys.TAB)
            self.assertEqual(told(), ["b2, b3", "b2, b4"])
            self.assertEqual(self.anna.script("return document.activeElement.getAttribute('aria-describedby')"), "hint")
            self.anna.press(Keys.ESCAPE)
            self.assertEqual(told(), [])
        with Served(VENICE, "--seed", "3", "--players", "2", "--human", "anna") as table:
            self.open(table)
            lines = 0
            for _ in range(30):
                self.anna.until(self.anna.asked, "anna is asked")
                if len(self.anna.script("return buttons()")) > 12:
                    part = self.anna.script("return [...document.querySelectorAll('figure .can')].find((part) => answersOf(part).length > 4)")
                    self.hover(part)
                    lines = told()
                    count = len(self.anna.script("return answersOf(arguments[0])", part))
                    break
                self.anna.answer(dice(1))
            self.assertEqual((len(lines), lines[-1]), (5, f"and {count - 4} more"))

    def test_a_touched_answer_waits_for_the_bar(self):
        with Served(CHESS, "--seed", "5", "--human", "anna") as table:
            self.open(table, 390, 844)
            number, before = self.anna.number(), table.record.read_text()
            bar = lambda: self.anna.script("return document.getElementById('confirm').checkVisibility() ? document.querySelector('#confirm b').textContent : ''")
            self.anna.tap(self.cell("e2"))
            self.assertEqual((self.anna.script("return picked"), bar()), (["e2"], ""))
            self.anna.tap(self.cell("e4"))
            self.assertEqual(bar(), "e2, e4", "the last tap on the board shows the answer")
            self.assertEqual(self.anna.script(ROUTE), [["e2", "e4"]])
            self.anna.tap(self.anna.all("#confirm [data-take='0']")[0])
            self.assertEqual((bar(), self.anna.script(ROUTE)), ("", []))
            self.anna.script("restart(); whole = true; mark(); showTab('log')")
            self.anna.tap(self.option("g1, f3"))
            self.assertEqual((bar(), self.anna.script(SHOWN)), ("g1, f3", ["board"]), "a tap on the list shows the answer on the board")
            self.assertEqual(self.anna.serious(), [])
            self.assertEqual((self.anna.number(), table.record.read_text()), (number, before), "nothing is answered yet")
            self.anna.tap(self.anna.all("#confirm [data-take='1']")[0])
            self.answered(number)
            self.assertIn("- anna: ", table.record.read_text())
            self.assertEqual((bar(), self.anna.complaints()), ("", []))

    def test_parts_are_asked_in_their_order(self):
        with Served(CHESS, "--seed", "5", "--human", "anna") as table:
            self.open(table)
            listed = lambda: self.anna.script("return [...document.querySelectorAll('#answers .options button, #answers .branch > summary')].filter((part) => part.checkVisibility()).map((part) => part.innerText.trim())")
            trail = lambda: self.anna.script("return [...document.querySelectorAll('#trail button')].filter((part) => part.checkVisibility()).map((part) => part.textContent)")
            first = listed()
            self.assertEqual((len(first), trail()), (10, ["all 20 answers"]))
            self.anna.click(self.anna.all("#answers .branch > summary")[0])
            self.assertEqual(trail(), ["b1 \u203a", "all 20 answers"])
            self.assertEqual(listed(), ["a3", "c3"])
            self.assertEqual(self.anna.script("return [...document.querySelectorAll('.can')].map((part) => part.dataset.id).sort()"), ["a3", "b1", "c3"], "the board follows")
            self.anna.click(self.anna.all("#trail button")[0])
            self.assertEqual((listed(), trail()), (first, ["all 20 answers"]), "the trail leads back")
            self.anna.until(lambda: "summary" in self.anna.focus(), "the focus follows")
            # By keys.
            self.anna.press(Keys.ENTER)
            self.anna.until(lambda: 'data-label="b1, a3"' in self.anna.focus(), "the focus goes to the next part")
            self.anna.press(Keys.ESCAPE)
            self.anna.click(self.anna.all("#whole")[0])
            self.assertEqual(len(self.anna.script("return buttons().filter((button) => button.checkVisibility())")), 20, "the whole list")
            self.anna.press(Keys.ENTER)
            self.assertEqual(listed(), first)
            self.anna.click(self.anna.all("#answers .branch > summary")[1])
            self.anna.until(lambda: 'data-label="g1, f3"' in self.anna.focus(), "a click does the same")
            number = self.anna.number()
            self.anna.press(Keys.ENTER)
            self.answered(number)
            self.assertEqual(self.anna.complaints(), [])

    def test_a_piece_is_dragged_where_an_answer_leads(self):
        with Served(CHESS, "--seed", "5", "--human", "anna") as table:
            self.open(table)
            number, before = self.anna.number(), table.record.read_text()
            self.anna.drag(self.cell("e2"), self.cell("e6"))
            self.assertEqual((self.anna.number(), table.record.read_text(), self.anna.script("return picked")), (number, before, []), "an illegal place changes nothing")
            start = self.anna.script(MIDDLE, self.cell("e2"))
            self.anna.mouse("mousePressed", *start)
            self.anna.mouse("mouseMoved", start[0], start[1] - 30)
            self.assertEqual(self.anna.script("return [...document.querySelectorAll('.can')].map((part) => part.dataset.id).sort()"), ["e3", "e4"], "the targets are shown")
            self.assertEqual(len(self.anna.all(".dragged")), 1)
            self.anna.mouse("mouseMoved", *self.anna.script(MIDDLE, self.cell("e4")))
            self.anna.mouse("mouseReleased", *self.anna.script(MIDDLE, self.cell("e4")))
            self.answered(number)
            self.assertIn("e4", table.record.read_text()[len(before):])
            self.assertEqual(self.anna.all(".dragged"), [])
            # By a finger: the bar takes it.
            self.anna.look(390, 844)
            self.anna.until(self.anna.asked, "anna is asked again")
            number = self.anna.number()
            start, end = [self.anna.script(MIDDLE, self.cell(name)) for name in ("d2", "d4")]
            self.anna.touch("touchStart", start)
            for step in (1, 2, 3):
                self.anna.touch("touchMove", tuple(a + (b - a) * step / 3 for a, b in zip(start, end)))
            self.anna.touch("touchEnd")
            self.assertEqual(self.anna.script("return document.querySelector('#confirm b').textContent"), "d2, d4")
            self.anna.tap(self.anna.all("#confirm [data-take='1']")[0])
            self.answered(number)
            self.assertEqual(self.anna.complaints(), [])

    def test_a_drag_that_leaves_several_answers_picks_both(self):
        with tempfile.TemporaryDirectory() as folder:
            rules = (ROOT / "rules/classics/amazons/amazons.tavola").read_text(encoding="utf-8")
            # On a small board, the move and the shot are one answer.
            for before, after in [
                ("grid: 10, 10", "grid: 4, 4"),
                ("{a4, d1, g1, j4}", "{a1}"),
                ("{a7, d10, g10, j7}", "{d4}"),
                ("b in range(a) where amazon[you] at on[a] is 1", "b in range(a), c in range(b) where amazon[you] at on[a] is 1"),
                ("            you chooses c in range(b) \"Where does she shoot?\"   [AM-3]\n", ""),
            ]:
                self.assertIn(before, rules)
                rules = rules.replace(before, after)
            file = Path(folder) / "amazons.tavola"
            file.write_text(rules, encoding="utf-8")
            with Served(file, "--seed", "5", "--human", "anna") as table:
                self.open(table)
                number = self.anna.number()
                self.anna.drag(self.cell("a1"), self.cell("b2"))
                self.assertEqual(self.anna.script("return picked"), ["a1", "b2"])
                self.assertGreater(self.anna.script("return left().length"), 1)
                self.assertEqual(self.anna.number(), number)
                self.anna.script("whole = true; restart(); mark()")
                self.hover(self.option("a1, b2, d2"))
                self.assertEqual(self.anna.script(ROUTE), [["a1", "b2"], ["b2", "d2"]], "a route has an arrow for each part")

    def test_nothing_moves_while_others_answer(self):
        boxes = "return ['#score', '#question', 'figure .scroll', '#tabs'].map((part) => { const box = document.querySelector(part).getBoundingClientRect(); return [box.top, box.bottom]; })"
        with Served(ROOT / "rules/classics/tic_tac_toe", "--seed", "1", "--human", "anna,ben") as table:
            ben = self.another()
            ben.open(table.links["ben"])
            self.open(table, 390, 844)
            before = self.anna.script(boxes)
            self.anna.answer(dice(1))
            self.anna.until(lambda: self.anna.asked() is None, "ben is asked")
            self.assertEqual(self.anna.script(boxes), before)

    def test_what_matters_stays_on_a_large_screen(self):
        for game in GAMES[:5]:
            chance = dice(7)
            with self.subTest(game=game), Served(ROOT / "rules" / game, "--seed", "5", "--human", "anna") as table:
                self.open(table)
                for turn in range(12):
                    self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")
                    self.assertEqual(self.anna.script(BESIDE), [], f"at answer {turn}")
                    self.anna.answer(chance)


if __name__ == "__main__":
    unittest.main()

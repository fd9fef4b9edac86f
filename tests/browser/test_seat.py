"""One seat in one browser: keys, phones, a division, another server, another screen, and an accessibility check."""

import shutil
import tempfile
import unittest
from pathlib import Path

from selenium.webdriver.common.keys import Keys
from table import MIDDLE, ROOT, OneSeat, Served, dice

SAN_MARCO = ROOT / "rules/san_marco"
GAMES = ["san_marco", "doge", "masters_of_venice", "patrons_of_venice", "venice_of_the_north", "classics/chess"]

# Tables that are cut off at the edge of the screen.
HIDDEN = """
return [...document.querySelectorAll(".kind .scroll")].filter((box) => box.innerText && box.scrollWidth > box.clientWidth).map((box) => box.innerText.slice(0, 80));
"""
# Touch targets with a side below 24 pixels.
SMALL = """
return [...document.querySelectorAll("button,a,summary,input,.thing[role=button],[data-card]")]
  .filter((part) => part.checkVisibility())
  .map((part) => [part.getBoundingClientRect(), part.outerHTML.slice(0, 120)])
  .filter(([box]) => box.width > 0 && (box.width < 23.9 || box.height < 23.9))
  .map(([box, text]) => `${box.width} x ${box.height}: ${text}`).slice(0, 5);
"""
# Parts of the question, of the viewer's own things and of the boards outside the screen.
BEYOND = """
document.getElementById("stands").scrollTop = 0;
return ["#question", ".own", "figure svg"].flatMap((part) => [...document.querySelectorAll(part)].map((one) => [part, one.getBoundingClientRect()]))
  .filter(([, box]) => box.top < 0 || box.bottom > innerHeight || box.right > document.documentElement.clientWidth)
  .map(([part, box]) => `${part}: ${Math.round(box.top)} to ${Math.round(box.bottom)}, right ${Math.round(box.right)}`);
"""
# Clickable things outside the screen or behind the question.
UNSEEN = """
return [...document.querySelectorAll(".can")].filter((part) => part.checkVisibility()).map((part) => [part, part.getBoundingClientRect()])
  .filter(([part, box]) => {
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.top < -1 || box.bottom > innerHeight + 1 || (over?.closest("#side") && !part.closest("#side"));
  }).map(([part, box]) => `${part.dataset.id}: ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
"""
# Overlapping outlines of clickable cells on a board.
CROSSED = """
const outer = (part) => {
  const [shape, own] = [part.firstElementChild, part.firstElementChild.getBoundingClientRect()];
  const wide = (parseFloat(getComputedStyle(shape).strokeWidth) * own.width) / shape.getBBox().width / 2;
  return { id: part.dataset.id, left: own.left - wide, right: own.right + wide, top: own.top - wide, bottom: own.bottom + wide };
};
const all = [...document.querySelectorAll("svg .cell.can:has(> rect:first-child)")].map(outer);
return all.flatMap((a) => all.filter((b) => a.id < b.id && a.left < b.right - 0.2 && b.left < a.right - 0.2 && a.top < b.bottom - 0.2 && b.top < a.bottom - 0.2)
  .map((b) => `${a.id} and ${b.id}`));
"""
# Things on the table that no answer names.
OTHERS = """
const offered = new Set(buttons().flatMap(names));
return [...document.querySelectorAll("[data-id]")]
  .filter((part) => part.checkVisibility() && !called(part).some((id) => offered.has(id)) && !part.closest(".can,.picked"));
"""


class Seat(OneSeat):
    def dividing(self, table):
        """Plays until a division with a choice."""
        self.anna.open(table.links["anna"])
        chance = dice(1)
        for _ in range(60):
            self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")
            if self.anna.all("#division .card"):
                return
            self.anna.answer(chance)
        self.fail("nothing is divided")

    def piles(self):
        """The contents of the piles on the page. The first pile holds the things without a pile."""
        return self.anna.script(
            "return [...document.querySelectorAll('#division .heap')].map((heap) =>"
            " [...heap.querySelectorAll('.card')].map((card) => card.textContent))"
        )


    def test_a_division_works_by_dragging(self):
        with Served(SAN_MARCO, "--seed", "5", "--players", "3", "--human", "anna") as table:
            self.dividing(table)
            before = table.record.read_text().count("\n- anna: ")
            number = self.anna.number()
            self.assertEqual(self.anna.serious(), [])
            self.assertFalse(self.anna.all("#lay")[0].is_enabled(), "the button is off until all things have a pile")
            heaps = len(self.piles())
            for left in range(len(self.piles()[0]), 0, -1):
                self.assertEqual(len(self.piles()[0]), left, "the dragged card is in its pile")
                card = self.anna.all("#division .heap[data-pile='0'] .card")[0]
                least = min(range(1, heaps), key=lambda pile: len(self.piles()[pile]))
                self.anna.script("arguments[0].scrollIntoView({block: 'center'})", card)
                self.anna.drag(card, self.anna.all(f"#division .heap[data-pile='{least}']")[0])
            # One card is moved to another pile.
            last = self.anna.all(f"#division .heap[data-pile='{heaps - 1}'] .card")[-1]
            name = last.text
            self.anna.drag(last, self.anna.all("#division .heap[data-pile='1']")[0])
            self.assertIn(name, self.piles()[1])
            self.assertEqual(self.anna.number(), number, "the server has received nothing so far")
            cards = sum(len(pile) for pile in self.piles())
            self.anna.click(self.anna.all("#lay")[0])
            self.anna.until(lambda: self.anna.number() != number, "the division is accepted")
            given = table.record.read_text().count("\n- anna: ")
            self.assertGreaterEqual(given - before, cards - heaps, "the record has all parts")
            self.assertFalse(self.anna.all("#division .heap[data-pile='0'] .card"), "no part is asked again")

    def test_a_division_works_by_keys(self):
        with Served(SAN_MARCO, "--seed", "5", "--players", "3", "--human", "anna") as table:
            self.dividing(table)
            number = self.anna.number()
            heaps = len(self.piles())
            pile = 0
            for left in range(len(self.piles()[0]), 0, -1):
                self.assertEqual(len(self.piles()[0]), left, "the chosen card is in its pile")
                self.anna.script("document.querySelector('#division .heap[data-pile=\"0\"] .card').focus()")
                pile = pile % (heaps - 1) + 1
                self.anna.press(str(pile))
                self.assertIn("card", self.anna.focus(), "the focus stays on the card")
            before = self.piles()
            self.anna.press(Keys.ARROW_LEFT)
            self.assertNotEqual(self.piles(), before)
            self.anna.press(Keys.ARROW_RIGHT)
            self.assertEqual(sorted(self.piles()[pile]), sorted(before[pile]))
            self.assertIn(":", self.anna.script("return document.getElementById('divided').textContent"), "the page announces the pile")
            self.anna.script("document.getElementById('lay').focus()")
            self.anna.press(Keys.ENTER)
            self.anna.until(lambda: self.anna.number() != number, "the division is accepted")

    def test_a_browser_reconnects_to_a_restarted_server(self):
        with Served(SAN_MARCO, "--seed", "5", "--players", "3", "--human", "anna") as table:
            self.anna.open(table.links["anna"])
            chance = dice(2)
            for _ in range(5):
                self.anna.until(self.anna.asked, "anna is asked")
                self.anna.answer(chance)
            self.anna.until(self.anna.asked, "anna is asked")
            shown = self.anna.script("return document.getElementById('stands').innerText")
            table.stop()
            self.anna.until(lambda: "Reconnecting to the table" in self.anna.text(), "the page shows that the server is gone", 40)
            table.start(table.address)
            there = lambda: self.anna.number() >= 0 and "Reconnecting to the table" not in self.anna.text()
            self.anna.until(there, "the page has reconnected", 40)
            self.assertEqual(self.anna.script("return document.getElementById('stands').innerText"), shown)
            self.anna.answer(chance)

    def test_the_first_screen_shows_that_the_seat_was_taken(self):
        with Served(SAN_MARCO, "--seed", "5", "--players", "3", "--human", "anna") as table:
            self.anna.open(table.links["anna"])
            other = self.another()
            try:
                other.driver.get(table.links["anna"])
                self.assertIn("held at another screen", other.text())
                other.click(other.all("form button")[0])
                other.until(lambda: other.number() >= 0, "the other screen has the table")
                self.anna.until(lambda: "held at another screen" in self.anna.text(), "the first screen shows the message")
                self.assertTrue(other.asked() and self.anna.script("return document.getElementById('table').inert"))
            finally:
                other.quit()

    def test_a_game_is_played_by_keys_alone(self):
        with Served(ROOT / "rules/classics/tic_tac_toe", "--seed", "1", "--human", "anna") as table:
            self.anna.open(table.links["anna"])
            by_board = 0
            while not self.anna.over():
                self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")
                if self.anna.over():
                    break
                number = self.anna.number()
                board = by_board % 2 == 0
                by_board += 1
                # Moves the focus to the next button of the board, or of the list.
                for _ in range(60):
                    self.anna.press(Keys.TAB)
                    at = self.anna.focus()
                    if ("data-grip" in at and 'role="button"' in at) if board else 'name="option"' in at:
                        break
                else:
                    self.fail("no key reaches a button")
                self.anna.press(Keys.SPACE)
                self.anna.until(lambda: self.anna.number() != number or self.anna.over(), "the key answers")
                self.assertNotEqual(self.anna.focus(), "", "the focus does not return to the start of the page")
            self.assertGreaterEqual(by_board, 2)

    def test_rules_change_during_a_game(self):
        with tempfile.TemporaryDirectory() as folder:
            rules = Path(folder) / "tic_tac_toe"
            shutil.copytree(ROOT / "rules/classics/tic_tac_toe", rules)
            file = rules / "tic_tac_toe.tavola"
            good = file.read_text(encoding="utf-8")
            with Served(rules, "--seed", "1", "--human", "all") as table:
                self.anna.open(table.links["anna"])
                told = lambda: self.anna.script("return document.getElementById('rules')?.textContent ?? ''")
                file.write_text(good + "\nthis is no rule\n", encoding="utf-8")
                self.anna.until(lambda: "this is no rule" in told(), "the finding is shown at the side")
                self.anna.answer(dice(1))
                file.write_text(good, encoding="utf-8")
                self.anna.until(lambda: told() == "", "the error is gone")
                # With the renamed action, the old answers are illegal.
                file.write_text(good.replace("does put", "does lay").replace("action put", "action lay"), encoding="utf-8")
                self.anna.until(lambda: "no longer legal" in told(), "the page says that the game is no longer legal")
                self.anna.driver.get(table.links["the host"])
                self.anna.until(lambda: "is no longer possible" in self.anna.text(), "the host sees the reason")
                self.anna.click(self.anna.all("#rules form button")[0])
                self.anna.until(lambda: "the game continues with the new rules" in self.anna.text(), "the game continues")
                self.anna.open(table.links["anna"])
                self.assertTrue(self.anna.asked(), "and anna is asked again")

    def test_two_people_at_one_screen(self):
        with Served(ROOT / "rules/classics/kuhn_poker", "--seed", "4", "--human", "all", "--hotseat") as table:
            self.anna.open(table.links["at one screen"])
            for name in ["Anna", "Ben"]:
                self.anna.until(lambda: f"I am {name}" in self.anna.text(), "the screen waits for the next player")
                self.assertFalse(self.anna.all("#stands, #log"), "and the table is hidden")
                # After the first handover, the focus is already on the button.
                self.anna.press(*([] if 'id="sit"' in self.anna.focus() else [Keys.TAB]), Keys.ENTER)
                self.anna.until(lambda: self.anna.asked(), f"{name} is asked")
                self.assertIn(f"{name} (you)", self.anna.text())
                self.anna.click(self.anna.all("#answers .options button")[0])
                self.anna.until(lambda: self.anna.asked() is None, "the answer is accepted")
                if self.anna.all("#sit"):
                    self.anna.click(self.anna.all("#sit")[0])
            self.assertEqual(self.anna.complaints(), [])

    def test_answers_are_found_by_typing_and_refusals_are_explained(self):
        with Served(ROOT / "rules/classics/chess", "--seed", "1", "--human", "anna") as table:
            self.anna.open(table.links["anna"])
            self.anna.script("document.getElementById('find').focus()")
            number = self.anna.number()
            first = self.anna.all("#answers .options button")[0].get_attribute("data-label")
            self.anna.press("nothing like that", Keys.ENTER)
            self.anna.until(lambda: self.anna.script("return document.getElementById('why').textContent"), "the reason is shown")
            self.anna.script("document.getElementById('find').select()")
            self.anna.press(first)
            shown = [button for button in self.anna.all("#answers .options button") if button.is_displayed()]
            self.assertEqual([button.get_attribute("data-label") for button in shown], [first])
            self.anna.press(Keys.ENTER)
            self.anna.until(lambda: self.anna.number() != number, "the answer is accepted")

    def test_a_click_on_an_illegal_thing_shows_the_reason(self):
        with Served(ROOT / "rules/classics/tic_tac_toe", "--seed", "1", "--human", "anna") as table:
            self.anna.open(table.links["anna"])
            self.anna.until(self.anna.asked, "anna is asked")
            number = self.anna.number()
            self.anna.click(self.anna.all("#stands [data-id='b2']")[0])
            self.anna.until(lambda: self.anna.number() != number and self.anna.asked(), "anna is asked again")
            taken = self.anna.all("#stands [data-id='b2']")[0]
            before = table.record.read_text()
            self.anna.mouse("mousePressed", *self.anna.script(MIDDLE, taken))
            self.anna.mouse("mouseReleased", *self.anna.script(MIDDLE, taken))
            told = lambda: self.anna.script("return document.getElementById('why').textContent")
            self.anna.until(lambda: "`b2` is not possible" in told(), "the reason is shown")
            self.assertIn("TT-2", told(), "with its clause")
            self.assertEqual(table.record.read_text(), before)

    def test_changes_are_shown_where_they_happen(self):
        chance = dice(3)
        with Served(SAN_MARCO, "--seed", "4", "--players", "3", "--human", "anna") as table:
            self.anna.look(1300, 900)
            self.anna.open(table.links["anna"])
            # Counts the copies that move over the page.
            self.anna.script(
                "window.flown = 0; new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach("
                "(one) => { if (one.classList?.contains('flying')) window.flown += 1; }))).observe(document.body, { childList: true })"
            )
            shown = "return [...document.querySelectorAll('#log li')].filter((line) => line.checkVisibility()).map((line) => line.className)"
            lit = glowing = 0
            for _ in range(8):
                self.anna.until(lambda: self.anna.asked(), "anna is asked")
                lit += self.anna.script(
                    "buttons()[0].dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));"
                    "const lit = document.querySelectorAll('.lit').length;"
                    "buttons()[0].dispatchEvent(new PointerEvent('pointerout', { bubbles: true }));"
                    "return lit - 1000 * document.querySelectorAll('.lit').length"
                )
                before = self.anna.number()
                self.anna.answer(chance)
                self.anna.until(lambda: self.anna.number() != before, "the answer is accepted")
                glowing += self.anna.script("return document.querySelectorAll('.changed').length")
            self.assertGreater(lit, 0, "an answer lights what it names, and only as long as the pointer is there")
            self.assertGreater(self.anna.script("return window.flown"), 0, "things move to where they lie")
            self.assertGreater(glowing, 0, "what changed glows")
            self.anna.until(lambda: not self.anna.all(".flying"), "copies are removed")
            self.assertNotIn("move", " ".join(self.anna.script(shown)).split(), "the log has a line for each decision")
            self.assertGreater(self.anna.script("return document.querySelectorAll('#log li.since').length"), 0)
            self.anna.click(self.anna.all("#steps")[0])
            self.assertIn("move", " ".join(self.anna.script(shown)).split(), "each move has a line on request")
            self.assertEqual(self.anna.complaints(), [])

    def test_a_hand_stays_on_the_screen(self):
        with Served(ROOT / "rules" / "masters_of_venice", "--seed", "4", "--players", "3", "--human", "anna") as table:
            for width, height in [(1300, 900), (390, 844)]:
                self.anna.look(width, height)
                self.anna.open(table.links["anna"])
                self.anna.until(lambda: self.anna.asked() and self.anna.all("#hand"), "anna is asked, with cards in hand")
                self.anna.script("if (isTabbed()) showTab('mine')")
                box = self.anna.script("const box = document.querySelector('#hand').getBoundingClientRect(); return [box.top, box.bottom]")
                self.assertTrue(0 < box[0] < box[1] <= height + 1, f"{box} at {width}")
                self.assertFalse(self.anna.all(".own [data-in^='hand[']"), "the hand stands once on the page")

    def test_clicks_on_illegal_things_change_nothing(self):
        for game in GAMES:
            chance, clicked = dice(4), 0
            with self.subTest(game=game), Served(ROOT / "rules" / game, "--seed", "7", "--human", "anna") as table:
                self.anna.open(table.links["anna"])
                for _ in range(6):
                    self.anna.until(self.anna.asked, "anna is asked")
                    before, number = table.record.read_text(), self.anna.number()
                    others = self.anna.script(OTHERS)
                    clicked += len(others)
                    # Faster than a person clicks. In the end, the reason of the last click is shown.
                    for other in others[:: max(1, len(others) // 12)]:
                        self.anna.script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", other)
                        self.assertEqual(self.anna.script("return picked.length"), 0)
                    if others:
                        self.anna.until(lambda: self.anna.script("return document.getElementById('why').textContent"), "the reason is shown")
                    self.assertEqual((self.anna.number(), table.record.read_text()), (number, before))
                    self.assertEqual(self.anna.complaints(), [])
                    self.anna.answer(chance)
                self.assertGreater(clicked, 20, "there are things that are not offered")

    def test_a_repeated_question_is_declined_for_the_turn(self):
        between, chance = "Do you do something in between?", dice(3)
        with Served(ROOT / "rules/venice_of_the_north", "--seed", "11", "--players", "2", "--human", "anna") as table:
            self.anna.open(table.links["anna"])
            given = lambda: table.record.read_text().splitlines().count("- anna: done")
            for _ in range(200):
                self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")
                offered = self.anna.all("#answers button[formaction]")
                if offered:
                    break
                if self.anna.asked() != between:
                    self.anna.answer(chance)
                    continue
                before = self.anna.number()
                self.anna.click(self.anna.all("#answers .options button")[-1])
                self.anna.until(lambda: self.anna.number() != before, "the answer is accepted")
            self.assertEqual((len(offered), self.anna.asked()), (1, between))
            self.assertIn("for the rest of the turn", offered[0].text)
            before, number = given(), self.anna.number()
            self.anna.click(offered[0])
            self.anna.until(lambda: self.anna.number() != number, "the answer is accepted")
            self.assertGreater(given(), before, "the decline is recorded as an answer")
            self.assertNotEqual(self.anna.asked(), between)
            self.assertEqual(self.anna.complaints(), [])

    def test_what_is_asked_is_visible_without_scrolling(self):
        for game in GAMES:
            chance = dice(5)
            with self.subTest(game=game), Served(ROOT / "rules" / game, "--seed", "5", "--human", "anna") as table:
                self.anna.look(1300, 900)
                self.anna.open(table.links["anna"])
                for turn in range(30):
                    self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")
                    if self.anna.over():
                        break
                    self.assertEqual(self.anna.script(BEYOND), [], f"at answer {turn}")
                    self.assertEqual(self.anna.script(CROSSED), [], f"at answer {turn}")
                    unseen = self.anna.script(UNSEEN)
                    if unseen:
                        # Not everything fits: a button scrolls to the rest.
                        self.assertTrue(self.anna.script("return !document.querySelector('#more').hidden"), f"{unseen} at answer {turn}")
                        self.anna.click(self.anna.all("#more")[0])
                        self.assertNotEqual(self.anna.script(UNSEEN), unseen)
                    self.anna.answer(chance)
                # The question stays visible while scrolling, also on a phone.
                for width, height in [(1300, 900), (320, 800)]:
                    self.anna.look(width, height)
                    self.anna.script("scrollTo(0, document.documentElement.scrollHeight)")
                    box = self.anna.script("const box = document.querySelector('#question').getBoundingClientRect(); return [box.top, box.bottom]")
                    self.assertTrue(0 <= box[0] and box[1] <= height, f"{box} at {width}")

    def test_folded_parts_stay_folded(self):
        with Served(SAN_MARCO, "--seed", "5", "--players", "3", "--human", "anna") as table:
            self.anna.open(table.links["anna"])
            shown = lambda: self.anna.script("return [...document.querySelectorAll('.fold')].map((part) => part.open)")
            self.assertEqual(shown(), [True, True], "at first all parts are open")
            self.anna.script("document.querySelector('.fold > summary').focus()")
            self.anna.press(Keys.ENTER)
            self.anna.until(lambda: shown() == [False, True], "a key folds a part")
            for _ in range(3):
                self.anna.until(self.anna.asked, "anna is asked")
                self.anna.answer(dice(5))
                self.assertEqual(shown(), [False, True], "the part stays folded")
            self.anna.open(table.links["anna"])
            self.assertEqual(shown(), [False, True], "also after a reload")
            self.anna.click(self.anna.all(".fold > summary")[0])
            self.anna.until(lambda: shown() == [True, True], "a click opens it")

    def test_pages_fit_a_phone_and_pass_the_accessibility_check(self):
        for game in GAMES:
            with Served(ROOT / "rules" / game, "--seed", "5", "--human", "anna") as table:
                self.anna.open(table.links["anna"])
                for dark, width in [(False, 1200), (True, 320)]:
                    self.anna.look(width, 800, dark)
                    self.assertFalse(self.anna.scrolls_sideways(), f"{game} at {width}")
                    self.assertEqual(self.anna.script(HIDDEN), [], f"{game} at {width}: columns that are out of sight")
                    self.assertEqual(self.anna.script(SMALL), [], f"{game} at {width}: too small for a finger")
                    with self.subTest(game=game, dark=dark, width=width):
                        self.assertEqual(self.anna.serious(), [])
                host = table.links["the host"]
                self.anna.driver.get(f"{table.links['anna']}/at/1")
                self.assertEqual(self.anna.serious(), [], "looking back")
                self.anna.driver.get(host)
                self.assertEqual(self.anna.serious(), [], "the host")

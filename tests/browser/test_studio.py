"""The path of a designer through the studio: open, make a mistake, see the finding, fix it, save, see a test turn red, go to it."""

import re

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from studio import Designing, Studio


class Designs(Designing):
    def test_the_table_leads_to_its_rules(self):
        with Studio() as studio:
            self.open(studio)
            self.table("What do you do?")
            before = self.when()
            self.alt_click("#hand .thing")
            self.lands("| prayer ")
            self.assertIn("hand[p in Player]", self.panel("links"), "and the place in which it lies is listed")
            self.assertIn("MY-4", self.panel("links"), "with the clauses that it cites")
            self.anna.picture("studio-links")
            self.alt_click("#hand .thing ~ .thing")
            self.lands("| toll ")
            self.alt_click(".own dl > div")
            self.lands("track coins[Player]")
            self.alt_click("#answers .options button")
            self.lands("action ride")
            self.assertEqual(self.when(), before, "nothing is answered")
            self.alt_click("#question h2")
            self.lands("menu turn")
            self.alt_click("#score")
            self.lands("winner p in Player")
            self.alt_click("#log li")
            self.lands("phase day")

            self.anna.click(self.anna.all("#find-rule")[0])
            self.assertEqual(self.anna.all("#find-rule")[0].get_attribute("aria-pressed"), "true")
            self.anna.driver.switch_to.frame("frame")
            self.anna.script("document.querySelector('#answers .options button').focus()")
            self.anna.press(Keys.ENTER)
            self.anna.driver.switch_to.default_content()
            self.lands("action ride")
            self.assertEqual(self.anna.all("#find-rule")[0].get_attribute("aria-pressed"), "false", "one click ends it")
            self.assertEqual(self.when(), before, "nothing is answered")
            self.assertEqual(self.anna.serious(), [])
            self.assertEqual(self.anna.complaints(), [])

    def test_a_rule_lights_what_it_touches(self):
        with Studio() as studio:
            self.open(studio)
            self.table("What do you do?")
            self.write("you gains l.worth coins", "you gains l.worth coins")
            self.anna.until(lambda: self.touched() == ["coins", "coins"], "the coins of both players are lit")
            self.assertIn("Lit at the table: coins.", self.anna.all("#here")[0].text)
            self.anna.picture("studio-touched")
            self.write("each p in Player: draw", "each p in Player: draw")
            self.anna.until(lambda: "Asked 6 times in this game." in self.anna.all("#here")[0].text, "the answers of chance are counted")
            self.assertTrue({"prayer", "toll", "crown"} & set(self.touched()), "the cards in the hand are lit")
            seen = "return [...document.querySelectorAll('.touched')].some((part) => part.checkVisibility())"
            self.assertTrue(self.framed(seen), "in a narrow frame, their tab is opened")
            self.assertEqual(self.anna.complaints(), [])

    def test_time_line_and_capture(self):
        with Studio() as studio:
            self.open(studio)
            self.table("What do you do?")
            self.anna.until(lambda: self.when() == "now, after 6 answers", "the time line has the answers")
            self.anna.driver.switch_to.frame("frame")
            self.anna.all("#answers .options button")[0].click()
            self.anna.driver.switch_to.default_content()
            self.anna.until(lambda: self.when() == "now, after 7 answers", "and each new one")
            self.anna.script("document.getElementById('answers').focus()")
            self.anna.press(Keys.ARROW_LEFT)
            self.assertEqual(self.when(), "after 6 of 7 answers: chance: bag of seed")
            self.table("Anna: What do you do?")
            self.assertFalse(self.framed("return document.querySelector('#answers') !== null"), "nothing is answered there")
            self.alt_click("#question h2")
            self.lands("menu turn")
            self.alt_click("#log li.move")
            self.lands("each p in Player: draw hand_size")
            self.anna.picture("studio-time")
            self.assertEqual(self.anna.serious(), [])

            self.anna.click(self.anna.all("#capture")[0])
            self.anna.until(lambda: self.anna.all("dialog[open]"), "the dialog is open")
            self.assertEqual([field.get_attribute("value") for field in self.anna.all("dialog input[type=number]")], ["7", "1"])
            self.assertIn("Anna: ride to Abbey", self.anna.all("dialog[open]")[0].text)
            self.anna.script("document.querySelector('dialog input[aria-label=Name]').focus()")
            self.anna.press("first ride", Keys.ENTER)
            self.anna.until(lambda: self.state() == "Captured answer 7 in scenarios/first_ride.yaml. 6 tests passed.", "it is captured and passes")
            self.assertEqual(self.anna.script("return location.hash"), "#scenarios/first_ride.yaml")
            self.assertIn("ride(abbey)", (studio.game / "scenarios/first_ride.yaml").read_text(encoding="utf-8"))

            self.anna.click(self.anna.all("#resume")[0])
            self.anna.until(lambda: self.when() == "now, after 6 answers", "the game goes on from there")
            self.anna.until(lambda: self.framed("return document.querySelector('#answers') !== null"), "and the question is asked again")
            self.assertEqual(self.anna.complaints(), [])

    def test_a_failed_test_is_shown_at_the_table(self):
        with Studio() as studio:
            self.open(studio)
            self.write("l.worth coins", "l.worth + 1 coins")
            self.chord(Keys.CONTROL, "s")
            self.anna.until(lambda: "2 of 5 tests failed" in self.state(), "tests have failed")
            show = [button for button in self.anna.all("#tests .failure button") if "Show" in button.text]
            self.anna.click(show[-1])
            self.table("The rule that the scenario calls has ended.")
            failed = self.anna.all("#failed")[0].text
            self.assertTrue(all(words in failed for words in ("a letter is delivered", "coins[anna]", "expected", "actual")), failed)
            self.anna.until(lambda: "coins" in self.touched(), "what differs is lit")
            self.assertEqual(self.framed("return document.querySelector('.touched dd').textContent"), "2")
            self.assertEqual(self.when(), "after 3 of 3 answers: Anna: ride to Abbey")
            self.anna.picture("studio-failed")
            self.assertEqual(self.anna.serious(), [])
            self.anna.click(self.anna.all("#earlier")[0])
            self.assertEqual(self.when(), "after 2 of 3 answers: chance: lantern")

            self.write("l.worth + 1 coins", "l.worth coins")
            self.chord(Keys.CONTROL, "s")
            self.anna.until(lambda: "Passed now" in self.anna.all("#failed")[0].text, "the test is followed")
            self.anna.click(self.anna.all("#again")[0])
            self.anna.until(lambda: not self.anna.all("#failed")[0].is_displayed(), "another game begins")
            self.table("What do you do?")
            self.assertEqual(self.anna.complaints(), [])

    def test_a_game_begins_in_the_studio(self):
        with Studio(made=False) as studio:
            self.anna.driver.get(studio.link)
            self.anna.until(lambda: self.anna.all("#pattern option"), "the start page is filled")
            self.anna.complaints()
            self.assertEqual(self.anna.script("return document.getElementById('name').value"), "my")
            for sort in ("pattern", "markdown", "template"):
                self.anna.click(self.anna.all(f"[value={sort}]")[0])
                for dark, width in [(False, 1300), (True, 390)]:
                    self.anna.look(width, 900, dark)
                    with self.subTest(sort=sort, dark=dark):
                        self.assertEqual(self.anna.serious(), [])
                        self.assertFalse(self.anna.scrolls_sideways())
            self.anna.look(1300, 900)
            self.anna.script("document.getElementById('name').select()")
            self.anna.press("My Game", Keys.ENTER)
            self.anna.until(lambda: "cannot be the name of a game" in self.anna.all("#refused")[0].text, "a wrong name is explained")
            self.anna.picture("studio-start")
            self.anna.complaints()  # Drops the refused request.
            self.anna.script("document.getElementById('name').select()")
            self.anna.press("my", Keys.ENTER)
            self.anna.until(lambda: self.anna.all("#editor") and "5 tests passed" in self.state(), "the studio opens")
            self.assertTrue((studio.game / "my.tavola").exists())

            self.anna.click(self.anna.all("#side-manual")[0])
            self.anna.until(lambda: "Before you begin" in self.panel("manual"), "the tutorial is shown")
            self.anna.click([link for link in self.anna.all("#manual-text a[data-page]") if link.text == "Berries"][0])
            self.anna.until(lambda: "Write the game" in self.panel("manual"), "a link leads to its page")
            self.assertEqual(self.anna.serious(), [])
            self.anna.picture("studio-manual")
            self.anna.click(self.anna.all("#manual-back")[0])
            self.anna.until(lambda: "Before you begin" in self.panel("manual"), "and back")
            self.anna.script("const pages = document.getElementById('manual-page'); pages.value = 'patterns'; pages.dispatchEvent(new Event('change'))")
            self.anna.until(lambda: "discards down to the limit" in self.panel("manual"), "the patterns have their purpose")
            self.assertEqual(self.anna.serious(), [])
            limit = [pattern for pattern in self.anna.all("#manual-text article") if "Hand limit" in pattern.text][0]
            self.anna.click(limit.find_elements("css selector", "button")[0])
            self.anna.until(lambda: "Which cards do you discard?" in self.panel("manual"), "its rules are beside the editor")
            insert = [button for button in self.anna.all("#manual-text pre + p button") if button.text == "Insert at the cursor"]
            unsaved = "return document.querySelector('#files [aria-current]').classList.contains('unsaved')"
            self.anna.click(insert[0])
            self.anna.until(lambda: self.anna.script(unsaved), "a pattern is inserted")
            self.chord(Keys.CONTROL, "z")
            self.anna.until(lambda: not self.anna.script(unsaved), "and taken back")
            play = [button for button in self.anna.all("#manual-text pre + p button") if button.text == "Play it"]
            self.anna.click(play[2])
            self.table("Which cards do you discard?")
            self.assertFalse(self.anna.all("#manual")[0].is_displayed(), "the table is in its place")
            self.anna.click(self.anna.all("#again")[0])
            self.table("What do you do?")
            self.assertEqual(self.anna.complaints(), [])

    def test_a_clause_is_cited_and_read_in_the_rulebook(self):
        with Studio() as studio:
            self.open(studio)
            self.anna.click(self.anna.all("#tab-clauses")[0])
            self.anna.until(lambda: "MY-10" in self.panel("clauses"), "the clauses are shown")
            self.write("phase day", "phase day")
            clause = self.anna.all("#clauses article[data-clause=MY-6]")[0]
            line = [line for line in self.anna.all(".cm-line") if line.text.startswith("phase day")][0]
            self.anna.script("arguments[0].scrollIntoView()", clause)
            ActionChains(self.anna.driver).drag_and_drop(clause, line).perform()
            self.anna.until(lambda: "Cited MY-6 on line" in self.state(), "it is dropped on a line")
            self.assertIn("MY-6", self.line())
            self.assertTrue(self.line().startswith("phase day"))
            self.chord(Keys.CONTROL, "z")
            self.anna.until(lambda: "MY-6" not in self.line(), "undo takes it back")

            self.write("repeat rounds times", "repeat rounds times")
            button = self.anna.all("#clauses article[data-clause=MY-1] h3 button")[0]
            self.anna.script("arguments[0].focus()", button)
            self.anna.press(Keys.ENTER)
            self.anna.until(lambda: "Cited MY-1 on line" in self.state(), "the keyboard cites, too")
            self.assertIn("repeat rounds times", self.line())
            self.anna.script("arguments[0].focus()", button)
            self.anna.press(Keys.ENTER)
            self.anna.until(lambda: "cites MY-1 already" in self.state(), "once is enough")
            self.anna.complaints()  # Drops the refused request.
            self.chord(Keys.CONTROL, "s")
            self.anna.until(lambda: "5 tests passed" in self.state(), "it is saved")
            self.assertRegex((studio.game / "my.tavola").read_text(encoding="utf-8"), r"repeat rounds times: day +\[.*MY-1\]")

            self.anna.click(self.anna.all("#side-rulebook")[0])
            read = "return document.getElementById('rulebook-frame').contentDocument?.body?.innerText ?? ''"
            self.anna.until(lambda: "Rounds in a game: 8" in self.anna.script(read), "the rulebook is shown")
            self.assertEqual(self.anna.serious(), [])
            self.anna.driver.switch_to.frame("rulebook-frame")
            [mark for mark in self.anna.all("strong") if mark.text == "MY-10"][0].click()
            self.anna.driver.switch_to.default_content()
            self.lands("winner p in Player")
            self.assertIn("MY-10 is cited on line", self.state())
            self.anna.picture("studio-rulebook")
            self.write("rounds    | 8", "rounds    | 7")
            self.chord(Keys.CONTROL, "s")
            self.anna.until(lambda: "Rounds in a game: 7" in self.anna.script(read), "it follows what is saved")
            self.assertEqual(self.anna.complaints(), [])

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

    def test_figures_grow_beside_the_editor_and_lead_to_the_table(self):
        with Studio() as studio:
            self.open(studio)
            self.anna.click(self.anna.all("#tab-figures")[0])
            self.anna.click(self.anna.all("#after-save")[0])
            self.anna.click(self.anna.all("#figures form button.main")[0])
            self.anna.until(lambda: "2 players:" in self.reported(), "the first figures are shown")
            self.write("| rounds    | 8", "| rounds    | 4")
            self.chord(Keys.CONTROL, "s")
            self.anna.until(lambda: "before" in self.panel("figures-beside"), "figures of the saved rules stand beside the earlier ones", 60)
            self.assertRegex(self.panel("figures-beside"), r"questions per game\s+32\.0\s+16\.0")
            self.anna.until(lambda: "finished" in self.panel("figures-progress"), "the run ends", 120)
            self.anna.look(1300, 900, True)
            self.anna.picture("studio-figures")
            self.assertEqual(self.anna.serious(), [])
            self.anna.look(1300, 900)

            game = "const games = document.querySelector('#figures .report').shadowRoot.querySelectorAll('[data-game]'); games[0].click(); return games.length"
            self.assertGreater(self.anna.script(game), 0, "games to look at are named")
            self.anna.until(lambda: re.match(r"after (\d+) of \1 answers", self.when()), "such a game opens at its end")
            self.table("The game is over")
            self.assertTrue(self.framed("return document.querySelector('#won') !== null"), "with the result that the game's own page has")

            choose = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; field.dispatchEvent(new Event('change', { bubbles: true }))"
            self.anna.script(choose, "#figures select", "find")
            self.anna.script("document.querySelector('#figures [aria-label=Condition]').focus()")
            self.anna.press("coins[anna] >= 4", Keys.ENTER)
            self.anna.until(lambda: "is true after" in self.reported(), "the position is found", 60)
            answers = re.search(r"after (\d+) answer", self.reported())[1]
            self.anna.script(game)
            self.anna.until(lambda: self.when().startswith(f"after {answers} of"), "and opens at the table")
            self.table("coins")

            self.write("winner p in", "winner q in")
            self.chord(Keys.CONTROL, "s")
            self.anna.until(lambda: "error" in self.state(), "the rules are wrong")
            self.anna.click(self.anna.all("#tab-figures")[0])
            self.anna.until(lambda: "The rules have errors." in self.panel("figures-problem"), "the panel says so")
            self.assertEqual(self.anna.complaints(), [])

    def test_one_person_plays_all_seats(self):
        with Studio() as studio:
            self.open(studio)
            self.anna.click(self.anna.all("#tab-settings")[0])
            self.anna.until(lambda: self.anna.all("#people"), "the settings are shown")
            self.anna.script("document.getElementById('people').value = 'all'; document.getElementById('people').dispatchEvent(new Event('change'))")
            self.anna.click(self.anna.all("#settings form button.main")[0])
            seat = "const seat = document.getElementById('seat'); return seat.selectedOptions[0].textContent"
            self.anna.until(lambda: self.anna.script("return document.getElementById('seat').textContent").count("(you)") == 2, "both are people")
            hand_over = "const button = document.getElementById('hand-over'); return button.checkVisibility() ? button.textContent : ''"
            self.assertEqual(self.anna.script(hand_over), "", "Anna has a question")
            click = "const button = document.querySelector('#answers .options button'); button?.click(); return true"
            self.anna.until(lambda: self.anna.script(hand_over) or not self.framed(click), "Anna has nothing to answer any more")
            self.assertEqual(self.anna.script(hand_over), "Hand over to Ben")
            self.anna.picture("studio-hand-over")
            self.assertEqual(self.anna.serious(), [])
            self.anna.click(self.anna.all("#hand-over")[0])
            self.table("What do you do?")
            self.assertEqual(self.anna.script(seat), "Ben (you)")
            self.assertEqual(self.anna.script(hand_over), "", "Ben has a question")

            why = "return document.getElementById('why').textContent"
            ask = "const find = document.getElementById('find'); find.value = 'ride to nowhere'; find.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); return true"
            self.framed(ask)
            self.anna.until(lambda: self.framed(why), "a refusal is said")
            covered = """const [line, buttons] = [document.getElementById('why').getBoundingClientRect(), [...document.querySelectorAll('#answers button')]];
                return buttons.filter((one) => one.checkVisibility()).filter((one) => one.getBoundingClientRect().top < line.bottom && one.getBoundingClientRect().bottom > line.top && one.id !== 'clear').length"""
            self.assertEqual(self.framed(covered), 0, "it lies over no button")
            self.framed("document.querySelector('#question h2').click(); return true")
            self.assertEqual(self.framed(why), "", "the next click takes it back")
            self.assertEqual(self.anna.complaints(), [])

    def test_panels_and_accessibility(self):
        with Studio() as studio:
            self.open(studio)
            self.anna.script("document.getElementById('tab-findings').focus()")
            for tab, words in [("tests", "5 tests passed"), ("clauses", "MY-10"), ("settings", "hand_size"), ("figures", "After each save"), ("links", "Find the rule")]:
                self.anna.press(Keys.ARROW_RIGHT)
                self.anna.until(lambda: words in self.panel(tab), f"{tab} is filled")
                for dark, width in [(False, 1300), (True, 390)]:
                    self.anna.look(width, 900, dark)
                    with self.subTest(tab=tab, dark=dark):
                        self.assertEqual(self.anna.serious(), [])
                        self.assertFalse(self.anna.scrolls_sideways())
                self.anna.look(1300, 900)
            self.assertEqual(self.anna.complaints(), [])

    def test_a_board_is_laid_out(self):
        with Studio() as studio:
            self.open(studio)
            self.table("What do you do?")
            look = studio.game / "look.yaml"
            written = lambda: look.read_text(encoding="utf-8") if look.exists() else ""
            corner = "return document.querySelector('.cell[data-id=abbey]')?.getAttribute('transform')"
            cells = self.framed("return document.querySelectorAll('figure .cell').length")
            self.anna.click(self.anna.all("#layout")[0])
            self.anna.until(lambda: self.framed("return document.querySelectorAll('.space').length") == cells, "the spaces can be moved")
            before = [self.framed(corner), self.when()]
            self.drag_space("abbey", (-60, 10))
            self.anna.until(lambda: "abbey: [" in written(), "the first drag writes a look")
            self.assertEqual(written().count(": ["), cells + 1, "with the size, and positions of all spaces")
            self.anna.until(lambda: self.framed(corner) != before[0] and not self.framed("return document.querySelector('.space.dragged')"), "the table shows it")
            self.assertEqual(self.when(), before[1], "nothing is answered")

            at = lambda: [int(part) for part in re.search(r"bridge: \[(\d+), (\d+)\]", written()).groups()]
            x, y = at()
            # No answer names the bridge, so the table's own script does not keep the focus there.
            self.focus_space("bridge")
            for key, wanted in [(Keys.ARROW_RIGHT, [x + 1, y]), (Keys.ARROW_UP, [x + 1, y - 1])]:
                version = self.framed("return number")
                self.anna.press(key)
                self.anna.until(lambda: at() == wanted, "the arrow keys move it")
                self.anna.until(lambda: self.framed("return number") > version, "the table is drawn again")
                self.assertEqual(self.framed("return document.activeElement.dataset.id"), "bridge", "and keeps the focus")
            self.anna.press(Keys.ENTER)
            self.anna.until(lambda: "all of this kind" in self.panel("looks"), "its look and that of its kind are shown")
            field = self.anna.all("#looks input[aria-label=Colour]")[0]
            field.send_keys("golt", Keys.TAB)
            self.anna.until(lambda: "did you mean gold?" in self.panel("looks"), "a wrong colour is refused")
            # The refusal is an answer of the server, which the browser logs.
            self.assertTrue(all("409" in entry["message"] for entry in self.anna.complaints()))
            self.anna.all("#looks input[aria-label=Colour]")[0].send_keys(Keys.BACKSPACE, "d", Keys.TAB)
            self.anna.until(lambda: "bridge: gold" in written(), "a colour is written")
            fill = "return getComputedStyle(document.querySelector('.cell[data-id=bridge] > .box')).fill"
            self.anna.until(lambda: self.framed(fill) == "rgb(255, 215, 0)", "and seen at the table")
            self.anna.picture("studio-layout")
            self.assertEqual(self.anna.serious(), [])
            self.anna.click(self.anna.all("#undo-look")[0])
            self.anna.until(lambda: "gold" not in written() and at() == [x + 1, y - 1], "each change is one step of undo")
            self.assertEqual(self.panel("findings"), "")
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

    def test_a_game_without_a_board(self):
        with Studio(copy="doge", players=3) as studio:
            self.open(studio)
            self.table("Where do you want votes?")
            folds = "return [...document.querySelectorAll('[data-fold] summary')].map((part) => part.textContent)"
            self.assertIn("On the table", self.framed(folds), "there is no board beside which things lie")
            self.assertEqual(self.anna.all("#seat option")[0].text, "Anna (you)", "names are those that players read")
            self.anna.click(self.anna.all("#tab-looks")[0])
            self.anna.until(lambda: "Players" in self.panel("looks"), "the tab is filled")
            colours = "return [...document.querySelectorAll('#looks input[type=color]')].map((field) => field.value)"
            self.assertEqual(self.anna.script(colours)[:2], ["#ffffff", "#2b2a28"], "the colours that players have at the table")
            self.assertIn("San Marco: District", self.anna.all("#look-name")[0].text)
            waits = "document.getElementById('side-rulebook').click(); return document.getElementById('rulebook-loading').checkVisibility()"
            self.assertTrue(self.anna.script(waits), "while the rulebook is loaded, the page says so")
            self.anna.until(lambda: not self.anna.all("#rulebook-loading")[0].is_displayed(), "until it is there")
            self.assertEqual(self.anna.serious(), [])
            self.assertEqual(self.anna.complaints(), [])

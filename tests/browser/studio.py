"""The studio, and a designer with a browser."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from table import PROGRAM, ROOT, Person


class Studio:
    """`tavola studio` for a new game or a copy of a game, with the link that it prints. Without `made`, its page makes the game."""

    def __init__(self, made=True, copy=None, players=2):
        self.folder = tempfile.TemporaryDirectory()
        self.game = Path(self.folder.name) / (copy or "my")
        if copy:
            shutil.copytree(ROOT / "rules" / copy, self.game)
        elif made:
            subprocess.run([PROGRAM, "new", str(self.game)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        command = [PROGRAM, "studio", str(self.game), "--players", str(players), "--seed", "4"]
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


class Designer(Person):
    """A browser in which the studio is open."""

    def complaints(self):
        """Errors of the page's script. The page of a table that another game has replaced may ask for it once more."""
        return [entry for entry in super().complaints() if not re.search(r"/table - .* 404 ", entry["message"])]


class Designing(unittest.TestCase):
    """Tests with a browser for a designer, which all tests of the class share."""

    @classmethod
    def setUpClass(cls):
        cls.anna = Designer(1300, 900)
        cls.addClassCleanup(cls.anna.quit)

    def setUp(self):
        self.anna.look(1300, 900)

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

    def framed(self, script, *arguments):
        """The value of a script in the page in the frame. None while it is loaded."""
        self.anna.driver.switch_to.frame("frame")
        try:
            return self.anna.script(script, *arguments)
        except WebDriverException:
            return None
        finally:
            self.anna.driver.switch_to.default_content()

    def alt_click(self, selector, at=0):
        """Opens the tab of a part of the table, if the frame is narrow, and clicks on the part with Alt held."""
        self.anna.driver.switch_to.frame("frame")
        part = self.anna.all(selector)[at]
        if not part.is_displayed():
            name = self.anna.script("return tabOf(arguments[0])", part)
            self.anna.all(f"#tabs [data-part={name}]")[0].click()
        ActionChains(self.anna.driver).key_down(Keys.ALT).click(part).key_up(Keys.ALT).perform()
        self.anna.driver.switch_to.default_content()

    def line(self):
        return self.anna.script("return document.querySelector('.cm-activeLine')?.textContent.trim() ?? ''")

    def lands(self, words):
        """Waits until the cursor of the editor is on a line with these words."""
        self.anna.until(lambda: words in self.line(), f"the editor goes to {words}")

    def touched(self):
        """Names of the things and values at the table that are lit."""
        return self.framed("return [...document.querySelectorAll('.touched')].map((part) => part.dataset.id ?? part.firstElementChild?.textContent)") or []

    def when(self):
        return self.anna.script("return document.getElementById('when').textContent")

    def reported(self, selector="#figures-problem ~ .report"):
        """The text of a report of figures, which stands in a shadow tree."""
        return self.anna.script("return document.querySelector(arguments[0]).shadowRoot.querySelector('main')?.innerText ?? ''", selector)

    def drag_space(self, name, by):
        """Drags a space of the table with the mouse."""
        self.anna.driver.switch_to.frame("frame")
        drag = lambda space: ActionChains(self.anna.driver).click_and_hold(space).move_by_offset(*by).move_by_offset(1, 1).release().perform()
        for _ in range(5):
            try:
                drag(self.anna.all(f".space[data-id={name}] > .box")[0])
                break
            except StaleElementReferenceException:
                pass  # The table was drawn again between search and drag.
        self.anna.driver.switch_to.default_content()

    def focus_space(self, name):
        self.anna.driver.switch_to.frame("frame")
        self.anna.script("document.querySelector(`.space[data-id=${arguments[0]}]`).focus()", name)
        self.anna.driver.switch_to.default_content()

"""A served table, and players with a browser each, who read pages and click."""

import base64
import os
import random
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TAVOLA", str(ROOT / "target/release/tavola"))
# Chromium without windows: the same page for half the processor time. Not the script in `/usr/bin`, which the driver would end in its place.
BROWSER = os.environ.get("BROWSER", "/usr/lib/chromium/chromium-headless-shell")
# The accessibility checker axe.
AXE = os.environ.get("AXE", str(ROOT / "target/browser/node_modules/axe-core/axe.min.js"))
# Folder for pictures of the pages. None: no pictures.
PICTURES = os.environ.get("PICTURES")


# A visible point of an element that nothing covers. Null if there is none.
REACH = """
const part = arguments[0];
part.scrollIntoView({ block: "center", inline: "center" });
const box = part.getBoundingClientRect();
for (let step = 1; step < 400; step++) {
  // Points spread over the box, starting in its middle.
  const x = box.left + box.width * ((0.5 + (step - 1) * 0.7548776662) % 1);
  const y = box.top + box.height * ((0.5 + (step - 1) * 0.5698402910) % 1);
  const hit = part.getRootNode().elementFromPoint(x, y);
  const own = part.dataset.id ? hit?.closest(".can,.picked") : hit?.closest("a,button,input,summary");
  if (own && (own === part || (part.dataset.id && own.dataset.id === part.dataset.id))) return [x, y];
}
return null;
"""

MIDDLE = """
const box = arguments[0].getBoundingClientRect();
return [box.left + box.width / 2, box.top + box.height / 2];
"""


class Served:
    """`tavola serve`, with the links that it prints."""

    def __init__(self, rules, *options, record=None):
        self.folder = tempfile.TemporaryDirectory()
        self.record = Path(self.folder.name) / "game.yaml"
        if record:
            self.record.write_text(record, encoding="utf-8")
        self.command = [PROGRAM, "serve", str(rules), *options, "--record", str(self.record)]
        self.start("127.0.0.1:0")

    def start(self, listen):
        command = [*self.command, "--listen", listen]
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.links = {}
        for line in self.child.stdout:
            found = re.match(r"  (.+): (http://\S+)$", line)
            if found:
                self.links[found[1]] = found[2]
            if found and found[1] == "the host":
                break
        assert self.links, f"{command} printed no links"
        self.address = next(iter(self.links.values())).split("/")[2]

    def stop(self):
        self.child.kill()
        self.child.wait()
        self.child.stdout.close()

    def again(self):
        """Ends the server, and starts it again at the same address."""
        self.stop()
        self.start(self.address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.folder.cleanup()


class Person:
    """A browser in which one seat is open."""

    def __init__(self, width=1200, height=900, dark=False):
        options = webdriver.ChromeOptions()
        options.binary_location = BROWSER
        for argument in ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.pressed = False
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.look(width, height, dark)

    def look(self, width, height=900, dark=False):
        """Sets the size of the screen, which may be smaller than a window, and the colour scheme."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def open(self, link):
        self.driver.get(link)
        self.complaints()  # Drops errors of the table that was open before.
        self.until(lambda: self.number() >= 0, "the page has its table")

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def number(self):
        """The version of the table on the page, -1 until it is arranged. It grows with each change."""
        return self.script("return 'ready' in (document.body?.dataset ?? {}) ? number : -1")

    def until(self, holds, what, seconds=20):
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"timeout: {what}\n{self.text()}"
            time.sleep(0.02)

    def text(self):
        return self.script("return document.body?.innerText ?? ''")

    def asked(self):
        """The open question on the page. None if there is none."""
        return self.script("return document.querySelector('#answers') ? document.querySelector('#question h2').textContent : null")

    def over(self):
        return self.script("return document.querySelector('#question')?.innerText.includes('The game is over') ?? false")

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def picture(self, name):
        """A picture of the whole page."""
        if PICTURES:
            shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": self.clip()})
            (Path(PICTURES) / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))

    def clip(self):
        width, height = self.script("return [innerWidth, document.documentElement.scrollHeight]")
        return {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}

    def scrolls_sideways(self):
        return self.script("return document.documentElement.scrollWidth > innerWidth")

    def stands(self):
        """Whether the game is over, whether there is a question, and whether the page is wider than the screen."""
        return self.script(
            "return [document.querySelector('#question').textContent.includes('The game is over'),"
            " document.querySelector('#answers') !== null, document.documentElement.scrollWidth > innerWidth]"
        )

    def complaints(self):
        """Errors of the page's script. Rate limiting is no error: this mouse is faster than a person, and the page asks again."""
        severe = [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        return [entry for entry in severe if "429 (Too Many Requests)" not in entry["message"]]

    def answer(self, chance):
        """Answers the open question by clicks: on things that answers name, or on the button of an answer."""
        before = self.number()
        if chance.random() < 0.5 and self.points(chance, before):
            return
        while self.number() == before:
            button = self.one("#answers .options button, .branch:not([open]) > summary", chance)
            if not button:
                break
            try:
                branch = button.tag_name == "summary"
            except StaleElementReferenceException:
                continue
            if self.click(button) and not branch:
                break
        self.until(lambda: self.number() != before, "the answer is accepted")

    def points(self, chance, before):
        """Clicks on things on the table until only one answer is left. The page then gives that answer."""
        for _ in range(4):
            part = self.one(".can", chance)
            if not part or self.number() != before:
                break
            self.click(part)
            if self.script("return left().length") == 1:
                self.until(lambda: self.number() != before, "the answer is accepted")
        return self.number() != before

    def one(self, selector, chance):
        """A random visible element."""
        return self.script(
            "const all = [...document.querySelectorAll(arguments[0])].filter((part) => part.checkVisibility());"
            "return all[Math.floor(arguments[1] * all.length)] ?? null",
            selector,
            chance.random(),
        )

    def click(self, element):
        """Clicks on a visible point of the element, as a mouse does. An element without such a point is an error of the page.

        Returns whether the element was hit. It is missed where an update of the page moves or replaces it between search and click.
        """
        try:
            self.script("window.clicked = false; arguments[0].addEventListener('click', () => { window.clicked = true; }, { capture: true, once: true })", element)
            point = self.script(REACH, element)
        except StaleElementReferenceException:
            return False
        assert point, f"nobody can click on this: {self.script('return arguments[0].outerHTML', element)[:300]}"
        self.mouse("mousePressed", *point)
        self.mouse("mouseReleased", *point)
        return self.script("return window.clicked !== false")

    def drag(self, element, to):
        """Drags an element onto another one."""
        start, end = [self.script(MIDDLE, part) for part in (element, to)]
        self.mouse("mousePressed", *start)
        for step in (1, 2, 3):
            at = [a + (b - a) * step / 3 for a, b in zip(start, end)]
            self.mouse("mouseMoved", *at)
        self.mouse("mouseReleased", *end)

    def press(self, *keys):
        """Presses keys one after the other, at the current focus."""
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def focus(self):
        """The focused element as text."""
        return self.script("const at = document.activeElement; return at === document.body ? '' : at.outerHTML.slice(0, 300)")

    def mouse(self, kind, x, y, count=1):
        pressed = {} if kind == "mouseMoved" and not self.pressed else {"button": "left", "buttons": 1}
        self.pressed = kind == "mousePressed" or kind == "mouseMoved" and self.pressed
        event = {"type": kind, "x": x, "y": y, "clickCount": count, **pressed}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def touch(self, kind, *points):
        """Fingers at points on the screen; none when they are lifted."""
        event = {"type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]}
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", event)

    def tap(self, element):
        """Taps on a visible point of the element with a finger."""
        point = self.script(REACH, element)
        assert point, f"nobody can tap on this: {self.script('return arguments[0].outerHTML', element)[:300]}"
        self.touch("touchStart", point)
        self.touch("touchEnd")

    def serious(self):
        """Serious and critical violations of accessibility, with their elements."""
        self.script(Path(AXE).read_text(encoding="utf-8"))
        found = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run({ resultTypes: ['violations'] }).then((found) => done(found.violations))"
        )
        bad = [one for one in found if one["impact"] in ("serious", "critical")]
        return [(one["id"], one["help"], [node["html"][:200] for node in one["nodes"][:3]]) for one in bad]

    def quit(self):
        self.driver.quit()


class OneSeat(unittest.TestCase):
    """Tests with a browser for anna, which all tests of the class share."""

    size = (1200, 900)

    @classmethod
    def setUpClass(cls):
        cls.anna = Person()
        cls.addClassCleanup(cls.anna.quit)

    def setUp(self):
        self.anna.look(*self.size)

    def another(self, *size):
        """A browser for this test alone."""
        person = Person(*size)
        self.addCleanup(person.quit)
        return person

    def open(self, table, width=None, height=None):
        """Opens anna's seat, and waits for its question."""
        self.anna.look(width or self.size[0], height or self.size[1])
        self.anna.open(table.links["anna"])
        self.anna.until(lambda: self.anna.asked() or self.anna.over(), "anna is asked")


def records(game, players, parts, *options):
    """The record of a game of bots, cut off after these parts of it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.yaml"
        command = [PROGRAM, "play", str(ROOT / "rules" / game), "--players", str(players), "--human", "none", "--seed", "5", *options]
        subprocess.run([*command, "--record", str(file)], check=True, capture_output=True)
        lines = file.read_text(encoding="utf-8").splitlines()
    first = lines.index("answers:") + 1
    last = next(at for at, line in enumerate(lines) if line.startswith("result:"))
    return ["\n".join(lines[: first + int((last - first) * part)]) + "\n" for part in parts]


def play(people, chance, seen=lambda turn, person: None, most=2000, enough=None):
    """Players answer by clicks until the game is over for all of them, or until `enough` answers. Returns the number of answers."""
    turns = 0
    while turns != enough:
        stands = [person.stands() for person in people]
        if all(over for over, _, _ in stands):
            return turns
        assert not any(wide for _, _, wide in stands), f"a page is wider than its screen: {people[0].text()}"
        asked = [person for person, (_, is_asked, _) in zip(people, stands) if is_asked]
        if not asked:
            time.sleep(0.03)
            continue
        person = chance.choice(asked)
        seen(turns, person)
        person.answer(chance)
        turns += 1
        assert turns < most, "the game does not end"
    return turns


def dice(seed):
    return random.Random(seed)

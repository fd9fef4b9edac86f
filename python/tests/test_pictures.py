"""Scenes and pictures, and what they hide."""

import base64
import json
import re
import subprocess
import xml.etree.ElementTree as ET

import pytest

import tavola

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def dealt(load):
    """Kuhn Poker with a king for Anna and a jack for Ben."""
    play = load("classics/kuhn_poker", 2).start()
    play.answer("king")
    play.answer("jack")
    return play


def words(svg):
    """All texts of a picture."""
    return " ".join(ET.fromstring(svg).itertext())


def test_a_scene_is_that_of_the_program(load, rules_folder, program):
    folder = rules_folder / "classics" / "connect_four"
    drawn = subprocess.run([program, "draw", folder, "--format", "json"], capture_output=True, check=True)
    expected = json.loads(drawn.stdout)
    scene = load("classics/connect_four", 2).start().scene()
    assert json.loads(json.dumps({**scene, "log": expected["log"]})) == expected
    assert scene["viewer"] is None and scene["question"] is None and scene["log"] == []


def test_a_picture_is_that_of_the_program(load, rules_folder, program):
    words = [program, "draw", rules_folder / "doge", "--players", "3", "--as", "anna"]
    drawn = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    play = load("doge", 3).start(seed=0)
    assert play.svg(0) == drawn


def test_a_player_is_shown_their_own_card_and_question(dealt):
    assert "king" in words(dealt.svg(0)).lower() and "jack" not in words(dealt.svg(0)).lower()
    assert "jack" in words(dealt.svg(1)).lower() and "king" not in words(dealt.svg(1)).lower()
    assert dealt.scene(0)["question"]["player"] == "Anna" and dealt.scene(1)["question"] is None
    assert dealt.show(1).viewer == "Ben"


def test_a_notebook_shows_what_a_spectator_sees(dealt):
    for shown in (dealt, dealt.show()):
        svg = shown._repr_svg_()
        assert svg == dealt.svg(None) and ET.fromstring(svg).tag == f"{SVG}svg"
        assert "king" not in words(svg).lower() and "jack" not in words(svg).lower()
        image = re.fullmatch(r'<img alt="([^"]*)" style="[^"]*" src="data:image/svg\+xml;base64,([^"]*)">', shown._repr_html_())
        assert image[1] == "The table as a spectator sees it"
        assert base64.b64decode(image[2]).decode() == svg
    assert repr(dealt.show(0)) == "<Picture of the table as Anna sees it>"


def test_a_picture_as_a_file(dealt, tmp_path):
    file = tmp_path / "table.svg"
    dealt.show(0).save(file)
    assert file.read_text() == str(dealt.show(0)) == dealt.svg(0)
    missing = tmp_path / "no" / "table.svg"
    for save in (dealt.show(0).save, dealt.to_record().write):
        with pytest.raises(tavola.TavolaError) as raised:
            save(missing)
        assert str(raised.value) == f"cannot write `{missing}`: there is no such folder"
    with pytest.raises(tavola.TavolaError, match="there is no seat 2"):
        dealt.show(2)

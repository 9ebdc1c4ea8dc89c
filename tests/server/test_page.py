"""The page at ``/`` in a real browser, mostly by keyboard."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from browsers import Page, browser

import paragen

from .running import running

STATIC, SHARED = (Path(__file__).parents[2] / "src" / "paragen" / name / "static" for name in ("server/page", "web"))
ENTER, ESCAPE, DOWN, LEFT, RIGHT, F8, ALT = "\ue007", "\ue00c", "\ue015", "\ue012", "\ue014", "\ue038", "\ue00a"
HOSTILE = '<img src=x onerror="document.title=1"> is big & &amp; {{7*7}}.'


class Paper(Page):
    """The page, as a person uses it."""

    def write(self, text: str) -> Paper:
        """Put a text in place of what was there, as pasting does: a driver cannot type emoji."""
        self.driver.execute_script(
            "const t = document.getElementById('text'); t.focus(); t.value = arguments[0];"
            "t.dispatchEvent(new Event('input', {bubbles: true}))", text,
        )  # fmt: skip
        return self

    @property
    def result(self) -> str:
        return self.driver.execute_script("return document.getElementById('result').textContent")

    @property
    def marks(self) -> list[str]:
        return self.driver.execute_script("return [...document.querySelectorAll('.edit')].map(e => e.textContent)")

    @property
    def choices(self) -> list[str]:
        found = self.driver.find_elements("css selector", "#alternatives-list button")
        return [one.text.replace("\n", " | ") for one in found]

    @property
    def focus(self) -> str:
        return self.driver.execute_script("return document.activeElement.id || document.activeElement.textContent")

    def reads(self, text: str) -> Paper:
        """Wait until the result is a text; say what it is otherwise."""
        end = time.monotonic() + 60
        while self.result != text and time.monotonic() < end:
            time.sleep(0.01)
        assert self.result == text
        return self

    def watch(self) -> Paper:
        """Note from now on which sentences the page asks about."""
        self.driver.execute_script(
            "const real = fetch; let running = 0; window.asked = []; window.most = 0; window.fetch = async (path, init) => {"
            "window.most = Math.max(window.most, ++running);"
            "if (path === 'v1/paraphrase') window.asked.push(...JSON.parse(init.body).texts.map(t => t.text));"
            "try { return await real(path, init) } finally { running -= 1 }}"
        )
        return self

    def asked(self) -> list[str]:
        return self.driver.execute_script("return window.asked")

    @property
    def versions(self) -> list[str]:
        return [one.get_property("textContent") for one in self.driver.find_elements("css selector", "#versions-list button")]

    def choose(self, name: str, value: str) -> Paper:
        """Choose in a list."""
        from selenium.webdriver.support.ui import Select

        Select(self.driver.find_element("id", name)).select_by_visible_text(value)
        return self

    def opened(self) -> Paper:
        """Open the alternatives of the mark that has the focus."""
        self.press(ENTER)
        self.until(lambda: self.choices)
        return self


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@pytest.fixture(scope="module")
def served(english_model, fitted_model):
    with running({"english": paragen.load(english_model), "fitted": paragen.load(fitted_model)}) as server:
        yield server


@pytest.fixture
def page(chromium, served):
    chromium.get_log("browser")
    found = Paper(chromium, served.url + "/").open()
    found.until(lambda: chromium.execute_script("return document.getElementById('model').value"))
    yield found
    assert found.messages() == []


def test_files_come_with_strict_headers(english):
    for path in ("/", *(f"/page/{file.name}" for folder in (STATIC, SHARED) for file in folder.iterdir())):
        answer = english.client.get(path)
        assert answer.status_code == 200 and answer.content
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert english.client.get("/page/routes.py").status_code == 404


def test_edits_appear_and_are_swapped_kept_and_blocked_by_keyboard(page):
    page.press("It is big as soon as possible.").reads("It is large quickly.")
    assert page.marks == ["large", "quickly"] and page.text("status") == "2 edits in 1 of 1 sentence."
    page.press(F8)
    assert page.focus == "large"
    page.opened()
    assert page.text("alternatives-title") == "big → large" and page.text("alternatives-source") == "from thesaurus"
    assert page.choices == ["large | thesaurus, phrases (CC0-1.0)", "enormous | thesaurus"]
    assert page.focus == "largethesaurus, phrases (CC0-1.0)"
    page.press(DOWN, ENTER).reads("It is enormous quickly.")
    assert page.focus == "enormous"
    page.opened()
    assert page.text("alternatives-source") == "your choice"
    page.press(ESCAPE)
    assert page.focus == "enormous"
    page.press("u").reads("It is large quickly.").press(RIGHT, "k").reads("It is large as soon as possible.")
    assert page.marks == ["large", "as soon as possible"] and page.focus == "as soon as possible"
    page.press(LEFT, "b").reads("It is enormous as soon as possible.")
    assert page.text("blocked") == "large"
    page.press(ESCAPE)
    assert page.focus == "text"
    page.driver.find_element("css selector", "#blocked button").click()
    page.reads("It is large as soon as possible.")


def test_only_what_changed_is_asked_again_and_decisions_and_emoji_stay(page):
    page.watch().write("\U0001f600 It is big \U0001f600. They met.\n\nThe \U0001f600 is\nbig.")
    page.reads("\U0001f600 It is large \U0001f600. They met.\n\nThe \U0001f600 is\nlarge.")
    assert page.asked() == ["\U0001f600 It is big \U0001f600.", "They met.", "The \U0001f600 is big."]
    page.press(F8, F8, "k").reads("\U0001f600 It is large \U0001f600. They met.\n\nThe \U0001f600 is\nbig.")
    page.write("\U0001f600 It is big \U0001f600. They were.\n\nIt all: the \U0001f600 is\nbig.")
    page.reads("\U0001f600 It is large \U0001f600. They were.\n\nIt all: the \U0001f600 is\nbig.")
    assert page.asked()[3:] == ["The \U0001f600 is big.", "They were.", "It all: the \U0001f600 is big."]
    assert page.marks == ["large", "big"] and page.driver.execute_script("return window.most") == 1
    page.press(F8, ENTER)
    page.until(lambda: page.choices)
    page.driver.find_elements("css selector", "#alternatives-list button")[1].click()
    page.reads("\U0001f600 It is enormous \U0001f600. They were.\n\nIt all: the \U0001f600 is\nbig.")


def test_words_are_always_replaced_or_never_used_in_any_form(page):
    page.write("It is big. A big car. They made a purchase.").reads("It is large. A large automobile. They bought something.")
    page.press(F8, "a").reads("It is large. A large automobile. They bought something.")
    assert page.text("forced") == "big → large" and page.marks[0] == "large"
    page.until(lambda: page.driver.find_elements("css selector", ".edit.always"))  # the answer reads the same
    page.opened()
    assert page.text("alternatives-source") == "always, wherever it stands"
    assert page.text("alternatives-actions").split("\n") == ["K", "Keep “big”", "U", "Not always"]
    for _ in range(2):  # the text is drawn anew under what is open
        page.driver.execute_script("document.getElementById('changes').click(); dispatchEvent(new Event('resize'))")
    assert page.messages() == []
    page.press(ESCAPE).press("u").until(lambda: not page.shown("forced"))
    for name, value in (("always-from", "car"), ("always-to", "oxcart")):
        page.driver.find_element("id", name).send_keys(value, ENTER)
    page.reads("It is large. A large oxcart. They bought something.")
    assert page.text("forced") == "car → oxcart" and page.focus == "always-from"
    page.driver.find_element("id", "always-to").send_keys("x", ENTER)
    assert page.focus == "always-from" and page.text("forced") == "car → oxcart"
    page.driver.find_element("id", "block").send_keys("buy", ENTER)
    page.until(lambda: page.text("blocked") == "buy")
    assert page.result.endswith("They bought something.")
    page.driver.find_element("id", "forms").click()
    page.reads("It is large. A large oxcart. They made an acquisition.")
    page.driver.find_element("id", "block").send_keys("oxcart", ENTER)
    page.until(lambda: "always: 'car' must become 'oxcart', which is blocked." in page.text("problem"))
    page.driver.find_element("css selector", "#forced button").click()
    page.reads("It is large. A large automobile. They made an acquisition.")
    assert not page.shown("problem") and not page.shown("forced") and page.focus == "always-from"
    page.driver.get_log("browser")  # it tells of the refusal


def test_text_is_never_markup_and_any_word_has_alternatives(page):
    page.write(HOSTILE).reads(HOSTILE.replace("big", "large"))
    assert page.driver.title == "Paragen"
    page.driver.execute_script("document.getElementById('text').setSelectionRange(...arguments)", *[HOSTILE.index("big")] * 2)
    page.hold(ALT, ENTER)
    page.until(lambda: page.choices)
    assert page.text("alternatives-title") == "big → large"
    page.press(ESCAPE)
    assert page.focus == "text"
    page.write("a car").until(lambda: page.result == "a car" and page.text("status") == "0 edits in 0 of 1 sentence.")
    page.driver.find_element("css selector", "#result span").click()
    page.until(lambda: page.choices)
    assert page.text("alternatives-title") == "car" and page.choices == ["a car → an automobile | thesaurus"]
    page.press(ENTER).reads("an automobile")


def test_long_texts_are_asked_in_pieces_and_taken_away_whole(page):
    lines = [f"It is big, {number}.\n\n" for number in range(150)]
    page.watch().write("".join(lines)).reads("".join(lines).replace("big", "large"))
    assert page.asked() == [line.strip() for line in lines] and page.driver.execute_script("return window.most") == 1
    page.driver.execute_script(
        "const real = URL.createObjectURL; URL.createObjectURL = (blob) => {"
        "blob.text().then(text => { window.saved = text }); return real.call(URL, blob)};"
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }"
    )
    for name in ("download", "copy"):
        page.driver.find_element("id", name).click()
    page.until(lambda: page.text("status") == "Copied.")
    for name in ("saved", "copied"):
        assert page.driver.execute_script(f"return window.{name}") == page.result
    assert page.resize(360).too_wide() == []
    page.resize(1100)


def test_versions_changes_strength_and_models(page):
    page.write("It is big as soon as possible.").reads("It is large quickly.")
    page.driver.find_element("css selector", "#versions summary").click()
    page.until(lambda: len(page.versions) == 5)
    assert page.versions[0] == "It is biglarge as soon as possiblequickly."
    page.driver.find_elements("css selector", "#versions-list button")[1].click()
    picked = page.driver.find_element("css selector", "#versions-list [aria-pressed=true]").get_attribute("aria-label")
    assert picked != "It is large quickly."
    page.reads(picked)
    page.driver.find_element("id", "changes").click()
    assert page.driver.find_elements("css selector", "#result del") != []
    page.driver.find_element("id", "changes").click()
    page.driver.find_element("id", "strength").send_keys(LEFT)
    assert page.text("strength-name") == "light" and not page.shown("confidence-choice")
    page.reads("It is big quickly.")
    page.choose("model", "fitted").reads("It is large as soon as possible.")
    assert page.text("strength-name") == "medium"
    page.choose("confidence", "95 %").reads("It is big as soon as possible.")


def test_a_busy_or_absent_server_is_asked_again_and_a_sentence_that_is_refused_stops_no_other(page):
    page.driver.execute_script(
        "const real = fetch; window.answer = (status, message) => () => Promise.resolve(new Response("
        "JSON.stringify({error: {message}}), {status, headers: {'Retry-After': '1'}}));"
        "window.more = [() => Promise.reject(new TypeError('no')), answer(429, 'busy')];"
        "window.fetch = (...all) => (more.length ? more.shift()() : real(...all))"
    )
    long = "big " * 1300 + "end."
    page.write(f"{long}\n\nIt is big.")
    page.until(lambda: page.shown("problem"))
    assert page.text("problem") == "The server does not answer. Is it still running?"
    page.until(lambda: page.text("status") == "The server is busy. Trying again in 1 s …")
    page.reads(f"{long}\n\nIt is large.")
    assert not page.shown("problem")
    assert "texts[0]: found 5204 characters, expected 5000 or fewer" in page.text("status")
    page.write("It is big.").reads("It is large.")
    page.driver.execute_script("more.push(answer(422, 'blocked: no'))")
    page.driver.find_element("id", "block").send_keys("large", ENTER)
    page.until(lambda: page.text("problem") == "blocked: no")
    assert page.result == "It is big."
    page.driver.find_element("css selector", "#blocked button").click()
    page.until(lambda: not page.shown("problem"))
    assert page.result == "It is large."
    page.driver.get_log("browser")  # it tells of the refusals


def test_the_token_is_asked_for_and_kept_for_the_tab(chromium, english_model):
    with running(paragen.load(english_model), token="secret") as server:
        page = Paper(chromium, server.url + "/").open()
        page.until(lambda: page.shown("token-dialog"))
        assert not page.shown("token-wrong")
        page.press("wrong", ENTER).until(lambda: page.shown("token-wrong"))
        page.press("secret", ENTER)
        page.until(lambda: not page.shown("token-dialog"))
        for _ in range(2):
            page.until(lambda: chromium.execute_script("return document.getElementById('model').value"))
            page.write("It is big.").reads("It is large.")
            chromium.refresh()
        assert chromium.execute_script("return localStorage.length + document.cookie.length") == 0
    chromium.get_log("browser")  # it tells of the refusals

"""The page at ``/`` in a real browser, mostly by keyboard."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from browsers import Page, browser

import paragen
from paragen.server.settings import Limits

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
        return self.driver.execute_script("return [...document.querySelectorAll('#result .edit')].map(e => e.textContent)")

    @property
    def choices(self) -> list[str]:
        found = self.driver.find_elements("css selector", "#alternatives-list button")
        return [one.text.replace("\n", " | ") for one in found]

    @property
    def focus(self) -> str:
        return self.driver.execute_script("return document.activeElement.id || document.activeElement.textContent")

    def reads(self, text: str) -> Paper:
        """Wait until the result is a text; say what it is otherwise."""
        end = time.monotonic() + 20
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


def opened(driver, server):
    """The page as in a new tab: nothing is stored of what was on it before."""
    driver.get(server.url + "/healthz")
    driver.execute_script("sessionStorage.clear()")
    return Paper(driver, server.url + "/").open()


@pytest.fixture
def page(chromium, served):
    chromium.get_log("browser")
    found = opened(chromium, served)
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


def test_an_exchange_is_never_made_and_what_is_highlighted_is_what_changed(page):
    page.write("Red is a big car. It is big.").reads("Red is a large automobile. It is large.")
    fresh = "return [...document.querySelectorAll('#result .fresh')].map(e => e.textContent)"
    assert page.marks == ["large", "automobile", "large"] == page.driver.execute_script(fresh)
    page.press(F8).opened()
    assert page.text("alternatives-actions").split("\n")[-2:] == ["E", "Never “big” → “large”"]
    page.press("e").until(lambda: page.text("blocked") == "big -> large")
    page.reads("Red is an enormous automobile. It is enormous.")
    assert page.marks == ["an enormous", "automobile", "enormous"] == page.driver.execute_script(fresh)
    page.driver.find_element("css selector", "#blocked button").click()
    page.reads("Red is a large automobile. It is large.")


def test_a_choice_that_a_rule_comes_to_forbid_goes(page):
    page.write("It is big. It is big as soon as possible.").reads("It is large. It is large quickly.")
    page.press(F8).opened()
    page.press(DOWN, ENTER).reads("It is enormous. It is large quickly.")
    page.driver.find_element("id", "block").send_keys("Enormous", ENTER)
    page.reads("It is large. It is large quickly.")
    assert "“enormous” was your choice; a rule forbids it now, so it is gone." in page.text("status")
    assert not page.driver.find_elements("css selector", "#result .chosen")
    page.driver.get_log("browser")  # it tells of the refusal
    page.press(F8).opened()
    page.press(ENTER)
    page.until(lambda: page.driver.find_elements("css selector", "#result .chosen"))
    page.driver.find_element("id", "keep").send_keys("big", ENTER)
    page.reads("It is big. It is big quickly.")
    assert "“large” was your choice" in page.text("status") and page.text("kept") == "big"
    page.driver.find_element("css selector", "#kept button").click()
    page.reads("It is large. It is large quickly.")


def test_a_reload_brings_back_text_rules_and_decisions(page):
    page.driver.find_element("id", "example").click()
    page.until(lambda: "4 sentences." in page.text("status"))
    assert page.text("words") == "56 words" and not page.shown("example")
    page.write("It is big. It is big as soon as possible.").reads("It is large. It is large quickly.")
    page.press(F8).opened()
    page.press(DOWN, ENTER).reads("It is enormous. It is large quickly.")
    page.driver.find_element("id", "keep").send_keys("soon", ENTER)
    page.driver.find_element("id", "block").send_keys("automobile", ENTER)
    page.choose("model", "fitted").driver.refresh()
    page.until(lambda: page.driver.find_elements("css selector", "#result .chosen"))
    assert page.driver.find_element("id", "model").get_property("value") == "fitted"
    assert page.text("kept") == "soon" and page.text("blocked") == "automobile" and page.text("words") == "10 words"
    assert page.result.startswith("It is enormous.")


def test_alternatives_that_are_hardly_sure_are_folded_away(page):
    page.choose("model", "fitted").write("It is big.").until(lambda: page.marks)
    page.driver.execute_script(
        "const real = fetch; window.fetch = async (path, init) => path !== 'v1/substitutes' ? real(path, init) : new Response("
        "JSON.stringify({results: [[.9, .2, .19].map((confidence, i) => "
        "({begin: 6, end: 9, before: 'big', after: 'large' + i, confidence, tables: {phrases: 1}}))]}))"
    )
    page.press(F8).opened()
    visible = [one for one in page.choices if one]
    assert [one.partition(" ")[0] for one in visible] == ["large0", "large1"]
    summary = page.driver.find_element("css selector", "#alternatives-list summary")
    assert summary.text == "1 more, less than 20 % sure"
    summary.click()
    page.until(lambda: len([one for one in page.choices if one]) == 3)


def test_limits_are_told_in_words(chromium, english_model):
    with running({"english": paragen.load(english_model)}, limits=Limits(text_characters=30, characters=80)) as server:
        page = opened(chromium, server)
        page.until(lambda: page.driver.execute_script("return document.getElementById('model').value"))
        page.write("It is big. It is big and nobody knows how it came to be. It is big.")
        page.reads("It is large. It is big and nobody knows how it came to be. It is large.")
        assert page.text("status").endswith(
            "Left as it is: One sentence has 45 characters, and this server takes up to 30: "
            "divide it with a full stop or an empty line."
        )
        assert page.messages() == []


def test_the_api_is_described(chromium, served):
    page = Page(chromium, served.url + "/docs").open()
    page.until(lambda: page.driver.find_elements("css selector", ".route"))
    titles = [one.text for one in page.driver.find_elements("css selector", "#contents a")]
    assert {"POST /v1/paraphrase", "GET /v1/models", "POST /v2/check"} <= set(titles)
    text = page.text("post-v1-paraphrase")
    assert "min_confidence" in text and f"curl -s {served.url}/v1/paraphrase -d '{{" in text
    assert page.resize(390).too_wide() == [] and page.messages() == []
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


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


def test_passages_of_other_languages_stay_and_are_shown(page):
    german = "Der big Hund \U0001f600 ist gestern nicht nach Hause gekommen."
    page.write(f'{german} A big car, and he said: "Der big Hund ist gestern nicht gekommen."')
    page.reads(f'{german} A large automobile, and he said: "Der big Hund ist gestern nicht gekommen."')
    other = page.driver.execute_script("return [...document.querySelectorAll('.other')].map(e => e.textContent)")
    assert other == [german, "Der big Hund ist gestern nicht gekommen"]
    assert "as not in the model's language: 2 sentences." in page.driver.find_element("id", "status").text


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
    assert "Left as it is: One sentence has 5,204 characters, and this server takes up to 5,000:" in page.text("status")
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

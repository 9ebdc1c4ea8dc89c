"""The page in a real browser, by keyboard."""

from __future__ import annotations

import errno
import os

import pytest
from fuzzing import LONG

from paragen.tuning.labels import read_labels, read_sentence_labels

from .asked import item, lines, many, paraphrase, service
from .browsing import Page, browser, serving

ENTER, LEFT, RIGHT, BACKSPACE = "\ue007", "\ue012", "\ue014", "\ue003"
HOSTILE = '</p><script>document.title = "taken"</script><img src=x onerror="document.title=1"> big & &amp; \u202e {{7*7}}'


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@pytest.fixture
def page(chromium):
    """Opens a page for a server; what the browser complained of is an error."""
    def opened(server, query=""):
        return Page(chromium, server.url).open(query)

    chromium.get_log("browser")
    yield opened
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert not [entry["message"] for entry in chromium.get_log("browser") if "favicon" not in entry["message"]]


def begun(page, server, query="?annotator=anna"):
    found = page(server, query)
    found.until(lambda: found.shown("question") or found.shown("finished"))
    return found


def test_fifty_by_keyboard_reload_undo_finish(tmp_path, page):
    with serving(service(tmp_path, many(50))) as server:
        one = page(server)
        one.until(lambda: one.shown("name-form"))
        one.press("anna", ENTER)
        one.until(lambda: one.shown("question"))
        assert one.text("share") == "0 of 50 done (0 %), 50 left" and one.text("who") == "anna"
        assert one.text("result") == "The biglarge house has number 0." and one.text("original") == "The big house has number 0."
        for number in range(20):
            one.answer("2" if number % 5 == 4 else "1")
            if number % 5 == 4:
                assert one.text("why") == "Saved. Why?"
                one.answer("g" if number == 4 else ENTER)
        assert one.text("share") == "20 of 50 done (40 %), 30 left"
        one.driver.refresh()
        one.until(lambda: one.shown("question"))
        assert one.text("share").startswith("20 of 50") and one.text("ask").startswith("Substitute 21 of 50")
        one.answer("z")
        assert one.text("ask").startswith("Substitute 20 of 50") and one.text("share").startswith("19 of 50")
        one.answer(BACKSPACE)
        assert one.text("ask").startswith("Substitute 19 of 50") and one.text("share").startswith("18 of 50")
        for number in range(32):
            one.answer("34"[number] if number < 2 else "1")
        assert one.shown("finished") and one.text("finished-title") == "All done. Thank you."
        assert one.text("finished-counts").split("\n") == ["45 correct", "3 incorrect", "1 unsure", "1 skip"]
        one.driver.refresh()
        one.until(lambda: one.shown("finished"))
    labels = read_labels(tmp_path / "labels.jsonl")
    counts = labels.counts()
    assert (counts.good, counts.bad, counts.undecided, counts.reasons) == (45, 3, 2, {"grammar": 1})
    assert len(lines(tmp_path)) == 50 + 1 + 2 + 2  # a reason, two taken back, two given anew


def test_reasons_and_keys_that_do_not_count(tmp_path, page):
    with serving(service(tmp_path, many(6))) as server:
        one = begun(page, server)
        one.answer("2").press("1", "4", "x", "2")  # while it asks why, only reasons count
        assert one.text("why") == "Saved. Why?" and not one.shown("said")
        one.answer("f")
        one.answer("n")  # a reason alone says incorrect as well
        one.answer(LEFT)
        assert one.text("said") == "You said: incorrect (name). A key changes it."
        one.answer("1").answer("2").answer("z")
        assert one.text("ask").startswith("Substitute 3 of 6") and not one.shown("said")
        one.answer(RIGHT).answer("1")
        assert one.text("ask").startswith("Substitute 5 of 6")
        one.driver.find_element("id", "ask-why").click()
        one.answer("2")
        assert one.text("ask").startswith("Substitute 6 of 6")
        one.driver.refresh()
        one.until(lambda: one.shown("question"))
        assert not one.driver.find_element("id", "ask-why").is_selected()
        one.hold("\ue009", "1")  # with Control it is the browser's key
        assert one.text("share").startswith("4 of 6")
    assert [(row["label"], row["reason"]) for row in lines(tmp_path)] == [
        ("incorrect", None), ("incorrect", "fixed expression"), ("incorrect", "name"), ("correct", None), ("incorrect", None),
        (None, None), ("correct", None), ("incorrect", None),
    ]  # fmt: skip


def test_a_bad_name_is_asked_for_again(tmp_path, page):
    with serving(service(tmp_path, many(2))) as server:
        one = page(server, "?annotator=Settled")
        one.until(lambda: one.shown("name-form") and one.shown("problem"))
        assert "the name of settled decisions" in one.text("problem")
        one.press("ben", ENTER)
        one.until(lambda: one.shown("question"))
        assert one.text("who") == "ben" and not one.shown("problem")
        one.driver.get_log("browser")  # it tells of the refusal


def test_mouse_and_looking_again(tmp_path, page):
    with serving(service(tmp_path, many(2))) as server:
        one = begun(page, server)
        buttons = one.driver.find_elements("css selector", "#labels button")
        assert [button.text.replace("\n", " ") for button in buttons] == ["1 Correct", "2 Incorrect", "3 Unsure", "4 Skip"]
        buttons[2].click()
        one.until(lambda: one.text("ask").startswith("Substitute 2"))
        buttons[3].click()
        one.until(lambda: one.shown("finished"))
        one.driver.find_element("id", "again").click()
        one.until(lambda: one.shown("question"))
        assert one.text("said").startswith("You said: unsure.")
        one.answer("1").answer("1")
        assert one.shown("finished") and not one.shown("again")


def test_hostile_text_is_text(tmp_path, page):
    after = "<b>large</b><script>document.title='taken'</script>"
    rows = [item(HOSTILE, "big", after), item("x" * 300_000 + " big", "big", "large")]
    with serving(service(tmp_path, rows)) as server:
        one = begun(page, server, "?annotator=%3Cimg%20src=x%20onerror=document.title=1%3E")
        assert one.text("who") == "<img src=x onerror=document.title=1>"
        assert "".join(one.driver.execute_script("return document.getElementById('original').textContent")) == HOSTILE
        one.answer("1")
        assert "297000" in one.text("result") or "characters" in one.text("result")
        one.answer("1")
        assert one.driver.title == "Label substitutes"
        inside = "return document.querySelectorAll('main img, main script, main b').length"
        assert one.driver.execute_script(inside) == 0


def test_two_tabs(tmp_path, page):
    with serving(service(tmp_path, many(4))) as server:
        one = begun(page, server)
        first = one.driver.current_window_handle
        one.driver.switch_to.new_window("tab")
        begun(page, server).answer("2").answer("m")
        second = one.driver.current_window_handle
        one.driver.switch_to.window(first)
        # Here the first question may still stand; a key either says so and saves nothing, or answers the next one.
        one.press("1")
        one.until(lambda: one.shown("problem") or one.text("share").startswith("2 of 4"))
        if one.shown("problem"):
            assert "Not saved" in one.text("problem") and one.text("said").startswith("You said: incorrect (meaning)")
            one.driver.get_log("browser")  # it tells of the refusal
        rows = lines(tmp_path)
        assert len({row["id"] for row in rows if row["label"] == "incorrect"}) == 1
        assert sum(row["label"] == "correct" for row in rows) == (0 if one.shown("problem") else 1)
        one.driver.close()
        one.driver.switch_to.window(second)


def test_what_cannot_be_saved_is_told_and_can_be_repeated(tmp_path, page, monkeypatch):
    def fail(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    with serving(service(tmp_path, many(3))) as server:
        one = begun(page, server).answer("1")
        monkeypatch.setattr("paragen.tuning.page.store.locked_labels", fail)
        one.answer("1")
        assert one.text("problem").startswith("Not saved.") and one.text("share").startswith("1 of 3")
        monkeypatch.undo()
        one.answer("1")
        assert not one.shown("problem") and one.text("share").startswith("2 of 3")
        one.driver.get_log("browser")  # it tells of the failed request


def test_a_program_that_does_not_answer_is_told(tmp_path, page):
    with serving(service(tmp_path, many(3))) as server:
        one = begun(page, server).answer("1")
        one.driver.set_network_conditions(offline=True, latency=0, throughput=0)
        one.answer("1")
        assert one.text("problem").startswith("Not saved. The server does not answer.")
        assert one.text("share").startswith("1 of 3") and len(lines(tmp_path)) == 1
        one.driver.delete_network_conditions()
        one.answer("1")
        assert not one.shown("problem") and len(lines(tmp_path)) == 2
        one.driver.get_log("browser")


def test_settling_and_agreement(tmp_path, page):
    with serving(service(tmp_path, many(4))) as server:
        for name, keys in {"anna": "1111", "ben": "1n1g"}.items():
            one = begun(page, server, f"?annotator={name}")
            for key in keys:
                one.answer(key)
        page(server, "agreement?annotator=ben")
        one.until(lambda: one.shown("report"))
        assert one.text("summary").startswith("They disagree on 2 of 4 questions. Of these, 0 are settled.")
        assert one.text("pairs").startswith("anna, ben 4 50.0 % [")
        one.driver.find_element("id", "back-to").click()
        one.until(lambda: one.shown("finished"))
        assert one.text("who") == "ben"
    with serving(service(tmp_path, many(4), settle=True)) as server:
        one = begun(page, server, "")
        assert one.text("others-list").split("\n") == ["anna: correct", "ben: incorrect (name)"]
        one.answer("1").answer("g")
        assert one.text("finished-title") == "All disagreements are settled."
    labels = read_labels(tmp_path / "labels.jsonl")
    assert [labels.verdict(name) for name in labels] == [True, True, True, False]


def test_paraphrases(tmp_path, page):
    rows = [paraphrase("The big house is old.", ("big", "large"), ("old", "aged")), paraphrase("It is old.", ("old", "aged"))]
    with serving(service(tmp_path, rows, sentences=True)) as server:
        one = begun(page, server)
        assert one.text("result") == "The biglarge house is oldaged."
        one.answer("2")
        reasons = one.driver.find_elements("css selector", "#reasons button")
        assert [button.text.split("\n")[1] for button in reasons] == ["syntactic", "semantic", "not a paraphrase", "no reason"]
        one.answer("p").answer("1")
    labels = read_sentence_labels(tmp_path / "labels.jsonl")
    assert [labels.verdict(name) for name in labels] == [False, True] and labels.counts().reasons == {"not a paraphrase": 1}


@pytest.mark.parametrize(("options", "key"), [({}, "1"), ({"separate": True}, "5")])
def test_nothing_is_wider_than_the_window(tmp_path, page, options, key):
    rows = [item("Averylongword" * 60 + " big", "big", "large" * 50)]
    with serving(service(tmp_path, rows, **options)) as server:
        for name in ("Anna" * 15, "ben"):
            one = begun(page, server, f"?annotator={name}").answer(key)
        for query, ready in (("?annotator=ben", "finished"), ("?annotator=cleo", "question"), ("agreement", "report")):
            page(server, query)
            one.until(lambda ready=ready: one.shown(ready))
            for width in (360, 1400):
                assert one.resize(width).too_wide() == [], (query, width)


def test_controls_have_names(tmp_path, page, chromium):
    with serving(service(tmp_path, many(2))) as server:
        begun(page, server)
        named = "(e) => !e.offsetParent || e.textContent.trim() || e.labels?.length"
        assert chromium.execute_script(f"return [...document.querySelectorAll('button, input, a')].every({named})")
        assert chromium.execute_script("return document.documentElement.lang") == "en"
        assert chromium.find_element("id", "news").get_attribute("role") == "status"


def test_no_horizontal_scrollbar_wherever_a_line_ends(tmp_path, page):
    """Lines end at every place of a change, in wide and in narrow windows."""
    rows = [
        item(f"It {'was ' * (i % 15)}{'i' * (i // 15)} so that he went on home.", "went on", "walked on and on to the end")
        for i in range(45)
    ]
    with serving(service(tmp_path, rows)) as server:
        one = begun(page, server)
        for width in (1100, 360) if LONG else (360,):
            one.resize(width)
            for number in range(len(rows)):
                assert one.too_wide() == [], (width, number)
                if number < len(rows) - 1:
                    one.answer(LEFT if LONG and width == 360 else RIGHT)


def test_meaning_and_grammar_by_keyboard(tmp_path, page):
    with serving(service(tmp_path, many(5), separate=True)) as server:
        one = begun(page, server)
        buttons = [each.text.split("\n") for each in one.driver.find_elements("css selector", "#labels button")]
        assert buttons == [
            ["1", "Same meaning"], ["2", "Other meaning"], ["3", "Grammatical"], ["4", "Ungrammatical"], ["5", "Unsure"],
            ["6", "Skip"],
        ]  # fmt: skip
        assert not one.shown("reasons") and not one.shown("ask-why")

        def pressed():
            return [each.text[0] for each in one.driver.find_elements("css selector", "#labels button[aria-pressed=true]")]

        one.press("1")
        assert pressed() == ["1"] and one.text("share").startswith("0 of 5")
        one.press("2")  # thought better of it
        assert pressed() == ["2"]
        one.press("z")
        assert pressed() == [] and one.text("share").startswith("0 of 5")
        one.press("g", "m", "1").answer("3")
        one.press("4").answer("1")
        one.press("2").answer("3")
        assert one.text("last").endswith("incorrect (meaning)")
        one.answer("5")
        one.answer(LEFT).answer(LEFT)
        assert pressed() == ["2", "3"]
        one.answer("1")  # the other judgement stays
        one.press("2").answer("4")
        assert one.shown("finished")
        one.answer(LEFT).answer("z")
        assert one.text("ask").startswith("Substitute 5 of 5") and pressed() == []
    last = {row["id"]: row for row in lines(tmp_path)}.values()
    assert [(row["label"], row["reason"], row.get("meaning"), row.get("grammar")) for row in last] == [
        ("correct", None, True, True), ("incorrect", "grammar", True, False), ("correct", None, True, True),
        ("unsure", None, None, None), (None, None, None, None),
    ]  # fmt: skip

"""Reports as data, text and pages."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from paragen.tuning.evaluation import Against, Measured, Report, Sample, Settings, ablation
from paragen.tuning.evaluation.presenting import page, plot, shown, tables, text
from paragen.tuning.judged import JudgedSentence

from .common import FEW, measured, name, paraphrase, random_problem

HOSTILE = "<script>alert('x')</script>&\"]]>"


@pytest.fixture
def report() -> Report:
    lists, sample, _ = random_problem(1)
    one = measured(lists, sample)
    other = measured({key: found[::-1] for key, found in lists.items()}, sample)
    worth = ablation(lambda tables: other if HOSTILE in tables else one, [HOSTILE, "b", "c"], one)
    return Report(one, f"sig|{HOSTILE}", Against(other, "other|sig"), worth)


def test_data_is_whole_and_plain(report):
    data = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    assert set(data) == {
        "signature", "sentences", "correct", "incorrect", "correct_found", "incorrect_found", "rated", "not_rated", "figures",
        "warnings", "domains", "against", "single", "added",
    }  # fmt: skip
    assert set(data["figures"]["occurrence_accuracy"]) == {"value", "low", "high"}
    assert set(data["against"]["differences"]["occurrence_accuracy"]) == {"value", "low", "high", "p"}
    assert [each["sentences"] for each in data["domains"]] == [4, 4, 4]
    assert len(data["single"]) == len(data["added"]) == 3 and "gain" in data["added"][1] and "gain" not in data["added"][0]


def test_figures_agree_in_all_forms(report):
    found, made = text(report), page(report)
    for key, figure in report.measured.figures.items():
        assert shown(key, figure.value) in found and f"<td>{shown(key, figure.value)}</td>" in made
    assert [table.title for table in tables(report)] == [
        "Figures, and those compared with", "By domain", "Each table by itself", "Tables added, the most useful first",
    ]  # fmt: skip
    assert all(len(row) == len(table.header) for table in tables(report) for row in table.rows)


def test_text_is_aligned():
    lists, sample, _ = random_problem(3)
    lines = text(Report(measured(lists, Sample(sample.sentences, sample.ratings)), "sig")).splitlines()
    table = lines[lines.index("Figures") + 1 : lines.index("signature sig") - 1]
    assert len({len(line) for line in table}) == 1 and table[0].split() == ["value", "95", "%", "interval"]


def test_figures_as_people_read_them():
    cases = {
        ("occurrence_accuracy", 0.12345, False): "12.35%", ("occurrence_accuracy", 0.5, True): "+50.00%",
        ("occurrence_accuracy", -1e-9, True): "0.00%",
        ("dcs", 12.0, False): "12", ("dcs", -3.0, True): "-3", ("pser", 1.25, False): "1.250", ("mean", 0.5, True): "+0.5000",
        ("edits", -0.25, False): "-0.25", ("mean", None, False): "–",
    }  # fmt: skip
    for (key, value, sign), expected in cases.items():
        assert shown(key, value, sign) == expected


class Loads(HTMLParser):
    """Collects tags, and what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.loads += [value for key, value in attrs if key in ("src", "href", "action", "srcset") and value != "data:,"]
        assert not any(key.startswith("on") for key, _ in attrs)


def test_the_page_needs_nothing_and_runs_nothing(report):
    made = page(report)
    parser = Loads()
    parser.feed(made)
    assert "script" not in parser.tags and parser.loads == [] and "@import" not in made and "url(" not in made
    assert parser.tags.count("table") == 4 and parser.tags.count("svg") == 1
    assert HOSTILE not in made and "&lt;script&gt;" in made


def test_the_plot_is_sound_and_within_its_frame(report):
    root = ElementTree.fromstring(plot(report.ablation))
    width = float(root.get("width"))
    bars = [each for each in root.iter("{http://www.w3.org/2000/svg}rect") if each.get("fill-opacity")]
    assert len(bars) == 2 * 6
    assert all(float(bar.get("x")) >= 0 and float(bar.get("x")) + float(bar.get("width")) < width for bar in bars)
    assert plot(report.ablation) == plot(report.ablation)


def test_a_plot_of_nothing_correct():
    lists = {"abcd": [paraphrase("abcd", [])]}
    nothing = measured(lists, Sample([JudgedSentence("abcd", {name("abcd", 0, "x"): True})]))
    root = ElementTree.fromstring(plot(ablation(lambda tables: nothing, ["a", "b"], nothing)))
    assert [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")].count("0") == 4


def test_short_lists_have_no_top_10():
    lists, sample, _ = random_problem(1)
    found = Measured(sample, measured(lists, sample).table, Settings(n_best=5, resamples=100)).figures
    assert "top_5" in found and "top_10" not in found
    assert "top_10" in measured(lists, sample, FEW).figures

"""Large files are answered in sections; what is done of them stays, and is counted once."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from paragen.cluster import folder as sections
from paragen.cluster.parts import find_parts


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Sections of eight bytes and the rest of a line; blocks of three."""
    monkeypatch.setattr(sections, "SECTION", 8)
    monkeypatch.setattr(sections, "_BLOCK", 3)


def noted(folder):
    lines = (folder / "_paragen.counts.jsonl").read_text(encoding="utf-8").splitlines()
    return {line["output"]: line["counts"]["sentences"] for line in map(json.loads, lines)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1234567\n", [(0, None, 0)]),
        ("12345678", [(0, None, 0)]),
        ("12345678\n", [(0, 9, 0)]),
        ("12345678\n9", [(0, 9, 0), (9, 10, 1)]),
        ("123456\n8\n\nab\n" + "c" * 9, [(0, 9, 0), (9, 22, 2)]),
        ("1234567\n\n", [(0, 8, 0), (8, 9, 1)]),
        ("\n" * 20, [(0, 8, 0), (8, 16, 8), (16, 20, 16)]),
    ],
)
def test_a_section_ends_with_a_line(corpus, text, expected):
    [part] = find_parts([corpus(a=text)])
    found = sections.sections(part)
    if expected == [(0, None, 0)]:
        assert found == [part]
        return
    assert [(one.begin, one.end, one.before) for one in found] == expected
    assert [one.size for one in found] == [end - begin for begin, end, _ in expected]
    assert all(replace(one, begin=0, end=None, before=0, size=part.size) == part for one in found)


def test_what_is_not_divided(corpus):
    [part] = find_parts([corpus(a="one\ntwo\nthree\nfour\n")])
    assert len(sections.sections(part)) > 1
    for other in (replace(part, packed="gzip"), replace(part, kind="parquet"), replace(part, path="/nowhere"),
                  replace(part, size=8)):  # fmt: skip
        assert sections.sections(other) == [other]


def test_sections_make_the_output(spark_here, corpus, capitals, shown):
    folder = corpus(a="".join(f"line {number}\n" for number in range(9)), b="b\n")
    (folder / "deep").mkdir()
    (folder / "deep" / "c.txt").write_text("one\ntwo\nthree\nfour\n\n")
    summary = capitals(folder, divides=True, engine="spark")
    assert (summary.parts, summary.there, summary.done, summary.counts) == (3, 0, 3, {"sentences": 15})
    (_, items, _) = spark_here.jobs[-1]
    assert [(part.name, part.begin, part.size) for part, _ in items] == [
        *(("a.txt", begin, 14) for begin in (0, 14, 28, 42)), ("deep/c.txt", 8, 11), ("deep/c.txt", 0, 8), ("a.txt", 56, 7),
        ("b.txt", 0, 2), ("deep/c.txt", 19, 1),
    ]  # fmt: skip
    assert (capitals.out / "deep" / "c.txt").read_text() == "ONE\nTWO\nTHREE\nFOUR\n\n"
    (capitals.out / "deep" / "c.txt").unlink()
    (capitals.out / "deep").rmdir()
    assert shown(capitals.out)["a.txt"] == "".join(f"LINE {number}\n" for number in range(9))
    assert sum(capitals.read) == 63 + 2 + 20
    assert not (capitals.out / "_paragen.sections").exists()
    counts = noted(capitals.out)
    assert (counts["a.txt"], counts["b.txt"], counts["deep/c.txt"]) == (9, 1, 5)
    assert len(counts) == 3 + 5 + 3 and sum(counts.values()) == 2 * 15 - 1
    again = capitals(folder, divides=True, engine="spark")
    assert (again.there, again.done, again.counts_there, again.uncounted) == (2, 1, {"sentences": 10}, 0)


def test_answers_of_whole_files_are_not_divided(spark_here, corpus, capitals, shown):
    capitals(corpus(a="one\ntwo\nthree\nfour\n"), engine="spark")
    assert shown(capitals.out) == {"a.txt": "ONE\nTWO\nTHREE\nFOUR\n"} and noted(capitals.out) == {"a.txt": 4}


def test_broken_sections(spark_here, corpus, capitals, shown):
    lines = [f"line {number}" for number in range(12)]
    lines[3] = lines[9] = "broken"
    folder = corpus(a="\n".join(lines), b="fine\n")
    summary = capitals(folder, divides=True, engine="spark")
    assert [str(error) for error in summary.broken] == [f"{folder}/a.txt:4: found a broken line, expected another."]
    assert (summary.done, summary.counts) == (1, {"sentences": 9}) and shown(capitals.out) == {"b.txt": "FINE\n"}
    place = capitals.out / "_paragen.sections" / "a.txt"
    [own] = place.iterdir()
    about = os.stat(folder / "a.txt")
    assert own.name == f"{about.st_size}-{about.st_mtime_ns}"
    assert {path.name: path.read_text() for path in own.iterdir()} == {
        f"{0:015}": "LINE 0\nLINE 1\n", f"{28:015}": "LINE 4\nLINE 5\n", f"{42:015}": "LINE 6\nLINE 7\n",
        f"{70:015}": "LINE 10\n", f"{78:015}": "LINE 11",
    }  # fmt: skip
    os.utime(folder / "a.txt", ns=(0, 0))
    capitals.read.clear()
    assert capitals(folder, divides=True, engine="spark").counts == {"sentences": 8}
    [own] = place.iterdir()
    assert own.name == f"{about.st_size}-0" and sum(capitals.read) == about.st_size + 5


def test_a_restart_finds_what_is_done(spark_here, corpus, capitals, shown):
    lines = [f"line {number}\n" for number in range(8)]
    folder = corpus(a="".join([*lines[:4], "full\n\n\n"]))
    for _ in range(2):  # the second time nothing is left but what cannot be
        with pytest.raises(OSError, match="No space left"):
            capitals(folder, divides=True, engine="spark")
    assert noted(capitals.out) == {path: 2 for path in noted(capitals.out)} and len(noted(capitals.out)) == 2
    (capitals.marks / "a.txt").write_text("emptied")
    summary = capitals(folder, divides=True, engine="spark")
    assert (summary.done, summary.counts, summary.counts_there) == (1, {"sentences": 3}, {"sentences": 4})
    assert (summary.there, summary.uncounted, noted(capitals.out)["a.txt"]) == (0, 0, 7)

"""``paragen parallel`` as a user runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import paragen, process

pytest.importorskip("pyarrow")

TREE = "(S (NP (PRP they)) (VP (VBD saw) (NP (DT a) (JJ {}) (NN house)) (PP (IN in) (NP (NN town)))) (. .))\n"


@pytest.fixture
def group(tmp_path: Path) -> str:
    for name, word in (("one", "big"), ("two", "large"), ("three", "huge")):
        (tmp_path / name).write_text(TREE.format(word))
    return ",".join(str(tmp_path / name) for name in ("one", "two", "three"))


def test_text_and_candidates(tmp_path, group):
    sample = ("--candidates", tmp_path / "c.tsv")
    done = paragen("parallel", group, "-o", tmp_path / "o.txt", "--labels", "NP", "--threads", "0", *sample)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert done.stderr == (
        "paragen: 6 paraphrases of 3 phrases (3 NP above the threshold, in either direction), from 12 pairs of chunks in "
        "3 pairs of lines; 3 candidates to label\n"
    )
    assert (tmp_path / "o.txt").read_text().splitlines()[0] == "a big house ||| a huge house ||| 0.833333333"
    assert (tmp_path / "c.tsv").read_text().splitlines()[1] == "a big house\ta huge house\t0.666667\t1\t"


def test_licence_and_hash_seeds(tmp_path, group):
    import pyarrow.parquet

    outputs = []
    for seed in (1, 2):
        assert process("parallel", group, "-o", tmp_path / "o.parquet", "--licence", "CC0", "--quiet", seed=seed).stderr == ""
        outputs.append((tmp_path / "o.parquet").read_bytes())
    assert outputs[0] == outputs[1]
    assert set(pyarrow.parquet.read_table(tmp_path / "o.parquet")["licence"].to_pylist()) == {"CC0"}


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([], 2, "Missing argument"), (["one"], 2, "two texts or more"), (["one,"], 2, "two texts or more"),
        (["one,none"], 1, "none: No such file"), (["--alpha", "2", "one,two"], 2, "--alpha"),
        (["--threshold", "1", "one,two"], 2, "--threshold"),
        (["--labels", "NP,S", "one,two"], 1, "labels: found 'S'"), (["one,text"], 1, "text: found 'no tree"),
        (["one,longer"], 1, "longer: found 2 units, expected 1"), (["-o", "nowhere/o.txt", "one,two"], 1, "nowhere"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant(tmp_path, group, monkeypatch, args, code, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text").write_text("no tree here\n")
    (tmp_path / "longer").write_text(TREE.format("big") * 2)
    done = paragen("parallel", "-o", "o.txt", *args)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "o.txt").exists()


def test_what_is_left_out_is_told(tmp_path, group):
    for name in group.split(","):
        with open(name, "a") as file:
            file.write("(NP (NN broken)\n")
    done = paragen("parallel", group, "-o", tmp_path / "o.txt")
    assert "left out: 3 lines that are not trees (first: " in done.stderr

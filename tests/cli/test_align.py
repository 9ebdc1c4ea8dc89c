"""`paragen align` on the command line."""

from __future__ import annotations

import pytest

from paragen.cli import main


@pytest.fixture
def files(tmp_path):
    for name, text in {"src": "a b\n\nc\n", "tgt": "x y\nz\nw\n", "fwd": "0-0 1-1\n\n0-0\n", "bwd": "0-0\n\n0-0\n"}.items():
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in ("src", "tgt", "fwd", "bwd")]


def run(capfdbinary, *args):
    code = main(["align", *args])
    out, err = capfdbinary.readouterr()
    return code, out.decode(), err.decode()


def test_to_standard_output(files, capfdbinary):
    src, tgt, fwd, bwd = files
    code, out, err = run(capfdbinary, src, tgt, "--forward", fwd, "--backward", bwd)
    assert (code, out) == (0, "0-0 1-1\n\n0-0\n")
    assert err == "paragen: 2 pairs aligned, 3 links; skipped: 1 with an empty side\n"
    assert run(capfdbinary, src, tgt, "--forward", fwd, "--backward", bwd, "--quiet", "--heuristic", "intersection") == (
        0,
        "0-0\n\n0-0\n",
        "",
    )


def test_to_a_file(files, capfdbinary, tmp_path):
    src, tgt, fwd, bwd = files
    assert run(capfdbinary, src, tgt, "--forward", fwd, "--backward", bwd, "-o", str(tmp_path / "out"))[:2] == (0, "")
    assert (tmp_path / "out").read_text() == "0-0 1-1\n\n0-0\n"


def test_bad_data(files, capfdbinary, tmp_path):
    src, tgt, fwd, bwd = files
    (tmp_path / "tgt").write_text("x\n")
    code, out, err = run(capfdbinary, src, tgt, "--forward", fwd, "--backward", bwd)
    assert (
        (code, out) == (1, "")
        and "tgt:2: found the end of the file after 1 lines, expected 3 lines" in err
        and err.count("\n") == 1
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--forward", "x"], "--backward"),
        (["--segment", "en=words"], "no side 'en'"),
        (["--segment", "words"], "SIDE=HOW"),
        (["--segment", "src=words", "--segment", "src=words"], "given twice"),
        (["--segment", "src=words", "--train-segmenter", "src=m"], "not both"),
        (["--heuristic", "grow"], "grow-diag"),
        (["--max-length", "2000"], "2000"),
        (["--temp", "/none/such"], "folder"),
    ],
)
def test_bad_usage(files, capfdbinary, args, message):
    code, out, err = run(capfdbinary, *files[:2], *args)
    assert (code, out) == (2, "") and message in err

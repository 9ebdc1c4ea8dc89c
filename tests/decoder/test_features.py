"""Features say what they need, and the search obeys, or does not compile."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fuzzing
import pytest
from random_models import WORDS, build

from paragen.base.errors import ConfigError
from paragen.decoder.features import RESERVED, FeatureList
from paragen.decoder.options import FEATURES, MOST_EDITS
from paragen.decoder.search import Decoder, SearchSettings, SentenceInput

ROOT, HERE = Path(__file__).resolve().parents[2], Path(__file__).resolve().parent
KEPT = next(ROOT.glob("build/kept/*/cython/paragen.decoder.search.cpp"), Path()).parent
COMPILER = shutil.which(os.environ.get("CXX", "c++"))

compiles = pytest.mark.skipif(not (COMPILER and KEPT.name), reason="needs a compiler, and the tree that was built here")


def features(folder: Path, headers: list[str], entries: list[str], more: str = "") -> Path:
    """Write the list of features with some more; return the folder that is searched for it first."""
    text = (ROOT / "decoder" / "features.hh").read_text(encoding="utf-8")
    added = ", ".join(["WordFeature, EditFeature", *entries])
    assert text.count("WordFeature, EditFeature") == 1
    text = text.replace("WordFeature, EditFeature", added)
    included = "".join(f'#include "{header}"\n' for header in headers)
    text = text.replace("using Features =", f"}}\n{included}namespace paragen {{\n{more}\nusing Features =", 1)
    (folder / "decoder").mkdir(parents=True)
    (folder / "decoder" / "features.hh").write_text(text, encoding="utf-8")
    return folder


def compile_kernel(name: str, first: Path, to: Path) -> None:
    python = sysconfig.get_path("include")
    flags = ["-std=c++17", "-O0", "-fPIC", "-shared", "-ffp-contract=off", f"-I{first}", f"-I{ROOT}", f"-I{HERE}", f"-I{python}"]
    subprocess.run([COMPILER, *flags, KEPT / f"{name}.cpp", "-o", to / f"{name}.so"], check=True, capture_output=True)


@compiles
def test_two_more_features_are_a_header_and_a_place_in_the_list(tmp_path):
    first = features(tmp_path / "list", ["adjacent_edits.hh", "length_ratio.hh"], ["AdjacentEdits", "LengthRatio"])
    (kernels := tmp_path / "kernels").mkdir()
    with ThreadPoolExecutor(3) as pool:
        names = [f"paragen.decoder.{name}" for name in ("options", "search", "substitutes")]
        list(pool.map(lambda name: compile_kernel(name, first, kernels), names))
    (made := tmp_path / "models").mkdir()
    counts = fuzzing.run(HERE / "more_features.py", kernels, made)
    assert counts["sentences"] == 48 and min(counts.values()) > 40


@compiles
@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("Mine : NumberFeature<65> {", "1 to 32 bits"),
        ("Mine : NumberFeature<0> {", "1 to 32 bits"),
        ("Mine : Feature { struct State { int n; };", "says that it needs one"),
        ("Mine : Feature { static constexpr Needs kNeeds = Needs::kContext;", "one state of the language model"),
        ("Mine : NumberFeature<32> { }; struct Other : NumberFeature<32> { }; struct Third : NumberFeature<1> {", "more bits"),
        ("Mine : NumberFeature<32> {", None),
    ],
)
def test_what_the_search_does_not_serve_does_not_compile(tmp_path, entry, said):
    entries = ["Mine", *(["Other", "Third"] if "Third" in entry else [])]
    body = 'static constexpr const char* kName = "mine"; static bool alike(const Option&, const Option&) { return true; } };'
    first = features(tmp_path / "list", [], entries, f"struct {entry} {body}")
    (tmp_path / "try.cc").write_text('#include "decoder/search.hh"\n', encoding="utf-8")
    command = [COMPILER, "-std=c++17", "-fsyntax-only", f"-I{first}", f"-I{ROOT}", tmp_path / "try.cc"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (said is None), done.stderr
    assert said is None or said in done.stderr


def test_names_are_those_of_the_list():
    assert FEATURES == ("lm", "(tables)", "self", "word", "edit", "unknown", "(scorers)")
    assert FeatureList(("a", "b"), False, ("s",)).names == ("lm", "a", "b", "word", "edit", "unknown", "s")
    assert RESERVED == ("lm", "self", "word", "edit", "unknown", "fit", "added")


def test_a_model_may_have_as_many_tables_with_a_floor_as_a_hypothesis_has_bits(tmp_path):
    _, packed = build(tmp_path, random.Random(1), n_tables=1)
    (pair,) = [[((word,), (other,), 0.5)] for word, other in [WORDS[:2]]]
    for n, fits in ((24, True), (25, False)):
        names = tuple(f"t{i}" for i in range(n))
        weights = dict.fromkeys(FeatureList(names).names, 0.3)
        settings = packed.store, packed.lm, FeatureList(names), weights, dict.fromkeys(names, -1.0)
        if fits:
            decoder = Decoder(*settings, pairs=[pair] * (n - 1))
            (found,) = decoder.decode([SentenceInput(WORDS[:2])], SearchSettings())
            used = {edit.table for edit in found[0].edits}
            floors = [value for table, value in enumerate(found[0].features[1 : n + 1]) if table not in used]
            assert floors == [-1.0] * len(floors)
        else:
            with pytest.raises(ConfigError, match="more than 24 tables with a floor"):
                Decoder(*settings, pairs=[pair] * (n - 1))


def test_bounds_of_edits_have_a_limit():
    assert SearchSettings(min_edits=MOST_EDITS, max_edits=MOST_EDITS).max_edits == 255
    with pytest.raises(ConfigError, match="256, expected a whole number from 0 to 255"):
        SearchSettings(min_edits=MOST_EDITS + 1)
    with pytest.raises(ConfigError, match="256, expected a whole number from 0 to 255"):
        SearchSettings(max_edits=MOST_EDITS + 1)

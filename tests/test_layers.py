"""Imports point down only, in Python, in Cython and in C++."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {"src/paragen": "paragen", "decoder": "paragen.decoder", "tables": "paragen.tables", "tuning": "paragen.tuning",
           "resources": "paragen.resources"}  # fmt: skip
BASE = ("text", "errors", "typedefs", "partial", "packfile", "vocabulary", "toml", "staging", "scratch", "pipeline", "sizes", "packages",
        "destination")  # fmt: skip
LAYERS = ("base", "tables", "decoder", "front", "tuning", "resources", "cli")
"""From the bottom up; "front" is all of ``paragen`` that is not named here or in BASE."""

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<source>[\w.]+)[ \t]+c?import[ \t]+(?P<names>\([^)]*\)|[^\n]*)|c?import[ \t]+(?P<plain>[\w., ]+))", re.M
)
HEADER = re.compile(r"(?:#include|extern from)[ \t]+\"([^\"]+)\"")


def layer(module: str) -> str:
    """The layer of a module named as it is imported."""
    part = (module + ".").split(".")[1]
    if part == "__main__":
        return "cli"
    if part in LAYERS and part not in ("base", "front"):
        return part
    return "base" if part in BASE else "front"


def module_of(path: str) -> str:
    """The module, or the name a header would have if it were one, of a file below the root."""
    folder = max((folder for folder in FOLDERS if path.startswith(folder + "/")), key=len)
    inside = Path(path).relative_to(folder).with_suffix("")
    parts = [part for part in inside.parts if part != "__init__"]
    return ".".join([FOLDERS[folder], *parts])


def imported(path: Path) -> Iterator[str]:
    """What a file imports, cimports or includes of paragen."""
    text = path.read_text(encoding="utf-8")
    yield from (module_of(header) for header in HEADER.findall(text) if "/" in header)
    for found in IMPORT.finditer(text):
        source = found["source"] or ""
        if source == "paragen":
            yield from (f"paragen.{name}" for name in re.findall(r"(\w+)(?: as \w+)?[ ,)]*", found["names"].strip("( ")))
        elif source.startswith("paragen."):
            yield source
        elif found["plain"]:
            yield from (name for name in re.split(r"[ ,]+", found["plain"]) if name.startswith("paragen."))


def sources() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".hh")]
    return sorted(found)


def test_imports_point_down():
    upward = []
    for path in sources():
        own = layer(module_of(str(path.relative_to(ROOT))))
        for module in imported(path):
            other = layer(module)
            beyond_store = (own, other) == ("decoder", "tables") and module != "paragen.tables.store"
            if LAYERS.index(other) > LAYERS.index(own) or beyond_store:
                upward.append(f"{path.relative_to(ROOT)} ({own}) imports {module} ({other})")
    assert not upward


def test_imports_are_absolute():
    relative = re.compile(r"^[ \t]*from[ \t]+\.", re.M)
    assert not [path for path in sources() if relative.search(path.read_text(encoding="utf-8"))]


def test_the_walk_sees_every_kind_of_import(tmp_path):
    code = tmp_path / "x.pyx"
    code.write_text(
        "import paragen.cli\nfrom paragen import packing, model\n    from paragen.decoder.lm.model cimport (LanguageModel,\n  View)\n"
        'cdef extern from "tables/store.hh" nogil:\n#include "src/paragen/vocabulary.hh"\ncimport paragen.tables.store\nimport os\n'
    )
    assert sorted(imported(code)) == [
        "paragen.cli", "paragen.decoder.lm.model", "paragen.model", "paragen.packing", "paragen.tables.store", "paragen.tables.store",
        "paragen.vocabulary",
    ]  # fmt: skip
    assert [layer(name) for name in ("paragen", "paragen.cli.decode", "paragen.text.case", "paragen.decoder.lm")] == [
        "front", "cli", "base", "decoder",
    ]  # fmt: skip

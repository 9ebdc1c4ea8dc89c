"""Imports point down only, in Python, in Cython and in C++."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import paragen

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {"src/paragen": "paragen", "lm": "paragen.lm", "decoder": "paragen.decoder", "tables": "paragen.tables",
           "tuning": "paragen.tuning", "resources": "paragen.resources"}  # fmt: skip
ORDER = (
    "base", "text, web", "lm, tables", "decoder", "model", "settings", "results", "rewriting",
    "paraphraser", "documents, packing, spans", "adapters, io", "tuning", "recipes", "resources, cluster, lsp", "server", "cli",
)  # fmt: skip
"""The packages from the bottom to the top; "paraphraser" is also the top-level package itself. Those side by side do not know
each other."""
LAYERS = {name: height for height, names in enumerate(ORDER) for name in names.split(", ")}

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<source>[\w.]+)[ \t]+c?import[ \t]+(?P<names>\([^)]*\)|[^\n]*)|c?import[ \t]+(?P<plain>[\w., ]+))",
    re.M,
)
HEADER = re.compile(r"(?:#include|extern from)[ \t]+\"([^\"]+)\"")


def layer(module: str) -> str:
    """The layer of a module named as it is imported."""
    part = (module + ".").split(".")[1]
    if part == "__main__":
        return "cli"
    return part if part in LAYERS else "paraphraser"


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
            yield from (name for name in re.split(r"[ ,]+", found["plain"]) if (name + ".").startswith("paragen."))


def sources() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".hh")]
    return sorted(found)


def test_imports_point_down():
    upward = []
    for path in sources():
        own = layer(module_of(str(path.relative_to(ROOT))))
        for module in imported(path):
            other = layer(module)
            beyond_store = (own, other) == ("decoder", "tables") and not module.startswith("paragen.tables.store.")
            beside = own != other and LAYERS[other] == LAYERS[own]
            if LAYERS[other] > LAYERS[own] or beside or beyond_store:
                upward.append(f"{path.relative_to(ROOT)} ({own}) imports {module} ({other})")
    assert not upward


def test_imports_name_modules_that_exist():
    known = {module_of(str(path.relative_to(ROOT))) for path in sources()}
    code = [*sources(), *(path for path in (ROOT / "tests").rglob("*.py") if path.name != "test_layers.py")]
    strange = {f"{path.relative_to(ROOT)}: {module}" for path in code for module in imported(path) if not is_known(module, known)}
    assert not strange


def is_known(module: str, known: set[str]) -> bool:
    """Whether a module, or a name in the top-level package, is there."""
    return module in known or module in {f"paragen.{name}" for name in (*paragen.__all__, "__version__", "__all__")}


def test_imports_are_absolute():
    relative = re.compile(r"^[ \t]*from[ \t]+\.", re.M)
    assert not [path for path in sources() if relative.search(path.read_text(encoding="utf-8"))]


def test_the_walk_sees_every_kind_of_import(tmp_path):
    code = tmp_path / "x.pyx"
    code.write_text(
        "import paragen\nimport paragen.cli\nfrom paragen import packing, model\n"
        "    from paragen.lm.model cimport (LanguageModel,\n  View)\n"
        'cdef extern from "tables/store/store.hh" nogil:\n#include "src/paragen/base/vocabulary.hh"\n'
        'cimport paragen.tables.store.store\nimport os\n'
    )
    assert sorted(imported(code)) == [
        "paragen", "paragen.base.vocabulary", "paragen.cli", "paragen.lm.model", "paragen.model", "paragen.packing",
        "paragen.tables.store.store", "paragen.tables.store.store",
    ]  # fmt: skip
    assert [layer(name) for name in ("paragen", "paragen.cli.decode", "paragen.text.case", "paragen.lm")] == [
        "paraphraser", "cli", "text", "lm",
    ]  # fmt: skip

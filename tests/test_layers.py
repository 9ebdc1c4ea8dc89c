"""Imports point down only, in Python, in Cython and in C++."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import paragen

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {"src/paragen": "paragen", "lm": "paragen.lm", "decoder": "paragen.decoder", "tables": "paragen.tables",
           "tuning": "paragen.tuning", "resources": "paragen.resources"}  # fmt: skip
ORDER = (
    "base", "text, web", "lm, tables", "decoder", "model < settings < results < rewriting < spans < paraphraser < packing",
    "documents, tuning", "io, recipes", "adapters, cluster, lsp, resources, server", "cli",
)  # fmt: skip
"""The layers from the bottom to the top; "paraphraser" is also the top-level package itself. Those side by side in a layer do not
know each other, but for those that stand in an order of their own."""
LAYERS = {name: height for height, names in enumerate(ORDER) for name in re.split(", | < ", names)}
INNER = {name: place for names in ORDER for place, name in enumerate(names.split(" < "))}

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
    """What a file imports, cimports or includes of paragen: of a package, the modules that are named, itself for other names."""
    text = path.read_text(encoding="utf-8")
    yield from (module_of(header) for header in HEADER.findall(text) if "/" in header)
    for found in IMPORT.finditer(text):
        source = found["source"] or ""
        if (source + ".").startswith("paragen."):
            names = re.findall(r"(\w+)(?: as \w+)?[ ,)]*", found["names"].strip("( "))
            inside = [f"{source}.{name}" for name in names if source == "paragen" or f"{source}.{name}" in modules()]
            yield from inside
            if len(inside) < len(names):
                yield source
        elif found["plain"]:
            yield from (name for name in re.split(r"[ ,]+", found["plain"]) if (name + ".").startswith("paragen."))


def sources() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".hh")]
    return sorted(found)


@cache
def modules() -> frozenset[str]:
    """The names of all modules that are files."""
    return frozenset(module_of(str(path.relative_to(ROOT))) for path in sources() if path.suffix != ".hh")


def test_imports_point_down():
    upward = []
    for path in sources():
        own = layer(module_of(str(path.relative_to(ROOT))))
        for module in imported(path):
            other = layer(module)
            beyond_store = (own, other) == ("decoder", "tables") and not module.startswith("paragen.tables.store.")
            ordered = own in INNER and other in INNER and INNER[other] < INNER[own]
            beside = own != other and LAYERS[other] == LAYERS[own] and not ordered
            if LAYERS[other] > LAYERS[own] or beside or beyond_store:
                upward.append(f"{path.relative_to(ROOT)} ({own}) imports {module} ({other})")
    assert not upward


def test_there_are_nine_layers():
    assert len(ORDER) == 9


def test_compiled_sources_are_short():
    """ruff sees Python only: no line over 130 columns, nor a kernel over 500 lines, nor a header over 320."""
    for suffix, most in (("hh", 320), ("pyx", 500), ("pxd", 300)):
        for path in (path for folder in FOLDERS for path in (ROOT / folder).rglob(f"*.{suffix}")):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert len(lines) <= most, path
            assert [f"{path}:{number}" for number, line in enumerate(lines, 1) if len(line) > 130] == []


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The names that reach each other, in groups (Tarjan's strongly connected components)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        numbers[name] = lowest[name] = len(numbers)
        stack.append(name)
        for other in sorted(graph.get(name, ())):
            if other not in numbers:
                visit(other)
            if other in stack:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == numbers[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in numbers:
            visit(name)
    return sorted(found)


def test_files_do_not_import_each_other_in_a_circle():
    graph: dict[str, set[str]] = {}
    for path in sources():
        text, own = path.read_text(encoding="utf-8"), module_of(str(path.relative_to(ROOT)))
        headers = {f"{module_of(header)}.hh" for header in HEADER.findall(text) if "/" in header}
        modules = {module for module in imported(path) if f"{module}.hh" not in headers}
        own = f"{own}.hh" if path.suffix == ".hh" else own
        graph.setdefault(own, set()).update((headers | modules) - {own})
    assert circles(graph) == []


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

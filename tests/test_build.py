"""What was compiled is what was asked for: release and bounds-checked objects are never mixed."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import paragen
from paragen.base.packages import DISTRIBUTION

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "build_system"))
from folders import PACKAGES  # noqa: E402

KERNELS = ("decoder/search", "lm/model", "tables/store/store")  # they index vectors
CHECKS = (b"__glibcxx_assert_fail", b"__replacement_assert")  # of libstdc++, since and before GCC 12


def compiled() -> dict[str, bytes]:
    """The bytes of every extension module of the package that is imported here."""
    return {
        path.relative_to(folder).as_posix().partition(".")[0]: path.read_bytes()
        for folder in map(Path, paragen.__path__)
        for path in folder.rglob("*.so")
        if "build" not in path.relative_to(folder).parts
    }


@pytest.mark.skipif(os.uname().sysname != "Linux", reason="looks for the checks of libstdc++")
def test_checks_are_in_the_sanitizer_build_only():
    sanitized = os.environ.get("PARAGEN_SANITIZE") == "1"
    checked = {name: any(check in data for check in CHECKS) for name, data in compiled().items()}
    assert set(KERNELS) <= set(checked)
    if sanitized:
        assert all(checked[name] for name in KERNELS), checked
    else:
        assert not any(checked.values()), checked


def test_each_kernel_has_one_level_of_optimisation(monkeypatch):
    monkeypatch.chdir(ROOT)
    pytest.importorskip("setuptools")
    from kernels import HOT, Kernel

    assert all(Path(PACKAGES[name.rpartition(".")[0]], f"{name.rpartition('.')[2]}.pyx").is_file() for name in HOT)
    levels = {name: [flag for flag in Kernel(name, None).extra_compile_args if flag.startswith("-O")] for name in (*HOT, "cold")}
    sanitized = os.environ.get("PARAGEN_SANITIZE") == "1"
    assert levels == {name: ["-O1" if sanitized else "-O2" if name == "cold" else "-O3"] for name in levels}


def test_one_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == paragen.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {paragen.__version__} " in changes
    assert project["name"] == DISTRIBUTION
    if Path(paragen.__file__).parents[1].joinpath(f"{DISTRIBUTION.replace('-', '_')}-{paragen.__version__}.dist-info").is_dir():
        assert version(DISTRIBUTION) == paragen.__version__


def test_nothing_generated_is_in_git():
    try:
        done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    generated = [name for name in done.stdout.splitlines() if name.endswith((".c", ".cc", ".cpp", ".so", ".o", ".pyc", ".html"))]
    assert [name for name in generated if "/static/" not in name] == []


def test_what_a_user_needs_is_in_the_package():
    folder = Path(paragen.__path__[0])
    for name in ("py.typed", "base/vocabulary.pxd", "base/vocabulary.hh"):
        assert (folder / name).is_file(), name


def names_of(stub: Path) -> set[str]:
    """The public names at the top level of a stub, without those it imports or only defines for its types."""
    found: set[str] = set()
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return {name for name in found if not name.startswith("_")}


def test_every_compiled_module_has_a_stub_that_fits():
    sources = {folder: ROOT / folder for folder in ("lm", "decoder", "tables", "tuning")} | {"": ROOT / "src" / "paragen"}
    kernels = {Path(name, path.relative_to(folder)): path for name, folder in sources.items() for path in folder.rglob("*.pyx")}
    assert kernels
    for name, path in kernels.items():
        stub = path.with_suffix(".pyi")
        assert stub.is_file(), f"{name} has no stub"
        module = importlib.import_module(".".join(["paragen", *name.with_suffix("").parts]))
        assert [each for each in sorted(names_of(stub)) if not hasattr(module, each)] == [], stub


KERNEL = '''
from paragen.base.vocabulary cimport Vocabulary
Pair = "tuple[str, float]"
KIND, MOST = "kind", kMost

cdef class Words:
    cdef readonly tuple names  # type: tuple[str, ...]
    cdef readonly uint32_t n
    cdef vector[int] own

    def __cinit__(self, Vocabulary vocabulary not None, const int32_t[::1] ids, least: float | None = None,
                  bint all=False):
        pass

    def __len__(self):
        return self.n

    def __getitem__(self, uint32_t at) -> str:
        return self.names[at]

    def _own(self, x):
        pass

class BadWord(ValueError):
    def __init__(self, line: int, found: str = ""):
        pass

def read(path: StrPath, *, str name=None) -> Words:
    def inner(x):
        return x
    return Words(path)
'''

STUB = '''"""Made of words.pyx by build_system/stubs.py."""

import numpy as np
import numpy.typing as npt
from collections.abc import Iterator
from paragen.base.destination import StrPath
from paragen.base.vocabulary import Vocabulary

Int32s = npt.NDArray[np.int32]
Pair = tuple[str, float]
KIND: str
MOST: int

class Words:
    names: tuple[str, ...]
    n: int
    def __init__(self, vocabulary: Vocabulary, ids: Int32s, least: float | None = None, all: bool = False) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, at: int) -> str: ...
    def __iter__(self) -> Iterator[str]: ...

class BadWord(ValueError):
    def __init__(self, line: int, found: str = "") -> None: ...
    line: int
    found: str

def read(path: StrPath, *, name: str | None = None) -> Words: ...
'''


def test_stubs_are_made_of_signatures(tmp_path):
    import stubs

    pyx = tmp_path / "words.pyx"
    pyx.write_text(KERNEL)
    stubs.write({"paragen.words": pyx})
    assert pyx.with_suffix(".pyi").read_text() == STUB
    pyx.write_text("def read(path: StrPath):\n    pass\n")
    with pytest.raises(ValueError, match=r"words.pyx: found `def read\(path: StrPath\):`, expected -> and what it returns.$"):
        stubs.write({"paragen.words": pyx})

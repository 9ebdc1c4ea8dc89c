"""The compiled modules: Cython makes C++ of each .pyx, the compiler a module of that; what has not changed is kept."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

import toolchain
from folders import KEPT, PACKAGES, ROOT, SANITIZE, compiled_module
from setuptools import Extension
from stamps import Stamp

PXD = Path("build", "pxd")
SHARED = "paragen.base.cython_support"  # what Cython would otherwise repeat in each module: memory views, types of functions

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
FLAGS = ["-std=c++17", "-g0", "-ffp-contract=off"]
# -O3 takes half as long again to compile as -O2: it is for what was measured to be more than 3 % slower without.
HOT = {
    "paragen.decoder.search",  # for each hypothesis
    "paragen.decoder.fit.kernel",  # for each substitute: decode 5 %, substitutes 12 %
    "paragen.decoder.substitutes",  # for each substitute
    "paragen.text.kernel",  # for each word of a sentence: 23 % more instructions
    "paragen.lm.model",  # for each query: 35 % more instructions
    "paragen.lm.estimate.kernel",  # for each n-gram: 4 %
    "paragen.tables.bilingual.graph.count_kernel",  # for each pair of a graph: commute times 120 %
    "paragen.tables.bilingual.graph.decompose_kernel",  # for each edge: clusters 6 %, cut vertices 15 %
    "paragen.tables.bilingual.syntax.kernel",  # for each span of a sentence pair: 13 %
    "paragen.tuning.sweep",  # for each point of a line search
}  # fmt: skip
CHECKED = [*FLAGS, "-O1", "-g1", "-fno-omit-frame-pointer", "-D_GLIBCXX_ASSERTIONS", "-DPARAGEN_DEBUG", *SANITIZERS]
# The loops that count are C++; what is left in Cython can afford its checks.
DIRECTIVES = [
    "boundscheck=True", "wraparound=False", "initializedcheck=True", "nonecheck=True", "embedsignature=True",
    "annotation_typing=False",  # annotations are for stubs.py
    "auto_pickle=False",  # two functions a class, to say that it cannot be pickled; Python says so by itself
    "emit_code_comments=False",
]
CYTHON = [
    "-3", "--cplus", "--include-dir", str(PXD), "--depfile", *(word for each in DIRECTIVES for word in ("--directive", each)),
]
if sys.platform == "darwin":  # the first whose C++ library writes floating-point numbers (std::to_chars); has not been run
    os.environ.setdefault("MACOSX_DEPLOYMENT_TARGET", "13.3")
_CYTHONIZE = """
import gc, json, sys
from Cython.Compiler.Main import main
gc.disable()  # a fifth of the time, to find that all trees are in use
for arguments in json.loads(sys.argv[1]):
    sys.argv[1:] = arguments
    main(command_line=1)
"""
# What Cython writes converts, checks and calls, and the headers with the loops come first in it: GCC takes two thirds of the time
# if it optimizes what follows them less. (Clang does not know how, and does not mind.)
_HEADERS_END = "#ifdef _OPENMP\n"
_LESS_OPTIMIZED = f"""\
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O1")
#endif
{_HEADERS_END}"""
_ENVIRONMENT = "CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDSHARED ARCHFLAGS MACOSX_DEPLOYMENT_TARGET".split()
_INCLUDED = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


class Kernel(Extension):
    """A compiled module: ``pyx`` is its source, None for the module of what the others share."""

    def __init__(self, name: str, pyx: Path | None) -> None:
        self.pyx = pyx
        self.cpp = KEPT / "cython" / f"{name}.cpp"
        super().__init__(
            name, [str(self.cpp)], include_dirs=["."], language="c++",
            extra_compile_args=CHECKED if SANITIZE else [*FLAGS, "-O3" if name in HOT else "-O2"],
            extra_link_args=SANITIZERS if SANITIZE else [],
        )  # fmt: skip
        self.result = compiled_module(name)
        self.stamp = Stamp(KEPT / "stamps" / f"{name}.json", _settings(self))

    def arguments(self) -> list[str]:
        """Return what is asked of Cython, which writes the C++."""
        if self.pyx is None:
            return ["generate-shared", "--cplus", str(self.cpp)]
        return [*CYTHON, "--shared", SHARED, "--module-name", self.name, "-o", str(self.cpp), str(self.pyx)]

    def keep(self, module: Path) -> None:
        """Keep what was compiled, with a record of all that it came from."""
        self.result.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(module, self.result)
        sources = [] if self.pyx is None else [self.pyx, *self._declarations(self.pyx), *_headers(self.cpp)]
        self.stamp.write([self.result, *sources])

    def _declarations(self, pyx: Path) -> list[Path]:
        """The .pxd of this package that Cython read: as they are laid out, but for the one beside the .pyx."""
        words = Path(f"{self.cpp}.dep").read_text(encoding="utf-8").partition(":")[2].replace("\\\n", " ").split()
        return [path for path in map(Path, words) if PXD in path.parents or path == pyx.with_suffix(".pxd")]


def kernels() -> list[Kernel]:
    """Return a kernel for each .pyx, the one that all share first."""
    _lay_out_declarations()
    return [Kernel(SHARED, None)] + [
        Kernel(f"{package}.{path.stem}", path.relative_to(ROOT))
        for package, folder in PACKAGES.items()
        for path in sorted((ROOT / folder).glob("*.pyx"))
    ]


def cythonize(stale: list[Kernel]) -> None:
    """Write the C++ of kernels: in as many processes as there are processors, as Cython starts longer than it works for most."""

    def run(some: list[Kernel]) -> None:
        arguments = json.dumps([kernel.arguments() for kernel in some])
        subprocess.run([sys.executable, "-c", _CYTHONIZE, arguments], check=True, stdin=subprocess.DEVNULL)

    (KEPT / "cython").mkdir(parents=True, exist_ok=True)
    n_processes = os.cpu_count() or 1
    with ThreadPoolExecutor(n_processes) as pool:
        list(pool.map(run, filter(None, (stale[first::n_processes] for first in range(n_processes)))))
    for kernel in stale:
        before, end, after = kernel.cpp.read_text(encoding="utf-8").partition(_HEADERS_END)
        assert end, kernel.cpp
        kernel.cpp.write_text(f"{before}{_LESS_OPTIMIZED}{after}", encoding="utf-8")


def made_by_this_cython(all_kernels: list[Kernel], stale: list[Kernel]) -> list[Kernel]:
    """Return which kernels to compile if some are: all of them after a change of Cython, whose versions do not mix."""
    record = KEPT / "cython" / "version"
    found = version("cython")
    if record.is_file() and record.read_text(encoding="utf-8") == found:
        return stale
    for kernel in all_kernels:
        kernel.stamp.remove()
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(found, encoding="utf-8")
    return all_kernels


def _lay_out_declarations() -> None:
    """Lay out every .pxd as Cython expects it for ``from paragen.x cimport y``."""
    shutil.rmtree(ROOT / PXD, ignore_errors=True)
    for package, folder in PACKAGES.items():
        target = ROOT / PXD / package.replace(".", os.sep)
        target.mkdir(parents=True, exist_ok=True)
        (target / "__init__.pxd").touch()
        for pxd in (ROOT / folder).glob("*.pxd"):
            shutil.copy2(pxd, target)


def _settings(kernel: Kernel) -> str:
    """Everything but files that a module depends on."""
    environment = [f"{name}={os.environ[name]}" for name in _ENVIRONMENT if name in os.environ]
    flags = [*CYTHON, _LESS_OPTIMIZED, *kernel.extra_compile_args, *kernel.extra_link_args]
    return "\n".join([sys.version, _compiler_version(), *environment, *flags])


@lru_cache(maxsize=1)
def _compiler_version() -> str:
    command = [*toolchain.compiler(), "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _headers(source: Path) -> set[Path]:
    """The headers of this package that a C++ file includes, and those that they include."""
    found: set[Path] = set()
    ahead = [source]
    while ahead:
        for name in _INCLUDED.findall(ahead.pop().read_text(encoding="utf-8")):
            with suppress(ValueError):
                header = (ROOT / name).resolve().relative_to(ROOT)
                if header.is_file() and header not in found:
                    found.add(header)
                    ahead.append(header)
    return found

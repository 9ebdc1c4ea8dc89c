"""Maps the top-level folders to ``paragen.*`` and compiles the kernels.

``PARAGEN_DEBUG=1`` builds with bounds checks in Cython and in the C++ standard library.
"""

import os
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path(__file__).resolve().parent
DEBUG = os.environ.get("PARAGEN_DEBUG") == "1"

PACKAGE_DIR = {
    "paragen": "src/paragen",
    "paragen.cli": "src/paragen/cli",
    "paragen.text": "src/paragen/text",
    "paragen.decoder": "decoder",
    "paragen.decoder.lm": "decoder/lm",
    "paragen.decoder.lm.estimate": "decoder/lm/estimate",
    "paragen.tables": "tables",
    "paragen.tuning": "tuning",
    "paragen.resources": "resources",
}


def pxd_view() -> str:
    """Lay out every .pxd as Cython expects it for ``from paragen.x cimport y``."""
    view = ROOT / "build" / "pxd"
    shutil.rmtree(view, ignore_errors=True)
    for package, folder in PACKAGE_DIR.items():
        target = view.joinpath(*package.split("."))
        target.mkdir(parents=True, exist_ok=True)
        (target / "__init__.pxd").touch()
        for pxd in (ROOT / folder).glob("*.pxd"):
            shutil.copy2(pxd, target)
    return str(view)


def extensions() -> list[Extension]:
    """One extension for each .pyx; all of them see the C++ headers from the root."""
    headers = sorted(str(path.relative_to(ROOT)) for folder in PACKAGE_DIR.values() for path in (ROOT / folder).glob("*.hh"))
    flags = ["-std=c++17", "-g0", "-ffp-contract=off"]
    flags += ["-O1", "-D_GLIBCXX_ASSERTIONS", "-DPARAGEN_DEBUG"] if DEBUG else ["-O3"]
    return [
        Extension(
            f"{package}.{pyx.stem}",
            [str(pyx.relative_to(ROOT))],
            include_dirs=["."],
            depends=headers,
            language="c++",
            extra_compile_args=flags,
        )
        for package, folder in PACKAGE_DIR.items()
        for pyx in sorted((ROOT / folder).glob("*.pyx"))
    ]


setup(
    packages=list(PACKAGE_DIR),
    package_dir=PACKAGE_DIR,
    include_package_data=False,
    package_data={"": ["*.pxd", "*.hh", "py.typed"]},
    ext_modules=cythonize(
        extensions(),
        build_dir="build/cython-debug" if DEBUG else "build/cython",
        include_path=[pxd_view()],
        compiler_directives={
            "language_level": "3",
            "boundscheck": DEBUG,
            "wraparound": False,
            "initializedcheck": DEBUG,
            "embedsignature": True,
        },
    ),
)

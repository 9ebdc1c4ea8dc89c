"""Maps the top-level folders to ``paragen.*``, compiles the kernels and builds the starter pack with them.

``PARAGEN_SANITIZE=1`` builds with the checks of raw pointers (base/check.hh), of the C++ standard library, and of the
address and undefined-behaviour sanitizers; `make sanitize-test` runs what it builds.
``PARAGEN_NO_STARTER=1`` leaves the starter pack out.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
SANITIZE = os.environ.get("PARAGEN_SANITIZE") == "1"
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]

# Sources of the starter pack that its model holds whole: they are installed once, and the recipe reads them there.
HELD_BY_MODEL = {"lm.arpa.gz": "lm.bin", "fit.bin": "fit.bin"}

ROOTS = {
    "paragen": "src/paragen",
    "paragen.lm": "lm",
    "paragen.decoder": "decoder",
    "paragen.tables": "tables",
    "paragen.tuning": "tuning",
    "paragen.resources": "resources",
}
PACKAGE_DIR = {
    ".".join([package, *init.parent.relative_to(ROOT / folder).parts]): str(init.parent.relative_to(ROOT))
    for package, folder in ROOTS.items()
    for init in sorted((ROOT / folder).rglob("__init__.py"))
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
    if SANITIZE:
        flags += ["-O1", "-g1", "-fno-omit-frame-pointer", "-D_GLIBCXX_ASSERTIONS", "-DPARAGEN_DEBUG", *SANITIZERS]
    else:
        flags += ["-O3"]
    return [
        Extension(
            f"{package}.{pyx.stem}",
            [str(pyx.relative_to(ROOT))],
            include_dirs=["."],
            depends=headers,
            language="c++",
            extra_compile_args=flags,
            extra_link_args=SANITIZERS if SANITIZE else [],
        )
        for package, folder in PACKAGE_DIR.items()
        for pyx in sorted((ROOT / folder).glob("*.pyx"))
    ]


class BuildKernelsAndStarter(build_ext):
    """Compile the kernels; then let the package just built build its starter pack, in a process of its own."""

    def run(self):
        super().run()
        if SANITIZE or os.environ.get("PARAGEN_NO_STARTER") == "1":
            return
        in_place = self.inplace or self.editable_mode
        library = ROOT / "src" if in_place else Path(self.build_lib).resolve()
        resources = ROOT / "resources" if in_place else library / "paragen" / "resources"
        recipe = resources / "recipes" / "starter.toml"
        if not in_place:
            shutil.copy2(ROOT / "resources" / "recipes" / "starter.toml", recipe)  # over that of an earlier build
        path = os.pathsep.join(filter(None, [str(library), os.environ.get("PYTHONPATH")]))
        # Over a checkout the package is spread: its folders are found beside src as well.
        code = f"""
import paragen
if {bool(in_place)}:
    paragen.__path__.append({str(ROOT)!r})
from paragen.resources.build import main
main(["-o", {str(resources / "starter" / "model")!r}])
"""
        subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": path})
        if not in_place:
            text = recipe.read_text(encoding="utf-8")
            for source, packed in HELD_BY_MODEL.items():
                (resources / "starter" / source).unlink()
                text = text.replace(f"{{sources}}/{source}", f"{{sources}}/model/{packed}")
            recipe.write_text(text, encoding="utf-8")


setup(
    options={
        "build": {"build_base": "build/sanitize"} if SANITIZE else {},  # or it would take the objects of the other build
        "build_ext": {"parallel": os.cpu_count() or 1},
    },
    packages=list(PACKAGE_DIR),
    package_dir=PACKAGE_DIR,
    include_package_data=False,
    package_data={
        "": ["*.pxd", "*.pyi", "*.hh", "*.sql", "py.typed"],
        "paragen.resources": [
            "starter/*.gz", "starter/*.bin", "starter/*.toml", "starter/*/*.tsv", "recipes/*.toml", "conditions/*.toml",
        ],
        "paragen.text.opposites": ["*.tsv"],
        "paragen.decoder.guards": ["*.txt"],
        "paragen.tuning.page": ["static/*"],
        "paragen.server.page": ["static/*"],
        "paragen.web": ["static/*"],
    },
    data_files=[("share/man/man1", ["docs/paragen.1"])],
    cmdclass={"build_ext": BuildKernelsAndStarter},
    ext_modules=cythonize(
        extensions(),
        build_dir="build/cython",  # both builds compile the same C++
        nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,  # elsewhere processes would run this file again
        include_path=[pxd_view()],
        compiler_directives={
            "language_level": "3",
            # The loops that count are C++; what is left in Cython can afford its checks.
            "boundscheck": True,
            "wraparound": False,
            "initializedcheck": True,
            "nonecheck": True,
            "embedsignature": True,
        },
    ),
)

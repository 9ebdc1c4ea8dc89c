"""Maps the top-level folders to ``paragen.*``, compiles the kernels and builds the starter pack with them; see ``build_system``.

``PARAGEN_SANITIZE=1`` builds with the checks of raw pointers (base/check.hh), of the C++ standard library, and of the
address and undefined-behaviour sanitizers; `make sanitize-test` runs what it builds.
``PARAGEN_NO_STARTER=1`` leaves the starter pack out.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent / "build_system"))
import starter  # noqa: E402
import stubs  # noqa: E402
import toolchain  # noqa: E402
from folders import PACKAGES, SANITIZE  # noqa: E402
from kernels import Kernel, cythonize, kernels, made_by_this_cython  # noqa: E402
from progress import Progress  # noqa: E402


class BuildSources(build_py):
    """Copy the sources, and stubs made of them, into an empty folder: what has gone from them goes from the package."""

    def run(self) -> None:
        stubs.write({kernel.name: kernel.pyx for kernel in self.distribution.ext_modules if kernel.pyx is not None})
        if not self.editable_mode:
            shutil.rmtree(Path(self.build_lib, "paragen"), ignore_errors=True)
        super().run()


class BuildKernelsAndStarter(build_ext):
    """Compile the kernels that have changed; then let the package just built build its starter pack."""

    def run(self) -> None:
        toolchain.check()
        stale = [kernel for kernel in self.extensions if not kernel.stamp.holds()]
        if stale:
            stale = made_by_this_cython(self.extensions, stale)
        self.force = True  # what is made is decided here
        self._progress = Progress(len(stale))
        cythonize(stale)
        super().run()
        if not starter.LEFT_OUT:
            self._progress.say("building the starter model")
            starter.build(Path(self.build_lib).resolve(), bool(self.inplace or self.editable_mode))

    def build_extension(self, kernel: Kernel) -> None:
        module = Path(self.get_ext_fullpath(kernel.name))
        if kernel.stamp.holds():
            module.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(kernel.result, module)
            return
        super().build_extension(kernel)
        kernel.keep(module)
        self._progress.done(kernel.name)

    def get_source_files(self) -> list[str]:
        """Return none: MANIFEST.in names the sources, and the C++ that is made of them is none."""
        return []


setup(
    options={
        "build": {"build_base": "build/sanitize"} if SANITIZE else {},  # or it would take the objects of the other build
        "build_ext": {"parallel": os.cpu_count() or 1},
    },
    packages=list(PACKAGES),
    package_dir=PACKAGES,
    include_package_data=False,
    package_data={
        "": ["*.pxd", "*.pyi", "*.hh", "*.sql", "py.typed"],
        "paragen.resources": [
            "starter/*.gz", "starter/*.xz", "starter/*.bin", "starter/*.toml", "starter/*/*.tsv", "starter/conditions/*.txt",
            "recipes/*.toml", "conditions/*.toml",
        ],
        "paragen.packing": ["*.txt"],
        "paragen.text.opposites": ["*.tsv"],
        "paragen.text": ["*.bin"],
        "paragen.text.languages": ["*.txt"],
        "paragen.decoder.guards": ["*.txt"],
        "paragen.tuning.page": ["static/*"],
        "paragen.server.page": ["static/*"],
        "paragen.web": ["static/*"],
    },
    data_files=[("share/man/man1", ["docs/paragen.1"])],
    cmdclass={"build_py": BuildSources, "build_ext": BuildKernelsAndStarter},
    ext_modules=kernels(),
)

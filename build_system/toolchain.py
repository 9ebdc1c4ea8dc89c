"""Says at once what is missing to compile paragen: a Python that is new enough, a C++ compiler, Python's headers, venv.

``python build_system/toolchain.py`` is what ``make`` asks first, with whatever Python there is; so it reads in any Python 3.
"""

import os
import shlex
import subprocess
import sys
import sysconfig

PYTHON = (3, 11)
PACKAGES = """On Debian and Ubuntu: sudo apt install g++ make python3-dev python3-venv
On Fedora: sudo dnf install gcc-c++ make python3-devel
On macOS: xcode-select --install"""


def compiler():
    """Return the command of the C++ compiler, as setuptools finds it."""
    return shlex.split(os.environ.get("CXX") or sysconfig.get_config_var("CXX") or "c++")


def missing(venv=False):
    """Return what stands in the way of a build, as a message of several lines; "" if nothing does.

    Parameters
    ----------
    venv : whether a virtual environment is to be made first.
    """
    if sys.version_info < PYTHON:
        versions = (*sys.version_info[:2], *PYTHON, *PYTHON)
        return "paragen: this is Python {}.{}, expected {}.{} or newer. Name one: make PYTHON=python{}.{}".format(*versions)
    if sys.platform not in ("linux", "darwin"):
        remedy = "On Windows, install it in WSL (`wsl --install`)."
        return f"paragen: found the platform {sys.platform!r}, expected Linux or macOS. {remedy}"
    absent = []
    if not _runs(compiler()):
        absent.append("a C++ compiler (`{}` does not run)".format(" ".join(compiler())))
    if not os.path.isfile(os.path.join(sysconfig.get_path("include"), "Python.h")):
        absent.append("the headers of Python (Python.h)")
    if venv and not _has_venv():
        absent.append("Python's venv")
    if not absent:
        return ""
    return "paragen: missing to build it: {}. Install them and run it again.\n{}".format(", ".join(absent), PACKAGES)


def check(venv=False):
    """End the program with a message if something is missing; see `missing`."""
    message = missing(venv)
    if message:
        sys.exit(message)


def _runs(command):
    """Whether a program exists and says its version: on macOS, one that is not installed has a stand-in that fails."""
    try:
        return subprocess.call([*command, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def _has_venv():
    """Whether ``python -m venv`` can install pip; Debian has that in a package of its own."""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return False
    return True


if __name__ == "__main__":
    check(venv=True)

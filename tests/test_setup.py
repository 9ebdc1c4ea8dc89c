"""What is needed to build is asked for at once, and what has been built is built again only after a change."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from paragen.base.packages import DISTRIBUTION

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "build_system"))
import toolchain  # noqa: E402
from stamps import Stamp  # noqa: E402

PLATFORM = "paragen: found the platform 'win32', expected Linux or macOS. On Windows, install it in WSL (`wsl --install`)."


def asked(path: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command where PATH holds nothing but a folder."""
    env = {**{name: value for name, value in os.environ.items() if name not in ("CXX", "CC")}, "PATH": str(path), **environment}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_without_a_compiler_the_packages_are_named_for_each_system(tmp_path):
    done = asked(tmp_path, sys.executable, "build_system/toolchain.py")
    assert done.returncode == 1 and done.stdout == ""
    first, *packages = done.stderr.splitlines()
    assert re.fullmatch(r"paragen: missing to build it: a C\+\+ compiler \(`.+` does not run\)\. Install .*", first)
    assert [line.partition(":")[0] for line in packages] == ["On Debian and Ubuntu", "On Fedora", "On macOS"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"`{line.partition(': ')[2]}`" in readme for line in packages)


@pytest.mark.parametrize("hook", ["get_requires_for_build_wheel", "get_requires_for_build_editable"])
def test_pip_says_so_before_it_installs_what_a_build_needs(tmp_path, hook):
    pytest.importorskip("setuptools")
    code = f"import sys; sys.path.insert(0, 'build_system'); import backend; backend.{hook}()"
    done = asked(tmp_path, sys.executable, "-c", code)
    assert done.returncode == 1 and "paragen: missing to build it: a C++ compiler" in done.stderr


def test_make_says_so_before_it_makes_an_environment(tmp_path):
    for name in ("make", "sh", "find", "touch"):
        found = next(Path(folder, name) for folder in os.environ["PATH"].split(":") if Path(folder, name).exists())
        (tmp_path / name).symlink_to(found)
    (tmp_path / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (tmp_path / "python3").chmod(0o755)
    venv = tmp_path / "venv"
    done = asked(tmp_path, "make", "--silent", f"VENV={venv}", "demo")
    assert done.returncode == 2 and not venv.exists()
    assert "paragen: missing to build it: a C++ compiler" in done.stderr and "sudo apt install g++" in done.stderr


def test_a_compiler_that_fails_is_none(tmp_path, monkeypatch):
    """On macOS, programs that are not installed have stand-ins."""
    (tmp_path / "c++").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "c++").chmod(0o755)
    monkeypatch.setenv("CXX", str(tmp_path / "c++"))
    assert f"a C++ compiler (`{tmp_path}/c++` does not run)" in toolchain.missing()


def test_headers_and_venv(monkeypatch):
    monkeypatch.setattr("sysconfig.get_path", lambda name: "/nowhere")
    monkeypatch.setattr(toolchain, "_has_venv", lambda: False)
    assert "the headers of Python (Python.h), Python's venv. Install them" in toolchain.missing(venv=True)
    assert "venv." not in toolchain.missing()


def test_an_old_python_and_another_platform(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 14))
    assert toolchain.missing().startswith("paragen: this is Python 3.10, expected 3.11 or newer.")
    monkeypatch.undo()
    monkeypatch.setattr(sys, "platform", "win32")
    assert toolchain.missing() == PLATFORM


def test_importing_it_elsewhere_says_what_to_do():
    code = "import sys; sys.platform = 'win32'; import paragen"
    done = subprocess.run([sys.executable, "-c", code], cwd="/", capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == f"ImportError: {PLATFORM}"


def test_a_package_of_the_same_name_that_was_installed_over_it_is_named():
    code = "import paragen; del paragen.__version__; paragen.__file__ = 'there.py'; import paragen.cli"
    done = subprocess.run([sys.executable, "-c", code], cwd="/", capture_output=True, text=True, check=False)
    assert done.stderr.startswith("paragen: there.py: found another package of this name, installed over this one. ")


def test_a_stamp_holds_until_contents_or_settings_change(tmp_path):
    source, stamp = tmp_path / "a.hh", Stamp(tmp_path / "stamps" / "a.json", "-O3")
    assert not stamp.holds()
    source.write_text("int a;")
    stamp.write([source])
    os.utime(source, (1e9, 2e9))
    assert stamp.holds() and not Stamp(tmp_path / "stamps" / "a.json", "-O1").holds()
    source.write_text("int b;")
    assert not stamp.holds()
    source.unlink()
    assert not stamp.holds()
    source.write_text("int a;")
    assert stamp.holds()
    stamp.remove()
    assert not stamp.holds()
    (tmp_path / "stamps" / "a.json").write_text('{"settings": "-O3", "fi')
    assert not stamp.holds()


@pytest.mark.skipif(not list(ROOT.glob("build/kept/*/stamps")), reason="not built here")
def test_a_compiled_module_depends_on_all_that_it_was_made_from():
    stamps = next(ROOT.glob("build/kept/*/stamps"))
    files = set(json.loads((stamps / "paragen.decoder.search.json").read_text(encoding="utf-8"))["files"])
    expected = {f"decoder/search.{suffix}" for suffix in ("pyx", "pxd", "hh")}
    expected |= {"build/pxd/paragen/decoder/options.pxd", "lm/automaton.hh", "src/paragen/base/interner.hh"}
    assert expected < files and any(name.endswith(".so") for name in files)
    assert (ROOT / (foreign := "tables/bilingual/graph/phrase_graphs.hh")).is_file() and foreign not in files
    made = set(json.loads((stamps / "starter.json").read_text(encoding="utf-8"))["files"])
    expected = {"resources/recipes/starter.toml", "resources/starter/fit.bin", "src/paragen/recipes/build.py"}
    assert expected < made and not any("server" in name for name in made)
    assert any("/modules/paragen/tables/store/store." in name for name in made)


def test_nothing_tells_people_to_install_a_distribution_that_may_be_anothers():
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    told = re.compile(rf"pip3?\s+install\s+[^\n`]*?(?<![\w/.-])(paragen|{DISTRIBUTION})(?![\w/.])")
    for name in filter(None, done.stdout.split("\0")):
        path = ROOT / name
        if path.is_file() and path.suffix in (".py", ".md", ".toml", ".txt", ".1", ".js", ".html", ".hh", ".pyx", ""):
            found = told.search(path.read_text(encoding="utf-8", errors="replace"))
            assert not found, f"{name}: {found[0]}"  # type: ignore[index]
    told_so = ("install 'paragen[serve]'", "install -U paragen", f"install {DISTRIBUTION}")
    assert all(told.search("pip " + what) for what in told_so)
    assert not any(told.search("pip " + what) for what in ("install '.[serve]'", "install dist/paragen-0.1.0.whl"))

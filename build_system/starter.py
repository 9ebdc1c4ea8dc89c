"""The starter pack: the package just built makes it, unless neither its sources nor any code that made it has changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from folders import KEPT, PACKAGES, ROOT, SANITIZE, module_source
from stamps import Stamp

MODEL = KEPT / "starter" / "model"
RECIPE = Path("resources", "recipes", "starter.toml")
SOURCES = Path("resources", "starter")
# Sources that the model holds whole: they are installed once, and the recipe reads them there.
HELD_BY_MODEL = {"lm.arpa.gz": "lm.bin", "fit.bin": "fit.bin"}
LEFT_OUT = SANITIZE or os.environ.get("PARAGEN_NO_STARTER") == "1"
STAMP = Stamp(KEPT / "stamps" / "starter.json", "")

# All steps run in this one process; it says which modules of the package it imported.
_BUILD = """
import json, sys
from pathlib import Path
import paragen
model, *beside = sys.argv[1:]
paragen.__path__.extend(beside)
from paragen.cli import main
from paragen.recipes.step_process import Usage
from paragen.recipes.starter import build

def run(arguments):
    if code := main(arguments):
        sys.exit(code)
    return Usage(0, 0, 0)

build(Path(model), run)
print(json.dumps([name for name in sys.modules if name.partition(".")[0] == "paragen"]))
"""


def build(library: Path, in_place: bool) -> None:
    """Build the model with the package in a folder, and put it there.

    Parameters
    ----------
    library : the folder that holds the built package.
    in_place : whether the package is used where its sources are; its folders are then found beside ``src`` as well.
    """
    if not STAMP.holds():
        STAMP.remove()
        MODEL.parent.mkdir(parents=True, exist_ok=True)
        home = ROOT / "src" if in_place else library
        path = os.pathsep.join(filter(None, [str(home), os.environ.get("PYTHONPATH")]))
        command = [sys.executable, "-c", _BUILD, str(MODEL.resolve()), *([str(ROOT)] if in_place else [])]
        done = subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True)
        STAMP.write([*_files(MODEL), *_sources(), *_code(json.loads(done.stdout.splitlines()[-1]))])
    target = ROOT / SOURCES / "model" if in_place else library / "paragen" / SOURCES / "model"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(MODEL, target)
    if not in_place:
        _leave_out_what_the_model_holds(library / "paragen" / "resources")


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _sources() -> list[Path]:
    return [RECIPE, *(path for path in _files(SOURCES) if SOURCES / "model" not in path.parents)]


def _code(modules: list[str]) -> list[Path]:
    """The files of modules, and the data that packages among them read."""
    beside = (path for name in modules if name in PACKAGES for path in Path(PACKAGES[name]).iterdir())
    return [*map(module_source, modules), *(path for path in beside if path.suffix in (".tsv", ".txt", ".bin"))]


def _leave_out_what_the_model_holds(resources: Path) -> None:
    recipe = resources / "recipes" / "starter.toml"
    text = recipe.read_text(encoding="utf-8")
    for source, packed in HELD_BY_MODEL.items():
        (resources / "starter" / source).unlink()
        text = text.replace(f"{{sources}}/{source}", f"{{sources}}/model/{packed}")
    recipe.write_text(text, encoding="utf-8")

"""What comes with the package: recipes, conditions of experiments, the starter pack and its tagger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from paragen.base.errors import ConfigError
from paragen.base.packages import package_folder

if TYPE_CHECKING:
    from paragen.model.directory import Model
    from paragen.text.kernel import Tagger


def bundled(kind: str) -> dict[str, Path]:
    """Return the files of a kind, "recipes" or "conditions", by name."""
    folder = package_folder("paragen.resources") / kind
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def find_bundled(kind: str, name: str) -> Path:
    """Return the file of that name, or the one of that name that comes with the package.

    Raises
    ------
    ConfigError : there is neither.
    """
    if Path(name).exists():
        return Path(name)
    known = bundled(kind)
    if name in known:
        return known[name]
    names = ", ".join(known)
    raise ConfigError(f"{name}: there is no such file. Name one, or one of the {kind} that come with paragen: {names}.")


def starter_path() -> Path:
    """Return the path of the starter pack; raise ConfigError if it was not built."""
    path = package_folder("paragen.resources") / "starter" / "model"
    if not path.is_dir():
        raise ConfigError(
            f"{path}: the starter pack is not built. Build it with `python -m paragen.recipes.starter`, "
            "or name a model of your own."
        )
    return path


def english_tagger() -> Tagger:
    """Return the English tagger: that of the starter pack."""
    from paragen.decoder.fit.kernel import Fit
    from paragen.model.directory import FIT_FILE

    return Fit(starter_path() / FIT_FILE).knowledge.tagger


def model_tagger(model: Model) -> Tagger:
    """Return the tagger for a model's text: that of its fit, or else of the starter pack."""
    return model.fit.knowledge.tagger if model.fit else english_tagger()

"""The recipes that come with the package."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from paragen.base.errors import ConfigError


def shipped() -> dict[str, Path]:
    """Return the recipes by name."""
    folder = Path(str(resources.files("paragen.resources"))) / "recipes"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def find_recipe(name: str) -> Path:
    """Return the file of a recipe: the file of that name, or the shipped one.

    Raises
    ------
    ConfigError : there is neither.
    """
    if Path(name).exists():
        return Path(name)
    known = shipped()
    if name in known:
        return known[name]
    raise ConfigError(f"{name}: there is no such recipe. Name a TOML file, or one that comes with paragen: {', '.join(known)}.")

"""Build the starter pack: ``python -m paragen.recipes.starter [-o MODEL]``.

The recipe is ``resources/recipes/starter.toml``. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from paragen.base.packages import package_folder
from paragen.model.bundled import bundled
from paragen.recipes.build import Run, build_model

STARTER = package_folder("paragen.resources") / "starter"


def build(destination: Path, run: Run | None = None) -> dict[str, int]:
    """Build the starter model at ``destination`` (replaced); return the number of pairs of each table.

    Parameters
    ----------
    run : runs a step; see `build_model`.
    """
    with tempfile.TemporaryDirectory() as work:
        report = build_model(bundled("recipes")["starter"], destination, work=work, force=True, run=run)
    return {table.name: table.pairs for table in report.tables}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the builder's command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=STARTER / "model", help="the model directory to make")
    counts = build(parser.parse_args(arguments).output)
    for name, count in counts.items():
        print(f"{name}: {count} pairs", file=sys.stderr)


if __name__ == "__main__":
    main()

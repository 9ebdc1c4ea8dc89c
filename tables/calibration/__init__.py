"""Chooses thresholds and mixture weights of similarities on labelled pairs."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.tables.calibration.objective import Objective

if TYPE_CHECKING:
    from paragen.tables.calibration.calibrate import Calibration, calibrate_file

__all__ = ["Calibration", "Objective", "calibrate_file"]

if not TYPE_CHECKING:  # the command line reads the objective for its help
    __getattr__ = lazy_names(__name__, dict.fromkeys(("Calibration", "calibrate_file"), "calibrate"))

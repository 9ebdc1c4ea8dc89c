"""Chooses thresholds and mixture weights of similarities on labelled pairs."""

from paragen.tables.calibration.calibrate import Calibration, calibrate_file
from paragen.tables.calibration.search import Objective

__all__ = ["Calibration", "Objective", "calibrate_file"]

"""Takes the picture of the page that the README shows.

``python docs/picture.py``, with Debian's Chromium and the extras ``serve`` and ``test``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browsers import Page, browser  # noqa: E402
from server.running import running  # noqa: E402

import paragen  # noqa: E402

WIDTH, HEIGHT = 1100, 640


def picture(path: Path) -> None:
    """Write the page with its example and the alternatives of one edit as a PNG."""
    models = {"starter": paragen.load()}
    with tempfile.TemporaryDirectory() as profile, browser(Path(profile)) as driver, running(models) as server:
        page = Page(driver, server.url + "/").open()
        size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        page.until(lambda: page.shown("confidence-choice"))
        driver.find_element("id", "example").click()
        page.until(lambda: " in " in page.text("status") and "…" not in page.text("status"))
        marks = driver.find_elements("css selector", "#result .edit")
        marks[0].click()
        page.until(lambda: driver.find_elements("css selector", "#alternatives-list button"))
        driver.save_screenshot(str(path))


if __name__ == "__main__":
    picture(ROOT / "docs" / "page.png")

"""A browser, and pages in it as a person uses them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest

CHROMIUM, DRIVER = (shutil.which(name) for name in ("chromium", "chromedriver"))
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1100,760",
)  # fmt: skip


@contextmanager
def browser(profile: Path) -> Iterator[Any]:
    """Start Debian's Chromium without a window; skip where it or selenium is missing."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium: pip install selenium")
    if not (CHROMIUM and DRIVER):
        pytest.skip("needs a browser: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for argument in (*ARGUMENTS, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


class Page:
    """A page, as a person uses it."""

    def __init__(self, driver: Any, url: str) -> None:
        self.driver, self.url = driver, url

    def open(self, query: str = "") -> Self:
        self.driver.get(self.url + query)
        return self

    def text(self, name: str) -> str:
        return self.driver.find_element("id", name).text

    def shown(self, name: str) -> bool:
        return self.driver.find_element("id", name).is_displayed()

    def until(self, true: Any, seconds: float = 60) -> Any:
        """Wait until something holds."""
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.driver, seconds, poll_frequency=0.01).until(lambda _: true())

    def press(self, *keys: str) -> Self:
        """Type keys to whatever has the focus."""
        from selenium.webdriver import ActionChains

        ActionChains(self.driver, duration=0).send_keys(*keys).perform()
        return self

    def hold(self, modifier: str, key: str) -> Self:
        """Type a key while another is held."""
        from selenium.webdriver import ActionChains

        ActionChains(self.driver, duration=0).key_down(modifier).send_keys(key).key_up(modifier).perform()
        return self

    def resize(self, width: int) -> Self:
        """Give the page a width; Chromium's windows are never narrower than 500."""
        size = {"width": width, "height": 760, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        return self

    def too_wide(self) -> list[str]:
        """The parts of the page that have, or would need, a horizontal scrollbar."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('html, body *')].filter((part) => part.clientWidth > 1"
            "&& part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== 'hidden')"
            ".map((part) => part.id || part.tagName)"
        )

    def messages(self) -> list[str]:
        """What the browser complained of."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

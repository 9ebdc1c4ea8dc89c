"""The labelling page, and a browser to look at it with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import browsers
from browsers import browser

from paragen.tuning.page import LabellingService, PageServer
from paragen.tuning.page.store import LabelStore


@contextmanager
def serving(service: LabellingService, **options: Any) -> Iterator[PageServer]:
    """Serve a service while the block runs."""
    server = PageServer(service, **options)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Page(browsers.Page):
    """The labelling page, as a person uses it."""

    def answer(self, key: str) -> Page:
        """Press a key and wait until the page shows something else."""
        before = self.state()
        self.press(key)
        self.until(lambda: self.state() != before)
        return self

    def state(self) -> tuple[Any, ...]:
        """All that tells one moment of the page from another."""
        return self.driver.execute_script(
            "const t = (id) => document.getElementById(id).textContent, h = (id) => document.getElementById(id).hidden;"
            "return [t('ask'), t('share'), t('last'), t('said'), t('why'), h('question'), h('finished'), t('problem')]"
        )


__all__ = ["LabellingService", "LabelStore", "Page", "browser", "serving"]

"""The labelling page, and a browser to look at it with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import browsers
from browsers import browser
from serving import Served, served

from paragen.tuning.page import LabellingService
from paragen.tuning.page.app import ADDRESS, LIMITS, application
from paragen.web.run import listening


@contextmanager
def serving(service: LabellingService, **options: Any) -> Iterator[Served]:
    """Serve a service while the block runs."""
    with listening(ADDRESS, 0) as listener:
        app, url = application(service, listener.getsockname()[1], **options)
        with served(app, listener, LIMITS, url) as found:
            yield found


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


__all__ = ["Page", "browser", "serving"]

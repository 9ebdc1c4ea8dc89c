"""What stands in the files of pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.exceptions import HTTPException

from paragen.web.files import PageFiles

ROOT = Path(__file__).parents[2]
UNSAFE = (
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "onclick=\"", "style=\"", "<script>", "<style", "://",
)  # fmt: skip


@pytest.mark.parametrize("folder", ["src/paragen/web", "src/paragen/server/page", "tuning/page"])
def test_nothing_comes_from_elsewhere_and_no_script_stands_in_a_page(folder):
    files = [*(ROOT / folder / "static").iterdir()]
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not [name for name in UNSAFE if name in text], file.name


def test_files_of_a_page():
    found = PageFiles("paragen.server.page")
    for name, kind in (("page.html", "text/html; charset=utf-8"), ("dom.js", "text/javascript; charset=utf-8"),
                       ("base.css", "text/css; charset=utf-8"), ("icon.svg", "image/svg+xml")):  # fmt: skip
        answer = found.answer(name)
        assert answer.body and dict(answer.headers).items() >= {"content-type": kind, "x-frame-options": "DENY"}.items()
    with pytest.raises(HTTPException) as error:
        found.answer("label.js")
    assert error.value.status_code == 404

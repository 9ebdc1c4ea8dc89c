"""``paragen label``."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import click

from paragen.base.errors import os_error_text
from paragen.base.packages import optional_package
from paragen.cli.arguments import InputFile, OutputFile
from paragen.cli.console import Verb
from paragen.cli.declared import options_of
from paragen.io.notices import notice
from paragen.tuning.options import PageOptions

if TYPE_CHECKING:
    from paragen.tuning.page import LabellingService


@click.command(cls=Verb)
@click.option(
    "--labels", "destination", required=True, type=OutputFile(), metavar="LABELS",
    help="The labels file to add to, created if need be. Several pages may use it at the same time.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="The port of the page on 127.0.0.1; 0: any free port."
)
@options_of(PageOptions, "options")
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser.")
@click.argument("items", type=InputFile(), metavar="ITEMS")
def label(items: str, destination: str, port: int, options: PageOptions, browse: bool) -> None:
    """Label substitutes on a page in the browser.

    ITEMS come from paragen substitutes. The page's address is printed; it can be reached from this machine only. One key press
    answers a question, and each label is on disk before the next question appears. Ctrl-C ends; the same command resumes where
    you stopped.

    Example: paragen label items.jsonl --labels labels.jsonl --annotator anna
    """
    if options.settle and options.annotator is not None:
        raise click.BadParameter("decisions have no annotator: leave it out with --settle.", param_hint="--annotator")
    if options.separate and options.sentences:
        raise click.BadParameter("it is for substitutes: leave it out with --sentences.", param_hint="--meaning-and-grammar")
    for package in ("starlette", "uvicorn", "httptools"):
        optional_package(package, "paragen label", "label")
    service = _service(items, destination, options)
    _serve(service, port, browse)
    notice(f"{service.given} {'decisions' if options.settle else 'labels'} given; they are in {destination}")


def _service(items: str, destination: str, options: PageOptions) -> LabellingService:
    """Read both files, and report what cannot be asked or shown."""
    from paragen.base.input_files import Skips
    from paragen.tuning.page import LabellingService, checked_name, read_paraphrases, read_substitutes
    from paragen.tuning.page.store import LabelStore

    if options.annotator is not None:
        checked_name(options.annotator)  # before long files are read
    skips = Skips()
    questions = (read_paraphrases if options.sentences else read_substitutes)(items, skips)
    store = LabelStore(destination, options.sentences)
    service = LabellingService(questions, store, options)
    for text in [*skips.messages(), *store.warnings]:
        notice(text)
    known, elsewhere = len(store.labels), service.elsewhere
    if known and elsewhere == known:
        notice(f"{destination}: none of its labels is for these items. Is it the right file?")
    elif elsewhere:
        notice(f"{destination}: {elsewhere} labelled items are not in {items}; their labels are kept but not shown")
    notice(f"{len(questions)} questions; {known - elsewhere} items have labels")
    return service


def _serve(service: LabellingService, port: int, browse: bool) -> None:
    from paragen.tuning.page.app import ADDRESS, LIMITS, application
    from paragen.web.run import listening, server

    with listening(ADDRESS, port) as listener:
        app, url = application(service, listener.getsockname()[1], os_error_text)

        def started() -> None:
            click.echo(url)
            notice("open this address in a browser on this machine; Ctrl-C ends")
            if browse:
                import webbrowser

                Thread(target=webbrowser.open, args=[url], daemon=True).start()  # a browser in the terminal returns when it ends

        server(app, LIMITS, started).run([listener])

"""What LibreOffice makes of the answers of ``/v2/check``: its own client of LanguageTool, without windows.

Run it with the interpreter that has LibreOffice's module ``uno`` (of Debian: ``apt-get install libreoffice-writer-nogui
python3-uno``) beside a running server::

    paragen serve --port 8081
    /usr/bin/python3 tests/bench/libreoffice_client.py http://127.0.0.1:8081/v2 "They made a purchase as soon as possible."
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException, Locale

PIPE = "pipe,name=paragen;urp;"
SETTINGS = "/org.openoffice.Office.Linguistic/GrammarChecking/LanguageTool"


@contextmanager
def office(profile: Path) -> Iterator[Any]:
    """Start LibreOffice with a profile of its own, and end it; gives its context."""
    home = f"-env:UserInstallation={profile.as_uri()}"
    process = subprocess.Popen(["soffice", "--headless", "--norestore", "--nologo", home, f"--accept={PIPE}"])
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    context = None
    try:
        while context is None:
            try:
                context = resolver.resolve(f"uno:{PIPE}StarOffice.ComponentContext")
            except NoConnectException:
                time.sleep(0.2)
        yield context
    finally:
        try:
            context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context).terminate()
        except (AttributeError, DisposedException):
            process.terminate()
        process.wait()


def choose(context: Any, url: str, user: str, key: str) -> None:
    """Set what the page "LanguageTool Server" of the options sets; it holds from the next start on."""
    provider = context.ServiceManager.createInstanceWithContext("com.sun.star.configuration.ConfigurationProvider", context)
    path = PropertyValue(Name="nodepath", Value=SETTINGS)
    node = provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationUpdateAccess", (path,))
    for name, value in {"BaseURL": url, "Username": user, "ApiKey": key, "IsEnabled": True}.items():
        node.replaceByName(name, value)
    node.commitChanges()


def check(context: Any, text: str) -> None:
    """Print what LibreOffice would underline, and offer."""
    checker = context.ServiceManager.createInstanceWithContext("org.openoffice.lingu.LanguageToolGrammarChecker", context)
    print("languages:", *("-".join(filter(None, (one.Language, one.Country))) for one in checker.getLocales()))
    locale = Locale("en", "US", "")
    units = text.encode("utf-16-le")
    for found in checker.doProofreading("1", text, locale, 0, len(units) // 2, ()).aErrors:
        begin, end = 2 * found.nErrorStart, 2 * (found.nErrorStart + found.nErrorLength)
        print(f"{units[begin:end].decode('utf-16-le')!r}: {', '.join(found.aSuggestions)}. {found.aShortComment}")


if __name__ == "__main__":
    address, sentence, *credentials = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        with office(Path(folder)) as started:
            choose(started, address, *(credentials or ("", "")))
        with office(Path(folder)) as started:
            check(started, sentence)

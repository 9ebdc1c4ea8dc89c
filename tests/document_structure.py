"""What must be the same in a document and in its paraphrase: its markup, parsed anew, and all that is outside its prose."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from paragen.documents import Document, html, markdown, tex
from paragen.results import Edit, Paraphrase
from paragen.settings.request import Request

NASTY = (
    "word", "Some words", "a*b*c", "_x_", "**", "#", "1.", "- x", "+", "[a]", "<b>", "</p>", "&amp;", "& co", "&lt", "`code`",
    "$5$", "x|y", "~~no~~", "\\", "\\emph", "{x}", "50%", "a_b^c", "!", "http://x.org", "> q", "===", "---", "[^1]", "so",
    '"quoted"', "\u2019s", "é", "<!--", "]]>", "```", "::: note", "{{x}}", ": y", "=", "1) a", "a~b", "0:00:01,0 --> 0:00:02,0",
)  # fmt: skip
"""What an edit could bring that a format would read as markup."""


_CHARACTERS = frozenset("% & $ # _ { } textbackslash textasciitilde textasciicircum textbar".split())


def structure(text: str, form: str) -> list[Any]:
    """Return what a parser makes of a document, but for the words of its prose."""
    found = {"markdown": _markdown, "html": _html, "latex": _latex, "srt": _srt, "plain": _plain}[form](text)
    return list(found)


def _markdown(text: str) -> Iterator[Any]:
    code = 0
    for event, _, _ in markdown.events(text):
        kind = next(iter(event)) if isinstance(event, dict) else ""
        if "CodeBlock" in str(event) or "MetadataBlock" in str(event):
            code += 1 if kind == "Start" else -1
        if kind != "Text" or code:
            yield str(event)


def _html(text: str) -> Iterator[Any]:
    raw = ""
    for token in html.tokens(text):
        if token.tag:
            raw = token.tag if token.begin < token.end and not text.startswith("</", token.begin) else ""
        if token.type not in (0, 5) or raw in ("script", "style", "pre", "textarea", "code"):
            yield token.type, token.tag, token.attributes, token.data


def _latex(text: str) -> Iterator[Any]:
    """What pylatexenc makes of it, but for the commands that stand for characters, and for ``|…|``, which it does not know."""
    from pylatexenc.latexwalker import LatexWalker

    found = [text[token.begin : token.end] for token in tex.tokens(text)]
    text = "".join("|x|" if piece[0] == piece[-1] == "|" and len(piece) > 2 else piece for piece in found)
    text = text.replace("\\verb*", "\\verb")
    waiting = list(LatexWalker(text, tolerant_parsing=True).get_latex_nodes()[0])[::-1]
    while waiting:
        node = waiting.pop()
        kind = type(node).__name__
        if kind == "LatexMacroNode" and node.macroname not in _CHARACTERS:
            yield node.macroname
        elif kind == "LatexEnvironmentNode":
            yield node.environmentname
        elif kind in ("LatexMathNode", "LatexCommentNode"):
            yield text[node.pos : node.pos + node.len]
            continue
        arguments = node.nodeargd.argnlist if getattr(node, "nodeargd", None) else []
        children = [*(getattr(node, "nodelist", None) or []), *(arguments or [])]
        waiting += [child for child in children[::-1] if child is not None]


def _srt(text: str) -> Iterator[Any]:
    import srt

    for one in srt.parse(text, ignore_errors=True):
        yield one.index, one.start, one.end, one.proprietary, one.content.count("\n"), re.findall(r"<[^<>\n]*>", one.content)


def _plain(text: str) -> Iterator[Any]:
    for line in text.split("\n"):
        yield bool(line.strip()), line[:1].isspace(), line[-1:].isspace()


def unchanged(requests: Sequence[Request]) -> list[Paraphrase]:
    """Return for each request the paraphrase without edits."""
    return [Paraphrase(request.text, request.text, 0.0, (), (), ()) for request in requests]


def edited(requests: Sequence[Request], rng: random.Random, words: Sequence[str] = NASTY) -> list[Paraphrase]:
    """Return for each request a paraphrase whose edits, wherever one may be, bring any of ``words``."""
    return [_edited(request, rng, words) for request in requests]


def _edited(request: Request, rng: random.Random, words: Sequence[str]) -> Paraphrase:
    kept = [span for span in request.keep if span[0] < span[1]]
    stops = sorted({stop for span in request.keep for stop in span})
    edits, parts, position, length = [], [], 0, 0
    for match in re.finditer(r"\w+(?: \w+)?", request.text):
        begin, end = match.span()
        if any(begin < stop < end for stop in stops):
            end = min(stop for stop in stops if begin < stop)
            if request.text[begin:end].isspace():
                continue
        if any(a < end and begin < b for a, b in kept) or rng.random() < 0.4 or request.text[begin:end].strip() == "":
            continue
        after = rng.choice(words)
        if request.text[end - 1].isspace():
            after += " "
        parts += (request.text[position:begin], after)
        length += begin - position
        edits.append(Edit(begin, end, length, length + len(after), request.text[begin:end], after, "t", 1.0))
        length += len(after)
        position = end
    return Paraphrase(request.text, "".join([*parts, request.text[position:]]), 0.0, tuple(edits), (), ())


def outside(document: Document, requests: Sequence[Request]) -> str:
    """Return the document with every word of its prose masked: what no paraphrase may touch."""
    masked = [
        Paraphrase(one.source, "", 0.0, tuple(
            Edit(edit.begin, edit.end, 0, 0, edit.before, "x", "t", 1.0) for edit in one.edits
        ), (), ()) for one in edited(requests, random.Random(0))
    ]  # fmt: skip
    return document.rendered(masked)

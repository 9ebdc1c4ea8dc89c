"""Graphs of phrases as a picture: Figures 4, 7 and 8 of [MM12].

Written by hand: pictures of networkx by matplotlib are not as good, as they have no titles where the pointer is and no colours
for dark surroundings, and boxes of words overlap; networkx would only save the dozen lines that place vertices by distance.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from html import escape

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, ParagenError, shown
from paragen.tables.bilingual.graph.bipartite import ReadGraph
from paragen.tables.bilingual.graph.count import PhraseGraph, phrase_graphs
from paragen.tables.bilingual.graph.decompose import Clusters, Decomposition
from paragen.tables.bilingual.graph.features import Features
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.bilingual.graph.steps import Steps

_ROUNDS = 300
_PUSHES = 400
_SPARE = 0.25  # boxes are pushed further by this share, so that they soon stay apart


def places(distances: np.ndarray) -> np.ndarray:
    """Return a place in the plane for each of n vertices, whose distances are as close as possible to those given.

    Classical scaling first, then stress majorisation (SMACOF), in which an error counts relative to the distance.

    Parameters
    ----------
    distances : [n, n], symmetric; 0 on the diagonal.

    Returns
    -------
    [n, 2]; the centre is at 0, the widest extent is along the first axis, and the first vertex is on the positive side of both.
    """
    n = len(distances)
    centring = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-0.5 * centring @ distances**2 @ centring)
    found = np.zeros((n, 2))
    found[:, : min(n, 2)] = (vectors * np.sqrt(np.maximum(values, 0)))[:, ::-1][:, :2]
    found += 1e-6 * np.column_stack([np.cos(np.arange(n)), np.sin(np.arange(n))])  # so that no two coincide
    with np.errstate(divide="ignore"):
        weights = np.where(distances > 0, 1 / np.maximum(distances, 1e-12) ** 2, 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(_ROUNDS):
        apart = np.linalg.norm(found[:, None] - found[None], axis=2)
        pull = -weights * distances / np.where(apart > 0, apart, 1)
        np.fill_diagonal(pull, 0)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        found = inverse @ (pull @ found)
    found -= found.mean(axis=0)
    found = found @ np.linalg.svd(found)[2].T
    for axis in found.T:  # which may point either way
        telling = np.flatnonzero(np.abs(axis) > 1e-6 * np.abs(axis).max(initial=1e-12))
        axis *= np.sign(axis[telling[0]]) if len(telling) else 1
    return np.asarray(found)


def pushed_apart(centres: np.ndarray, boxes: np.ndarray, gap: float) -> np.ndarray:
    """Return places at which boxes do not overlap, moved as little as it takes.

    Parameters
    ----------
    centres, boxes : [n, 2]; where the boxes are, how wide and high.
    gap : to leave between them.
    """
    centres = centres.copy()
    for _ in range(_PUSHES):
        moved = False
        for i in range(len(centres)):
            for k in range(i + 1, len(centres)):
                between = centres[k] - centres[i]
                overlap = (boxes[i] + boxes[k]) / 2 + gap - np.abs(between)
                if (overlap > 1e-6).all():
                    axis = int(np.argmin(overlap))
                    push = (overlap[axis] / 2 + _SPARE) * (1 if between[axis] >= 0 else -1)
                    centres[i, axis] -= push
                    centres[k, axis] += push
                    moved = True
        if not moved:
            break
    return centres


_HEIGHT, _LETTER, _GAP, _MARGIN = 30, 7.4, 26, 46
_SHORTEST, _WIDEST = 140, 1000
"""How long the edge of the shortest commute time is at most, and how wide a graph is, before vertices are pushed apart."""
_BEND = 16
_LABELLED = 14
"""Edges between phrases in a graph whose edges have labels; in others, vertices say how far they are from the one asked for."""
_LONGEST = 34  # letters of a vertex
_ROUND = ("phrase", "inflation")
_STYLE = """
svg{--paper:#fff;--ink:#1c1c1c;--dim:#5c5c5c;--line:#8a8a8a;--phrase:#e8f0fb;--asked:#0b57a4;--asked-ink:#fff;--time:#8a3a00;
background:var(--paper);color-scheme:light dark}
@media(prefers-color-scheme:dark){svg{--paper:#16181b;--ink:#ececec;--dim:#b0b0b0;--line:#858585;--phrase:#223247;--asked:#8fc1ff;
--asked-ink:#0d1218;--time:#f0b27a}}
text{font:13px system-ui,sans-serif;fill:var(--ink);text-anchor:middle;dominant-baseline:central}
.title{font-weight:600;font-size:14px;text-anchor:start}
.note{fill:var(--dim);font-size:12px;text-anchor:start}
.phrase .box{fill:var(--phrase);stroke:var(--ink)}
.asked .box{fill:var(--asked);stroke:var(--asked)}
.asked text{fill:var(--asked-ink);font-weight:600}
.tags .box,.stems .box{fill:var(--paper);stroke:var(--dim)}
.tags .box{stroke-dasharray:2 3}
.tags text,.stems text{font-size:12px;fill:var(--dim)}
.inflation .box{fill:var(--paper);stroke:var(--dim);stroke-dasharray:7 3}
.inflation text{fill:var(--dim);font-style:italic}
path{fill:none;stroke:var(--line)}
path.faint{stroke-opacity:.45}
path.head{fill:var(--line);stroke:none}
.weight,.time{font-size:11px;paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
.time{fill:var(--time)}
"""


def drawing(phrase: str, graphs: Sequence[PhraseGraph], *, inflation: bool = False) -> str:
    """Return an SVG of graphs, one below the other.

    Phrases are ellipses, tag sequences dotted and stem sequences solid rectangles. Lengths grow with the logarithms of commute
    times. Edges between phrases have their weights at the heads of arrows, and commute times in the middle; in graphs of many
    edges, each phrase has its commute time to the one that was asked for. Titles, which browsers show where the pointer is, have
    the other numbers. There are colours for light and for dark surroundings.

    Parameters
    ----------
    phrase : the one that stands out.
    graphs : as `phrase_graphs` returns them.
    inflation : draw inflation vertices and their features, too, dashed.
    """
    panels = [_Panel(graph, phrase, inflation) for graph in graphs]
    width = max(panel.size[0] for panel in panels)
    parts, top = [], 0.0
    for panel in panels:
        parts.append(f'<g transform="translate(0 {top + 64:.0f})">{"".join(panel.parts())}</g>')
        parts.append(f'<text class="title" x="24" y="{top + 26:.0f}">{escape(panel.title)}</text>')
        parts.append(f'<text class="note" x="24" y="{top + 46:.0f}">{escape(panel.note)}</text>')
        top += panel.size[1] + 64
    name = f"Graphs of “{phrase}”" if len(graphs) > 1 else f"Graph of “{phrase}”"
    about = " ".join(f"{panel.title}: {panel.summary}" for panel in panels)
    markers = '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {top:.0f}" width="{width:.0f}" height="{top:.0f}" '
        f'role="img" aria-labelledby="name about" style="max-width:100%;height:auto"><title id="name">{escape(name)}</title>'
        f'<desc id="about">{escape(about)}</desc><style>{_STYLE}</style>'
        f'<defs>{markers}<path class="head" d="M0 0L8 4L0 8z"/></marker></defs>{"".join(parts)}</svg>\n'
    )


def kept_graphs(folder: StrPath, phrase: str) -> list[PhraseGraph]:
    """Return the graphs that a phrase is in, of a build whose steps were kept in a folder; those where another is nearest first.

    Raises
    ------
    ConfigError : no such folder, or the build has not reached the counts yet.
    FormatError : what was kept has been altered.
    ParagenError : the phrase is not among those to paraphrase, or in no graph.
    """
    steps = Steps(folder)
    of = steps.about("counts")["of"]
    try:
        options = GraphOptions(**{name: of[name] for name in ("min_idf", "max_phrases", "inflation")})
    except (KeyError, TypeError, ConfigError):
        raise FormatError(f"{os.fspath(folder)}: counts", "no options, or others", "those of the build") from None
    graph, components = steps.read("graph", ReadGraph).graph, steps.read("components", Decomposition).components
    clusters, features = steps.read("clusters", Clusters), steps.read("features", Features)
    found = phrase_graphs(graph, components, clusters, features, options, phrase)
    if not found:
        raise ParagenError(
            f"{shown(phrase)}: found in no graph of 2 to {options.max_phrases} phrases, expected one. Build with a lower "
            "--min-idf, or with more --max-phrases."
        )
    return sorted(found, key=lambda each: (_nearest(each, phrase), each.component, each.cluster))


def _nearest(graph: PhraseGraph, phrase: str) -> float:
    """Return the commute time from a phrase to the nearest other one."""
    asked = graph.place(phrase)
    return float(np.delete(graph.commute_times[asked, : graph.kinds.count("phrase")], asked).min())


class _Panel:
    """One graph: where its vertices are, and what is drawn."""

    def __init__(self, graph: PhraseGraph, phrase: str, inflation: bool) -> None:
        kept = [i for i, kind in enumerate(graph.kinds) if inflation or not kind.startswith("inflation")]
        self._kinds = [graph.kinds[i] for i in kept]
        self._texts = [graph.texts[i] for i in kept]
        self._asked = graph.place(phrase)  # phrases come first
        self._weights = graph.weights[np.ix_(kept, kept)]
        self._times = graph.commute_times[np.ix_(kept, kept)]
        self._counts = graph.counts[np.ix_(kept, kept)]
        self._boxes = np.array([[_LETTER * len(_shortened(text)) + 26, _HEIGHT] for text in self._texts])
        apart = self._times[~np.eye(len(kept), dtype=bool)].min()
        lengths = 1 + np.log(np.maximum(self._times, apart) / apart)
        np.fill_diagonal(lengths, 0)
        centres = places(lengths)
        centres = pushed_apart(centres * min(_SHORTEST, _WIDEST / max(np.ptp(centres), 1.0)), self._boxes, _GAP)
        low, high = (centres - self._boxes / 2).min(axis=0), (centres + self._boxes / 2).max(axis=0)
        self._centres = centres - low + _MARGIN
        self.size = high - low + 2 * _MARGIN
        phrases = [text for kind, text in zip(self._kinds, self._texts, strict=True) if kind == "phrase"]
        self.title = f"Sub-phrase-table {graph.component}, cluster {graph.cluster}: {len(phrases)} phrases"
        self.note = "Dotted: tags. Boxed: stems. At arrow heads: weights. Coloured: commute times, if many to the filled phrase."
        self.size[0] = max(self.size[0], 24 + 6.4 * max(len(self.note), len(self.title) * 1.25))
        self.summary = ", ".join(phrases) + "."

    def parts(self) -> Iterator[str]:
        """Yield the picture: features' edges below those of phrases, vertices above, labels on top."""
        n = len(self._kinds)
        edges = [(u, v) for u in range(n) for v in range(n) if self._weights[u, v] > 0]
        plain = [(u, v) for u, v in edges if {self._kinds[u], self._kinds[v]} <= set(_ROUND)]
        few = len(plain) <= 2 * _LABELLED
        yield from (self._edge(u, v) for u, v in edges if u < v and (u, v) not in plain)
        yield from (self._arrow(u, v, "plain" if few or self._asked in (u, v) else "faint") for u, v in plain)
        yield from (self._vertex(i) for i in range(n))
        if few:
            yield from (self._label(u, v, _BEND, 0.7, "weight", self._weights[u, v]) for u, v in plain)
            yield from (self._label(u, v, 0, 0.5, "time", self._times[u, v]) for u, v in plain if u < v)
        else:
            yield from (self._distance(i) for i in range(n) if i != self._asked and self._kinds[i] in _ROUND)

    def _label(self, u: int, v: int, bend: float, share: float, role: str, number: float) -> str:
        """Draw a number on a curve, when this share of the way has been gone."""
        middle = self._control(u, v, bend)
        begin, end = self._border(u, middle), self._border(v, middle)
        x, y = begin * (1 - share) ** 2 + 2 * middle * share * (1 - share) + end * share**2
        return f'<text class="{role}" x="{x:.1f}" y="{y:.1f}">{short(number)}</text>'

    def _distance(self, i: int) -> str:
        x, y = self._centres[i] + (0, _HEIGHT / 2 + 7)
        return f'<text class="time" x="{x:.1f}" y="{y:.1f}">{short(self._times[self._asked, i])}</text>'

    def _vertex(self, i: int) -> str:
        x, y = self._centres[i]
        width, height = self._boxes[i]
        kind = "inflation" if self._kinds[i].startswith("inflation") else self._kinds[i]
        if self._kinds[i] in _ROUND:
            shape = f'<ellipse class="box" cx="{x:.1f}" cy="{y:.1f}" rx="{width / 2:.1f}" ry="{height / 2:.1f}"/>'
        else:
            corner = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}"'
            shape = f'<rect class="box" {corner} width="{width:.1f}" height="{height:.1f}" rx="3"/>'
        about = f"{self._kinds[i]}: {self._texts[i]}"
        if i != self._asked:
            about += f"; commute time {short(self._times[self._asked, i])}, count {short(self._counts[self._asked, i])}"
        role = f"{kind} asked" if i == self._asked else kind
        text = f'<text x="{x:.1f}" y="{y:.1f}">{escape(_shortened(self._texts[i]))}</text>'
        return f'<g class="{role}"><title>{escape(about)}</title>{shape}{text}</g>'

    def _arrow(self, u: int, v: int, role: str) -> str:
        middle = self._control(u, v, _BEND)
        (x, y), (to_x, to_y) = self._border(u, middle), self._border(v, middle)
        curve = f"M{x:.1f} {y:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {to_x:.1f} {to_y:.1f}"
        return f'<path class="{role}" d="{curve}" marker-end="url(#head)">{self._about([(u, v)])}</path>'

    def _edge(self, u: int, v: int) -> str:
        """Draw both directions as one line."""
        (x, y), (to_x, to_y) = self._border(u, self._centres[v]), self._border(v, self._centres[u])
        return f'<path class="faint" d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}">{self._about([(u, v), (v, u)])}</path>'

    def _about(self, edges: Sequence[tuple[int, int]]) -> str:
        names = [text if kind == "phrase" else f"{kind} {text}" for kind, text in zip(self._kinds, self._texts, strict=True)]
        parts = [f"{names[u]} → {names[v]}: weight {short(self._weights[u, v])}" for u, v in edges]
        return f"<title>{escape('; '.join([*parts, f'commute time {short(self._times[edges[0]])}']))}</title>"

    def _control(self, u: int, v: int, bend: float) -> np.ndarray:
        """Return the control point of a curve, to the left of its middle."""
        along = self._centres[v] - self._centres[u]
        left = np.array([along[1], -along[0]]) / max(math.hypot(*along), 1.0)
        return np.asarray((self._centres[u] + self._centres[v]) / 2 + 2 * bend * left)

    def _border(self, i: int, towards: np.ndarray) -> np.ndarray:
        """Return where a line from the centre of a vertex to a point leaves its shape."""
        along = towards - self._centres[i]
        half = self._boxes[i] / 2
        reach = math.hypot(*(along / half)) if self._kinds[i] in _ROUND else float(np.max(np.abs(along) / half))
        return np.asarray(self._centres[i] + along / max(reach, 1.0))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def short(number: float) -> str:
    """Return a number as it is shown: three digits, or a whole one."""
    return f"{number:.3g}" if number < 1000 else f"{number:,.0f}"

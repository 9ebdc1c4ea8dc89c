"""LaTeX: what is prose, and what is written where."""

from __future__ import annotations

import random

import pytest
from document_structure import edited, structure, unchanged
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.documents import Document
from paragen.documents.latex import written
from paragen.documents.tex import BEGIN, COMMAND, COMMENT, END, MATH, PARAGRAPH, VERBATIM, tokens

PAGE = r"""\documentclass[big]{article}
\newcommand{\house}{a big house}
\title{A big house}
\begin{document}
\maketitle
% a big house
\section{A big house}\label{sec:big house}
A big house, a \emph{big} house, {\bf a big house} and % a big
\textbf{a \textit{big} car} of 5\% \cite[a big]{house}, see Fig.~\ref{big house}; $big + house$
and \(big\), \verb|a big house|, \texttt{big house}, ``a big car''---a \unknown{big}{house} house.\footnote{A big
car.}

\begin{itemize}
  \item a big house
  \item[big] a \href{http://big.house}{big house} \\[1ex] a big car
\end{itemize}
\begin{equation} big = house \label{big} \end{equation}
\begin{verbatim}
a big house
\end{verbatim}
\begin{quote}a big house\end{quote}
\begin{table}[big]
\begin{tabular}{ll} a big house & a big car \\ \hline \end{tabular}
\caption[big]{A big house}
\includegraphics[width=3cm]{big}
\end{table}
\[ big \] and a big house $$big$$ \begin{theorem}[A big house] A big house. \end{theorem}
\end{document}
a big house
"""
CHANGED = r"""\documentclass[big]{article}
\newcommand{\house}{a big house}
\title{A big house}
\begin{document}
\maketitle
% a big house
\section{A big house}\label{sec:big house}
A large building, a \emph{large} building, {\bf a large building} and % a big
\textbf{a \textit{large} automobile} of 5\% \cite[a big]{house}, see Fig.~\ref{big house}; $big + house$
and \(big\), \verb|a big house|, \texttt{big house}, ``a big car''---a \unknown{big}{house} building.\footnote{A large
automobile.}

\begin{itemize}
  \item a large building
  \item[big] a \href{http://big.house}{large building} \\[1ex] a large automobile
\end{itemize}
\begin{equation} big = house \label{big} \end{equation}
\begin{verbatim}
a big house
\end{verbatim}
\begin{quote}a big house\end{quote}
\begin{table}[big]
\begin{tabular}{ll} a large building & a large automobile \\ \hline \end{tabular}
\caption[big]{A large building}
\includegraphics[width=3cm]{big}
\end{table}
\[ big \] and a large building $$big$$ \begin{theorem}[A big house] A large building. \end{theorem}
\end{document}
a big house
"""


def test_prose_changes_and_all_else_stays(changed):
    assert "".join(PAGE[token.begin : token.end] for token in tokens(PAGE)) == PAGE
    assert changed(PAGE, "latex").splitlines() == CHANGED.splitlines()
    quoted = CHANGED.replace("{quote}a big house", "{quote}a large building").replace("``a big car''", "``a large automobile''")
    assert changed(PAGE, "latex", quotes="change") == quoted


@pytest.mark.parametrize("mark", ["\r\n", "\r"])
def test_other_line_ends(changed, mark):
    assert changed(PAGE.replace("\n", mark), "latex") == CHANGED.replace("\n", mark)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a big house\n\na big car", "a large building\n\na large automobile"),  # a part of a document
        ("They made \\emph{a} purchase.", "They made \\emph{a} buy."),
        ("They \\emph{made a purchase}.", "They \\emph{bought something}."),
        ("a b\\emph{ig} house", "a b\\emph{ig} building"),
        ("a lot% of\nof big cars", "a lot% of\nof large cars"),
        ("a big $house", "a large $building"),
        ("costs \\$5 and \\$6, a big", "costs \\$5 and \\$6, a large"),
        ("a big \\'etude, \\\"{o}big na\\\"{\\i}ve \\c{c}big", "a large \\'etude, \\\"{o}big na\\\"{\\i}ve \\c{c}big"),
        ("a big \\'{car} car", "a large \\'{car} automobile"),
        ("\\end{verbatim}\\begin{verbatim}big\\end{verbatim}big", "\\end{verbatim}\\begin{verbatim}big\\end{verbatim}large"),
        ("\\emph{big {house} car", "\\emph{large {building} automobile"),
        ("a big} house ] \\begin{x} big [", "a large} building ] \\begin{x} large ["),
        ("\\footnote{a big \\footnote{car} house} big", "\\footnote{a large \\footnote{automobile} building} large"),
        ("\\begin{verbatim} big", "\\begin{verbatim} large"),  # never ended
        ("\\verb+big+ house\\", "\\verb+big+ building\\"),
        ("\\verb+big+\\begin{verbatim}big\\end{verbatim}car", "\\verb+big+\\begin{verbatim}big\\end{verbatim}automobile"),
        ("Ein gro\\ss{}es big-bellied house", "Ein gro\\ss{}es big-bellied building"),
    ],
)
def test_single_cases(changed, before, after):
    assert changed(before, "latex") == after


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "He said ``no''---see Fig.~\\ref{x}: $a+b$ is 5\\,\\% of \\texttt{all}\\cite{y}, \\LaTeX{} na\\\"{\\i}ve \\foo\\ it.",
            ["He said “no”—see Fig. 1: x is 5 % of all, LaTeX naive x it."],
        ),
        ('He said "no" to 5# a_b x^2: it\'s $5.', ['He said "no" to 5# a_b x^2: it\'s $5.']),
        ("\\(a\\) b \\(c\\) d \\[e\\] f \\[g\\] h $$i$$ j $$k$$ l \\( m", ["x b x d x f x h x j x l \\( m"]),
        ("x\\% \\- y \\quad z", ["x%  y x z"]),
        # verbatim
        (r"a \verb|x  y|, \lstinline[language=C]!int  x! |p q|.", ["a x y, int x p q."]),
        ("a \\texttt{b  c\n d}", ["a b c d"]),
        (r"One\begin{verbatim}x\end{verbatim}two", ["One", "two"]),
        (r"\begin{center}a \verb|x| b\end{center}", ["a x b"]),
        # rows, cells
        (r"a\\b c\\[1ex]d\\{e f}", ["a", "b c", "d", "e f"]),
        (r"a&b&c", ["a", "b", "c"]),
        # letters
        (r"caf\'e, \'{E}t\' ez, \c{c}a \'\cite{b} c \'e\cite{f} g\v", ["cafe, Etez, ca  c e g"]),
        (r"\'{\i}\'{X} \'[x]y \'{z", ["iX [x]y z"]),
        (r"\ldots[x]{y} \LaTeX[z]", ["…[x]y LaTeX[z]"]),
        # environments
        (r"\begin{equation}\begin{cases}a\end{cases} b\end{equation}c d\begin{itemize}\end{itemize}f", ["c d", "f"]),
        (r"\begin{align}\begin{align}x\end{align} a\end{align}b", ["b"]),
        (r"\begin{equation}\end{equation}a b", ["a b"]),
        ("a\n\\begin{document}b c\\end{document} d", ["b c"]),
        ("a b% \\begin{document}", ["a b"]),
        # arguments
        (r"a \emph b \footnote c", ["a  b  c"]),
        (r"\textcolor{red}{a} \href{b}{c} \parbox[t]{3cm}{d} \cite[e][f]{g}{h} \foo{i}", ["a c d  x"]),
        (r"\caption[a]{b}c", ["c b"]),
    ],
)
def test_what_the_decoder_reads(text, read):
    assert [request.text for request in Document(text, "latex").requests()] == read


@pytest.mark.parametrize(
    ("text", "keep", "place"),
    [
        ("x\\'e", [(0, 0), (1, 1), (1, 2)], (0, 4)),
        ("x\\'ef y", [(0, 0), (1, 1), (1, 2), (2, 2)], (0, 7)),
        ("Fig \\ref{x}", [(0, 0), (4, 4), (4, 5)], (0, 11)),
    ],
)
def test_what_stays_and_where(text, keep, place):
    document = Document(text, "latex")
    [request] = document.requests()
    assert (sorted(request.keep), document.places()) == (keep, [place])


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("50% & 5$ #1 a_b {c}", r"50\% \& 5\$ \#1 a\_b \{c\}"),
        (r"\x ~ ^ |", r"\textbackslash{}x \textasciitilde{} \textasciicircum{} \textbar{}"),
        ("[a]", "{[}a{]}"),
    ],
)
def test_words_that_would_be_commands_are_escaped(after, expected):
    assert written(after, "x", 0) == expected


def test_a_footnote_is_apart_from_its_sentence():
    requests = Document("One\\footnote{Two.} three.\n\nFour.", "latex", name="a.tex").requests()
    assert [(request.text, request.where) for request in requests] == [
        ("One three. Two.", "a.tex:1"), ("Four.", "a.tex:3"),
    ]  # fmt: skip
    assert sorted(requests[0].keep) == [(0, 0), (3, 3), (10, 10), (11, 11)]  # no edit takes the space between them
    whole = Document("One\\footnote{Two. \\emph{Three}.\n\nFour} five\\caption{six}", "latex", split=False).requests()
    assert [(request.text, list(request.breaks)) for request in whole] == [("One five Two. Three. Four six", [9, 21, 26])]


def commands(text):
    """Its tokens, but for words and what is written for characters."""
    kinds = (COMMAND, BEGIN, END, MATH, VERBATIM, COMMENT, PARAGRAPH)
    found = [text[token.begin : token.end] for token in tokens(text) if token.kind in kinds]
    return [token for token in found if token not in ("\\textbackslash", "\\textasciitilde", "\\textasciicircum", "\\textbar")]


PARTS = st.lists(st.sampled_from(PAGE.split("\n\n") + PAGE.splitlines()[4:] + ["a $b", "x { y", "\\emph"]), max_size=6)


@settings(max_examples=60, deadline=None)
@given(PARTS, st.integers(0, 1000))
def test_any_parts_come_back(parts, seed):
    text = "\n".join(parts)
    document = Document(text, "latex")
    requests = document.requests()
    assert document.rendered(unchanged(requests)) == text
    assert commands(document.rendered(edited(requests, random.Random(seed)))) == commands(text)


@pytest.mark.parametrize("seed", range(20))
def test_no_words_make_markup(seed):
    document = Document(PAGE, "latex")
    out = document.rendered(edited(document.requests(), random.Random(seed)))
    assert structure(out, "latex") == structure(PAGE, "latex")


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab \\{}[]$%&~^_#`'-\n\r\t\0é\udc80", max_size=50))
def test_any_text_comes_back(text):
    found = [text[token.begin : token.end] for token in tokens(text)]
    assert "".join(found) == text and "" not in found
    document = Document(text, "latex")
    assert document.rendered(unchanged(document.requests())) == text

"""Which commands and environments of LaTeX contain prose."""

from __future__ import annotations

TEXT_ARGUMENT = dict.fromkeys(
    "emph textbf textit textsl textsc textsf textrm textup textmd textnormal text underline uline hbox mbox centerline".split(), 0
) | {"textcolor": 1, "href": 1, "hyperref": 0, "colorbox": 1, "parbox": 1}  # fmt: skip
"""Commands with an argument that is part of the sentence around: its number among those in braces, from 0."""

APART = {"footnote": 0, "footnotetext": 0, "caption": 0, "caption*": 0, "marginpar": 0, "sidenote": 0, "subcaption": 0}
"""Commands whose argument is separate prose."""

READ = frozenset("texttt code textquote enquote gls glspl ac acl acs lstinline path url nolinkurl verb SI num unit qty".split())
"""Commands that stay, but are read as their last argument."""

REFERENCES = frozenset("ref eqref cref Cref autoref pageref nameref vref Vref labelcref".split())
"""Commands read as a number."""

UNREAD = frozenset(
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite footcite footfullcite supercite"
    " nocite label index footnotemark glsadd hspace hspace* vspace vspace* phantom protect bf it em tt sc sl sf rm"
    " bfseries itshape scshape ttfamily sffamily rmfamily mdseries upshape slshape normalfont tiny scriptsize footnotesize small"
    " normalsize large Large LARGE huge Huge centering raggedright raggedleft noindent indent hfill color ensuremath nobreak"
    " allowbreak linebreak nolinebreak sloppy fussy thanks selectfont relax ignorespaces unskip xspace leavevmode strut".split()
)
"""Commands that are read as nothing."""

BREAKS = frozenset(
    "par newpage clearpage pagebreak bigskip medskip smallskip maketitle tableofcontents appendix item hline toprule midrule"
    " bottomrule cmidrule cline section section* subsection subsection* subsubsection subsubsection* paragraph paragraph*"
    " subparagraph subparagraph* chapter chapter* part part* title subtitle author date institute affiliation address email"
    " keywords input include includegraphics bibliography bibliographystyle printbibliography newcommand renewcommand"
    " providecommand def let newenvironment renewenvironment newtheorem usepackage documentclass setlength addtolength newline"
    " frametitle framesubtitle tabularnewline addcontentsline setcounter hypersetup graphicspath DeclareMathOperator"
    " markboth pagestyle thispagestyle listoffigures listoftables vfill newacronym newglossaryentry".split()
)
"""Commands that end a passage."""

STAYING = frozenset(
    "equation equation* align align* aligned gather gather* multline multline* eqnarray eqnarray* displaymath math array flalign"
    " flalign* alignat alignat* xalignat xalignat* xxalignat empheq IEEEeqnarray IEEEeqnarray* split cases matrix pmatrix bmatrix"
    " subequations dmath dmath* tikzpicture picture pgfpicture algorithm algorithm* algorithmic thebibliography filecontents"
    " otherlanguage otherlanguage* prooftree forest axis"
    " algorithm2e tikzcd circuitikz".split()
)
"""Environments that stay."""

QUOTATIONS = frozenset("quote quotation displayquote verse epigraph".split())
"""Environments that stay if quotations do."""

LETTERS = {
    "ss": "ss", "o": "o", "O": "O", "ae": "ae", "AE": "AE", "oe": "oe", "OE": "OE", "aa": "a", "AA": "A", "l": "l", "L": "L",
    "i": "i", "j": "j", "S": "§", "P": "¶", "dag": "†", "pounds": "£", "copyright": "©", "ldots": "…", "dots": "…", "TeX": "TeX",
    "LaTeX": "LaTeX", "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "eg": "e.g.",
    "ie": "i.e.", "etal": "et al.", "slash": "/", "textbackslash": "\\", "textasciitilde": "~", "textdegree": "°",
}  # fmt: skip
"""Commands that are read as characters."""

ACCENTS = frozenset("c v H u k r b d t ' ` ^ \" ~ = .".split())
"""Commands and symbols that put an accent on the next letter or group."""

SYMBOLS = {" ": " ", ",": " ", ";": " ", ":": " ", "\n": " ", "\r": " ", "\r\n": " ", "\t": " "} | {
    char: char for char in "%&$#_{}"
}
"""Symbols that are read as characters; others are read as nothing."""

MARKS = {"``": "“", "''": "”", "`": "‘", "---": "—", "--": "–", "~": " "}
"""How marks are read."""

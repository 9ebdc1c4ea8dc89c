"""LaTeX: comments hide what is in them from everything, mathematics and verbatim text; what they and mathematics hold stays.

Of documents in and out only, whatever reads them.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paragen.documents import Document

ENVIRONMENTS = (
    "equation", "equation*", "align", "align*", "gather*", "multline", "eqnarray", "flalign*", "alignat", "math", "displaymath",
    "IEEEeqnarray",
)  # fmt: skip
DELIMITERS = [
    ("$", "$"), ("$$", "$$"), (r"\(", r"\)"), (r"\[", r"\]"),
    *((rf"\begin{{{name}}}", rf"\end{{{name}}}") for name in ENVIRONMENTS),
]  # fmt: skip
INSIDE = [
    "big % {end} a big house\n big",  # an end in a comment is none
    "% {end}\nbig",
    "big %\n big",
    "big % {begin} big\n",
    "big % one\n % {end} two\n\t% {end} big\n big",
    r"big \% big",
    "big \\\\% {end} big\n big",  # a line break, then a comment
    r"\verb|%| big",
    r"\verb|{end}| big",
    r"\verb+% {end}+ big % {end}" + "\n big",
    "big = \\text{a big % {end} } house\n house} big",
    r"|big| = |house|",
    r"50\% big %% {end}" + "\nbig",
    "\\left\\{ big % }\n \\right. big",
]


@pytest.mark.parametrize(("begin", "end"), DELIMITERS, ids=lambda mark: mark)
@pytest.mark.parametrize("inside", INSIDE)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_comments_in_mathematics(changed, begin, end, inside, line_end):
    """All of it stays, to its own end; what is around it, and after it, is prose."""
    inside = inside.replace("{begin}", begin).replace("{end}", end)
    document = f"A big house {begin}{inside}{end} and a big house % a big house\n and a big car."
    expected = f"A large building {begin}{inside}{end} and a large building % a big house\n and a large automobile."
    assert changed(document.replace("\n", line_end), "latex") == expected.replace("\n", line_end)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # text in mathematics has mathematics of its own
        (r"a big $big \text{if $big$ then} big$ house", r"a large $big \text{if $big$ then} big$ building"),
        (r"a big $big \mbox{big $big$ big} big$ house", r"a large $big \mbox{big $big$ big} big$ building"),
        (r"a big \(big \text{if \(big\) then} big\) house", r"a large \(big \text{if \(big\) then} big\) building"),
        (r"a big \[big \text{if $big$ then} big\] house", r"a large \[big \text{if $big$ then} big\] building"),
        (r"$big$$big$ a big house", r"$big$$big$ a large building"),
        (r"\[big \\[2pt] big \\] big \] a big house", r"\[big \\[2pt] big \\] big \] a large building"),
        (r"$|big$ and $big|$ and a big house", r"$|big$ and $big|$ and a large building"),
        ("\\begin{equation}|big\\end{equation} |big| a big house", "\\begin{equation}|big\\end{equation} |big| a large building"),
        ("\\begin{align}|big % \\end{align}|\n\\end{align} a big house",
         "\\begin{align}|big % \\end{align}|\n\\end{align} a large building"),
        # right before a closing mark
        ("a big $big %$ big house\n big$ and a big house", "a large $big %$ big house\n big$ and a large building"),
        ("a big $big\\%$ house", "a large $big\\%$ building"),
        ("a big $$big %$$ big house\n big$$ house", "a large $$big %$$ big house\n big$$ building"),
        # marks in comments of prose
        ("a big % $ big\n house $big$ car", "a large % $ big\n building $big$ automobile"),
        ("a big % \\[ big\n house \\(big\\) car", "a large % \\[ big\n building \\(big\\) automobile"),
        ("a big % \\begin{equation}\n house", "a large % \\begin{equation}\n building"),
        ("a big % \\begin{verbatim}\n house", "a large % \\begin{verbatim}\n building"),
        ("% \\begin{document} a big\na big \\begin{document}a big house",
         "% \\begin{document} a big\na big \\begin{document}a large building"),
        ("\\begin{document}a big % \\end{document}\n house\\end{document} big",
         "\\begin{document}a large % \\end{document}\n building\\end{document} big"),
        ("a big \\footnote{big % }\n house} car", "a large \\footnote{large % }\n building} automobile"),
        # comments between a command and its arguments
        ("a big house \\cite[big]% big\n {big}", "a large building \\cite[big]% big\n {big}"),
        ("a big \\unknown% big\n{big}%\n{big} house", "a large \\unknown% big\n{big}%\n{big} building"),
        ("a big \\emph% big\n{house}", "a large \\emph% big\n{building}"),
        ("a big house\\footnote% big\n{A big car.} house", "a large building\\footnote% big\n{A large automobile.} building"),
        # no comments
        ("a big \\verb|%| house % big", "a large \\verb|%| building % big"),
        ("\\begin{verbatim}\nbig % \\end{verbatim} a big house", "\\begin{verbatim}\nbig % \\end{verbatim} a large building"),
        ("a big 5\\% house", "a large 5\\% building"),
        # a comment or verbatim text, who knows
        ("a big |big % big| big\nhouse", "a large |big % big| big\nbuilding"),
        # never ended
        ("a big $ house % $ big\n\na big $big$ house", "a large $ building % $ big\n\na large $big$ building"),
        ("a big \\( house $big$ car", "a large \\( building $big$ automobile"),
        ("a big \\) house \\] car", "a large \\) building \\] automobile"),
    ],
)  # fmt: skip
def test_single_cases(changed, before, after):
    assert changed(before, "latex") == after


def test_an_empty_line_after_a_comment_ends_a_paragraph(changed):
    """As it does in mathematics: a dollar sign before it begins none."""
    before = "a big $ house % $ big\n\t\na big $ house"
    assert changed(before, "latex") == "a large $ building % $ big\n\t\na large $ building"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_paragraphs(end):
    """One line end is none, however many characters it has; that of a comment belongs to the comment, but for an empty line."""
    text = "One. % a\n\nTwo\n% b\n % c\nthree,\n$x\ny$.\n%\n \n%\n\nFour.".replace("\n", end)
    requests = Document(text, "latex").requests()
    assert [" ".join(request.text.split()) for request in requests] == ["One.", "Two three, x.", "Four."]


PROSE = st.sampled_from(["a big house ", "A big car. ", "the big house and ", "It is big: "])
COMMENT = st.sampled_from(
    ["$ big", " \\) big", "\\] a big house", "$$", "\\begin{equation} big", "\\end{align}", "{", "}", "% |", "\\"]
)


@st.composite
def mathematics(draw):
    begin, end = draw(st.sampled_from(DELIMITERS))
    parts = draw(st.lists(st.one_of(
        st.sampled_from(["big ", "x_{big} ", "\\% ", "\\$ ", "\\\\ ", "\\verb|big| ", "\\verb|%| ", "\\text{big} ", "|", "&"]),
        COMMENT.map(lambda comment: f"%{comment}\nbig "), st.just(f"% {end}\nbig "),
    ), min_size=1, max_size=5))  # fmt: skip
    return begin + "big " + "".join(parts) + end + " "


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(
    PROSE.map(lambda text: (text, True)), mathematics().map(lambda text: (text, False)),
    COMMENT.map(lambda text: (f"% {text} \n", False)), st.just(("\n\n", False)), st.just(("\\verb|a big % $| ", False)),
), min_size=1, max_size=8))  # fmt: skip
def test_any_mix_of_prose_comments_and_mathematics(changed, parts):
    """All prose changes, and nothing else."""
    new = {"big": "large", "house": "building", "car": "automobile"}

    def after(text):
        for word, other in new.items():
            text = text.replace(word, other)
        return text

    expected = "".join(after(text) if prose else text for text, prose in parts)
    assert changed("".join(text for text, _ in parts), "latex") == expected

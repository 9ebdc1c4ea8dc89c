"""Markdown: what is prose, and what is written where."""

from __future__ import annotations

import random

import pytest
from document_structure import edited, structure, unchanged
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.documents import Document
from paragen.documents.markdown import written

PAGE = """\
---
title: A big house
---
# A big house {#big-house}

A big house, a **big** house, a [big *house*](big/house.html "a big house") and
a `big house` of 5 rooms.\\
Another <b>big</b> house<!-- big --> &amp; a big ![big house](house.png) car.[^car]

A big house
===========

> A big house, he said.

> [!NOTE]
> A big house
> and a big car.

- a big house
  1. a big car

     and a house
- [x] a big house

| a big | house |
|-------|------:|
| a big *house* | `big` \\| car |

```text
a big house
```

    a big car

<div class="big">a big house</div>

[big house] and [big car][] and [a house][big car] <https://big.house>, <kbd>big</kbd> $big$, $$house$$,
a big [[house]].

[big house]: big/house
[big car]: big/car "big"
[^car]: A big car.
"""
CHANGED = """\
---
title: A big house
---
# A big house {#big-house}

A large building, a **large** building, a [large *building*](big/house.html "a big house") and
a `big house` of 5 rooms.\\
Another <b>large</b> building<!-- big --> &amp; a large ![big house](house.png) automobile.[^car]

A big house
===========

> A big house, he said.

> [!NOTE]
> A large building
> and a large automobile.

- a large building
  1. a large automobile

     and a building
- [x] a large building

| a big | house |
|-------|------:|
| a large *building* | `big` \\| automobile |

```text
a big house
```

    a big car

<div class="big">a big house</div>

[big house] and [big car][] and [a building][big car] <https://big.house>, <kbd>big</kbd> $big$, $$house$$,
a large [[house]].

[big house]: big/house
[big car]: big/car "big"
[^car]: A large automobile.
"""


def test_prose_changes_and_all_else_stays(changed):
    assert changed(PAGE, "markdown").splitlines() == CHANGED.splitlines()
    assert changed(PAGE, "markdown", quotes="change") == CHANGED.replace("> A big house, he", "> A large building, he")


@pytest.mark.parametrize("mark", ["\r\n", "\r"])
def test_other_line_ends(changed, mark):
    assert changed(PAGE.replace("\n", mark), "markdown") == CHANGED.replace("\n", mark)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\ufeff# A big house\n\nA big house", "\ufeff# A big house\n\nA large building"),
        ("A b*ig* house", "A b*ig* building"),  # markup inside a word
        ("They made **a** purchase.", "They made **a** buy."),  # no edit across it
        ("They **made a purchase**.", "They **bought something**."),
        ("I saw a lot\nof cars and a lot of it.", "I saw a lot\nof cars and many it."),
        ("> [!TIP]\n> I saw a lot of cars, a\n> big house", "> [!TIP]\n> I saw many cars, a\n> large building"),
        ("<span lang='fr'>a big</span> house", "<span lang='fr'>a big</span> building"),
        ("<span lang='en-GB'>a big</span> house", "<span lang='en-GB'>a large</span> building"),
        ("<code>big <b>house</b> big</code> house", "<code>big <b>house</b> big</code> building"),
        ("A <img translate=no> big </code> house <b/> big", "A <img translate=no> large </code> building <b/> large"),
        ("A <![CDATA[ a > <code> ]]> big house", "A <![CDATA[ a > <code> ]]> large building"),
        ("A <q>big</q> house", "A <q>big</q> building"),
        ("A \udcff *big* house", "A \udcff *large* building"),
        ("A {{ big.house }} house :car: {% if big %}", "A {{ big.house }} building :car: {% if big %}"),
        ("A big\\_house house \\* big", "A big\\_house building \\* large"),
        ("na&iuml;ve&nbsp;big&#32;house", "na&iuml;ve&nbsp;large&#32;building"),
        ("A <br> big\n<br>house", "A <br> large\n<br>building"),
        ("word\n: a big house\n", "word\n: a large building\n"),
        ("A big \0 house", "A large \0 building"),
        ("A big \udcff house", "A large \udcff building"),
        ("Ein großes 😀 big *house*", "Ein großes 😀 large *building*"),
    ],
)
def test_single_cases(changed, before, after):
    assert changed(before, "markdown") == after


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "A `b  c`, $x+y$ and $$z$$: <kbd>d</kbd> e<sup>1</sup> [f](g) h\ni [j] <k@l.m> <https://n.o>.\n\n[j]: p",
            ["A b c, x and x: d e f h i j k@l.m https://n.o."],
        ),
        ("One<br>two  \nthree\\\nfour\n***\nfive", ["One", "two", "three", "four", "five"]),
        ("a ![b *c*](d) e<!-- f -->g &amp; h", ["a  eg & h"]),
    ],
)
def test_what_the_decoder_reads(text, read):
    assert [request.text for request in Document(text, "markdown").requests()] == read


@pytest.mark.parametrize(
    ("after", "begin", "expected"),
    [
        ("a*b", 5, "a\\*b"),
        ("1.", 0, "1\\."),
        ("12) x", 0, "12\\) x"),
        ("- x", 0, "\\- x"),
        ("- x", 5, "- x"),
        ("- x", 11, "\\- x"),
        ("- x", 14, "\\- x"),
        ("- x", 15, "- x"),
        ("- x", 17, "\\- x"),
        ("- x", 20, "\\- x"),
        ("- x", 24, "\\- x"),
        ("- x", 21, "- x"),
        ("# x", 0, "\\# x"),
        ("x!", 5, "x\\!"),
        ("a & b <c>", 5, "a &amp; b &lt;c&gt;"),
    ],
)
def test_words_that_would_be_markup_are_escaped(after, begin, expected):
    assert written(after, "Some words\n> *go\non\rand\ron\n", begin) == expected


ODD = ["one *two* three", "- a\n- b c", "a `b", "* x", "a [b", "3. y", "p <q"]
BLOCKS = st.lists(st.sampled_from(PAGE.split("\n\n") + ODD), max_size=6)


@settings(max_examples=60, deadline=None)
@given(BLOCKS, st.integers(0, 1000))
def test_no_words_make_markup(blocks, seed):
    text = "\n\n".join(blocks)
    document = Document(text, "markdown")
    requests = document.requests()
    assert document.rendered(unchanged(requests)) == text
    assert structure(document.rendered(edited(requests, random.Random(seed))), "markdown") == structure(text, "markdown")


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab *_`[](){}<>!#-+=|\\~$&;:\n\r\t\0é\udc80😀1.\"'", max_size=60))
def test_any_text_comes_back(text):
    document = Document(text, "markdown")
    requests = document.requests()
    assert document.rendered(unchanged(requests)) == text
    assert all("\n" not in request.text for request in requests)

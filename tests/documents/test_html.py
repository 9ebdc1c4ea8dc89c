"""HTML: what is prose, and what is written where."""

from __future__ import annotations

import random

import pytest
from document_structure import edited, structure, unchanged
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.documents import Document
from paragen.documents.html import written

PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><title>A big house</title><meta name="description" content="a big house">
<style>.big { color: red }</style><script>var big = "<p>a big house</p>";</script></head>
<body class="big"><!-- a big house -->
<h1>A big house</h1>
<p>A big house, a <b>big</b> house, a <a href="big/house" title="big house">big <i>house</i></a> and
   a <code>big house</code> of 5&nbsp;rooms &amp; a big<sup>house</sup> car.
<p translate=no>A big house</p>
<p lang="fr">A big house<p>A big house
<pre>a big house</pre> a big house <textarea>a big house</textarea>
<ul><li>a big house<li>a <kbd>big</kbd> car</ul>
<table><tr><th>a big house<td>a big house</table>
<blockquote><p>A big house</p></blockquote> He said <q>a big house</q>.
<img alt="a big house" src=big.png> a big house <br>a big house
<button>big</button><select><option>big<option>house</select>
<svg><text>big</text></svg><math><mi>big</mi></math>
<span class="x notranslate">big <span>house</span> big</span> house
</body></html>
"""
CHANGED = """\
<!DOCTYPE html>
<html lang="en"><head><title>A big house</title><meta name="description" content="a big house">
<style>.big { color: red }</style><script>var big = "<p>a big house</p>";</script></head>
<body class="big"><!-- a big house -->
<h1>A big house</h1>
<p>A large building, a <b>large</b> building, a <a href="big/house" title="big house">large <i>building</i></a> and
   a <code>big house</code> of 5&nbsp;rooms &amp; a large<sup>house</sup> automobile.
<p translate=no>A big house</p>
<p lang="fr">A big house<p>A large building
<pre>a big house</pre> a large building <textarea>a big house</textarea>
<ul><li>a large building<li>a <kbd>big</kbd> automobile</ul>
<table><tr><th>a big house<td>a large building</table>
<blockquote><p>A big house</p></blockquote> He said <q>a big house</q>.
<img alt="a big house" src=big.png> a large building <br>a large building
<button>big</button><select><option>big<option>house</select>
<svg><text>big</text></svg><math><mi>big</mi></math>
<span class="x notranslate">big <span>house</span> big</span> building
</body></html>
"""


def test_prose_changes_and_all_else_stays(changed):
    assert changed(PAGE, "html").splitlines() == CHANGED.splitlines()
    quoted = CHANGED.replace("<blockquote><p>A big house", "<blockquote><p>A large building")
    assert changed(PAGE, "html", quotes="change") == quoted.replace("<q>a big house", "<q>a large building")


@pytest.mark.parametrize("mark", ["\r\n", "\r"])
def test_other_line_ends(changed, mark):
    assert changed(PAGE.replace("\n", mark), "html") == CHANGED.replace("\n", mark)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\ufeffa big house", "\ufeffa large building"),
        ("a b<i>ig</i> house", "a b<i>ig</i> building"),
        ("They made <b>a</b> purchase.", "They made <b>a</b> buy."),
        ("a lot<br>of big cars, a lot of them", "a lot<br>of large cars, many them"),
        ("a big</> house </>< big", "a large</> building </>< large"),
        ("<p lang=de>big<p lang=de>big<p>big</p>", "<p lang=de>big<p lang=de>big<p>large</p>"),
        ("<div lang=de><div>big</div>big</div>big", "<div lang=de><div>big</div>big</div>large"),
        ("<div><p lang=de>big <b>big</div> big", "<div><p lang=de>big <b>big</div> large"),
        ("<table><tr><th>big<tr><td>big</table>", "<table><tr><th>big<tr><td>large</table>"),
        ("<h2>big <p>big</h2>big", "<h2>big <p>big</h2>large"),
        ("big <script>big", "large <script>big"),
        ("big <a href='big", "large <a href='big"),
        ("big <!-- house", "large <!-- house"),
        ("<html lang=de><p>big", "<html lang=de><p>big"),
        ("big &bighouse; &#x41;house &lt;big", "large &bighouse; &#x41;house &lt;large"),
        ("a big \0 house \udcff big", "a large \0 building \udcff large"),
        ("<p>ein <i>größeres</i> 😀 big\n\n\n  house", "<p>ein <i>größeres</i> 😀 large\n\n\n  building"),
        ("a \udcff <b>big</b> house", "a \udcff <b>large</b> building"),
        ("<p lang>big<p class=no>big<p xml:lang=de>big<p lang=en_GB>big<p lang=EN>big<p xml:lang=en>big",
         "<p lang>large<p class=no>large<p xml:lang=de>big<p lang=en_GB>large<p lang=EN>large<p xml:lang=en>large"),
        ("<p lang=de>big</p><div lang=de>big</p>big</div>big", "<p lang=de>big</p><div lang=de>big</p>big</div>large"),
        ("<p lang=de>big</b>big<p>big", "<p lang=de>big</b>big<p>large"),
        ("<ul><li lang=de>big<ul><li>big <b>big</b><li>big</ul>big<li>big</ul>",
         "<ul><li lang=de>big<ul><li>big <b>big</b><li>big</ul>big<li>large</ul>"),
        ("<ul><li lang=de>big<div>big</div>big<li>big</ul>", "<ul><li lang=de>big<div>big</div>big<li>large</ul>"),
        ("{{ big }} house <%= big %>", "{{ big }} building <%= big %>"),
    ],
)
def test_single_cases(changed, before, after):
    assert changed(before, "html") == after


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<p>a <code>b&amp;c</code> &lt;d<sup>1&amp;2</sup> e<svg/> f<math/> g<code/>h</code> i", ["a b&c <d e f gh i"]),
        ("a<br>b\n  c", ["a", "b c"]),
        ("<p>a<!DOCTYPE html>b<!-- c -->d", ["a", "bd"]),
        ("<div><p>a</p>b<div>c</div></div>", ["a", "b", "c"]),
    ],
)
def test_what_the_decoder_reads(text, read):
    assert [request.text for request in Document(text, "html").requests()] == read


def test_words_that_would_be_markup_are_escaped():
    assert written("\"a\" & <b>'s", "x", 0) == "\"a\" &amp; &lt;b&gt;'s"


PARTS = st.lists(st.sampled_from(PAGE.splitlines() + ["a < b", "x & y", "</>", "<p", "&amp", "</b", "<!--", "-->"]), max_size=8)


@settings(max_examples=60, deadline=None)
@given(PARTS, st.integers(0, 1000))
def test_no_words_make_markup(parts, seed):
    text = "\n".join(parts)
    document = Document(text, "html")
    requests = document.requests()
    assert document.rendered(unchanged(requests)) == text
    assert structure(document.rendered(edited(requests, random.Random(seed))), "html") == structure(text, "html")


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab <>/!-=&;\"'[]?\n\r\t\0é\udc80😀", max_size=60))
def test_any_text_comes_back(text):
    document = Document(text, "html")
    requests = document.requests()
    assert document.rendered(unchanged(requests)) == text
    for passage in document._passages:
        for piece in passage.pieces:
            if piece.prose:
                assert text[piece.begin : piece.end] == passage.text[piece.at : piece.at + piece.end - piece.begin]

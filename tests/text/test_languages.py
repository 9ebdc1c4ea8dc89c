"""Languages: what their rules are asked for, and what becomes of sentences in German, French and one without rules."""

from __future__ import annotations

import pickle
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from languages import TABLES, model
from written import written

import paragen
from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.guards import chosen_guards, kinds, of_language
from paragen.packing import TableSource, pack
from paragen.tables.io.corpus import CaseCounts
from paragen.text.analysis import QUOTED, Analysis, SentenceCase, sentence_forms
from paragen.text.languages import RULES, Language, language, number_pattern
from paragen.text.languages.english import ENGLISH
from paragen.text.languages.french import ELISION, elides
from paragen.text.names import name_tokens
from paragen.text.protection import marked_spans, number_spans
from paragen.text.spacing import joined
from paragen.text.tokenizer import Tokenizer
from paragen.text.writing import Writer


class Step(NamedTuple):
    begin: int
    end: int
    words: tuple[str, ...]
    parts: tuple[()] = ()


class _Small:
    """Knows that every word but *Auto* is written in small letters, and that *Koch* is a name."""

    def usual(self, word):
        return word if word == "Auto" else word.lower()

    def is_name(self, word):
        return word == "Koch"


GERMAN, FRENCH = language("de"), language("fr")


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    return paragen.load(model(tmp_path_factory.mktemp("de"), "de"))


@pytest.fixture(scope="module")
def french(tmp_path_factory):
    return paragen.load(model(tmp_path_factory.mktemp("fr"), "fr"))


def test_a_code_names_its_rules_whatever_its_region():
    assert language("de-AT") is language("DE") is GERMAN
    assert language("en") is ENGLISH
    assert [f"{language(code).code} {language(code).name}" for code in RULES] == ["en English", "de German", "fr French"]
    neutral = language("SV-fi")
    assert (neutral.code, neutral.name, neutral.guards, neutral.agreement) == ("sv", "", ("marks",), None)
    assert pickle.loads(pickle.dumps([GERMAN, neutral])) == [GERMAN, language("sv")]
    assert repr(neutral) == "<Language sv>"


@pytest.mark.parametrize("code", ["", "german", "d", "de_DE", "de-", "de AT", "dé", "../en"])
def test_what_is_no_code_is_refused(code):
    with pytest.raises(ConfigError) as caught:
        language(code)
    assert str(caught.value) == f"language: found {code!r}, expected a BCP 47 code, as en, de, fr or pt-BR."


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("de", "Geht's Dr. Weber am 3. Mai gut?", "Geht's Dr. Weber am 3 . Mai gut ?"),
        ("de", "„Ja“, sagt er z.B. hier", '" Ja " , sagt er z.B. hier'),
        ("fr", "L’ami d'Anne dit qu'il n'est là aujourd'hui", "L' ami d' Anne dit qu' il n' est là aujourd'hui"),
        ("fr", "« Quoi ? » dit M. Petit", "« Quoi ? » dit M. Petit"),
        ("fr", "quelqu'un jusqu'ici", "quelqu'un jusqu' ici"),
        ("sv", "Bo's hus", "Bo's hus"),
        ("en", "Bo's L'ami", "bo 's l'ami"),
    ],
)
def test_words_are_cut_by_the_rules_of_their_language_again_and_again(code, text, words):
    tokenizer = Tokenizer(language=language(code))
    assert tokenizer.words(text) == words.split()
    assert tokenizer.words(words) == words.split()


def test_the_first_word_of_a_sentence_is_looked_up_as_it_is_within_one():
    tokenizer = Tokenizer(language=GERMAN, written=_Small())
    text = "Das ist so. Auto und Haus! Wir\nSind da"
    assert sentence_forms(tokenizer, text, tokenizer.tokens(text)) == "das ist so . Auto und Haus ! wir sind da".split()
    text = "„Ach so.“ Das ist »so.« Das ist (so) Recht"
    words = '" ach so . " das ist » so . « das ist ( so ) Recht'
    assert sentence_forms(tokenizer, text, tokenizer.tokens(text)) == words.split()
    text = "— ¿Das ist so?"
    assert sentence_forms(tokenizer, text, tokenizer.tokens(text)) == "-- ¿ das ist so ?".split()
    text = "DAS NEUE AUTO"
    assert sentence_forms(tokenizer, text, tokenizer.tokens(text)) == "das neue auto".split()


def test_counts_of_case_tell_the_usual_form():
    counts = CaseCounts(GERMAN)
    for line in ["Das Essen ist da .", "Wir essen das Brot .", "Wer das sagt , mag Essen .", *["Geh weg !"] * 3, "Rost blüht ."]:
        counts.add(line.split())
    assert [counts.usual(word) for word in ("Das", "Essen", "Geh", "Rost")] == ["das", "Essen", "geh", "Rost"]
    french = CaseCounts(FRENCH)
    french.add("Marie voit Paul".split())
    assert [french.usual(word) for word in ("Paul", "Venez")] == ["Paul", "venez"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Das Auto ist neu.", "Der Wagen ist neu."),  # the capital of the sentence; that of the noun is the table's
        ("Wir sehen das Auto.", "Wir sehen der Wagen."),
        ("Wir brauchen ein Auto.", "Nötig ist ein Wagen."),
        ("WIR BRAUCHEN EIN AUTO!", "NÖTIG IST EIN WAGEN!"),
        ("Ich will sofort ein Auto kaufen", "Ich will auf der Stelle ein Wagen erwerben"),
        ("Er sagt „sofort“ und geht", "Er sagt „gleich“ und geht"),
        ("Er geht. „Sofort“", "Er geht. „Gleich“"),
        ("Er traf Frau Müller und Jan Müller und den Müller", "Er traf Frau Müller und Jan Müller und den Bäcker"),
        ("Am 5. Mai und 5 Prozent", "Am 5. Mai und 5 Prozent"),
    ],
)
def test_german(german, text, expected):
    assert german.rewrite(text)[0].text == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Le copain de Luc", "L'ami de Luc"),
        ("C’est le copain d’un autre", "C’est l’ami d’un autre"),
        ("Un grand et vrai copain", "Un immense et vrai ami"),
        ("Il vient de l'ami de Luc", "Il vient de l'ami de Luc"),  # le copain or la copain?
        ("Il y va d'ami en ami", "Il y va de copain en copain"),
        ("J'achète ce grand lit", "J'achète cet immense lit"),
        ("Il a peur de mon chef", "Il a peur de mon chef"),  # de le patron
        ("Il suit mon chef", "Il suit le patron"),
        ("Je suis content !", "Je suis ravi !"),
        ("Je suis content\u202f!", "Je suis ravi\u202f!"),
        ("Je suis content!", "Je suis ravi!"),
        ("Je pense qu'acheter du vin est bien", "Je pense qu'acquérir du vin est bien"),
        ("Martin voit Martin", "Martin voit Martin"),
        ("VOITURE À VENDRE", "AUTOMOBILE À VENDRE"),
    ],
)
def test_french(french, text, expected):
    assert french.rewrite(text)[0].text == expected
    for paraphrase in french.rewrite(text, n=5):
        parts, position = [], 0
        for edit in paraphrase.edits:
            parts += [text[position : edit.begin], edit.after]
            position = edit.end
        assert "".join(parts) + text[position:] == paraphrase.text


@pytest.mark.parametrize(
    ("before", "following", "replaced", "form"),
    [
        ("le", "héros", "", "le"), ("le", "hôtel", "", "l'"), ("La", "Écosse", "", "L'"), ("le", "onze", "", "le"),
        ("je", "y", "", "j'"), ("le", "yaourt", "", "le"), ("les", "amis", "", "les"), ("que", "on", "", "qu'"),
        ("s'", "on", "il", "si"), ("s'", "il", "on", "s'"), ("s'", "assoit", "ennuie", "s'"), ("s'", "lève", "ennuie", "se"),
        ("si", "il", "on", "s'"), ("c'", "sera", "est", "ce"), ("ce", "est", "fut", "c'"), ("ce", "arbre", "chêne", "cet"),
        ("cet", "chêne", "arbre", "ce"), ("vieux", "arbre", "chêne", "vieil"), ("vieux", "et", "mais", "vieux"),
        ("ma", "amie", "copine", "mon"), ("du", "ami", "copain", "de l'"), ("au", "hasard", "", "au"), ("Au", "ami", "", "À l'"),
        ("jusqu'", "demain", "ici", "jusque"),
    ],
)  # fmt: skip
def test_french_small_words_agree_with_what_follows(before, following, replaced, form):
    assert ELISION.agreed(before, following, replaced) == form


def test_l_apostrophe_before_a_consonant_does_not_fit():
    assert not ELISION.fits("l'", ["ami"], ["copain"], "de")
    assert ELISION.fits("l'", ["ami"], ["homme"], "de")
    assert ELISION.fits("l'", ["ami"], ["et"], "de")
    assert not ELISION.fits("voit", ["un"], ["l'"], "copain")
    assert not ELISION.fits("de", ["mon", "chef"], ["le", "chef"], "")
    assert ELISION.fits("de", ["le", "voir"], ["le", "suivre"], "")
    assert not ELISION.fits("moi", ["d'"], ["de"], "ami")
    assert not ELISION.fits("va", ["à", "l'"], ["au"], "école")
    assert ELISION.fits("l'", ["ancien"], [], "arbre")
    assert not ELISION.fits("l'", ["ancien"], [], "chêne")
    assert not elides("…")


@pytest.mark.parametrize(
    ("text", "source", "target", "expected"),
    [
        ("le grand ami", ["grand"], [], "l'ami"),
        ("d'ancien bois", ["ancien"], [], "de bois"),
        ("oui\u00a0! non", ["!"], ["et"], "oui et non"),
        ("oui et non\u202f?", ["et"], [";"], "oui\u202f; non\u202f?"),
        ("dit un homme", ["un"], ["«", "un", "»"], "dit «\u00a0un\u00a0» homme"),
        ("l'homme", ["l'"], ["un"], "un homme"),
        ("de l'homme", ["de", "l'"], ["au"], "à l'homme"),
        ("oui\u00a0!", ["!"], ["."], "oui."),
        ("oui ! oui.", ["."], ["!"], "oui ! oui !"),
        ('il dit "oui" si', ["oui", '"'], ["non", '"'], 'il dit "non" si'),
        ("un homme", ["un"], ["l'"], "l'homme"),
    ],
)
def test_french_spaces(text, source, target, expected):
    tokenizer = Tokenizer(language=FRENCH)
    spans = tokenizer.tokens(text)
    forms = tokenizer.forms(text, spans)
    begin = next(i for i in range(len(forms)) if forms[i : i + len(source)] == source)

    step = Step(begin, begin + len(source), tuple(target))
    assert written(Writer(Analysis(text, spans, forms, FRENCH)), [step])[0] == expected


FRENCH_WORDS = st.sampled_from("le l' ami copain d' de du au et s' il est ! ; « » . \" Paris".split())


@given(st.lists(FRENCH_WORDS, min_size=1, max_size=8), st.sampled_from(["\u00a0", "\u202f", " "]), st.data())
def test_any_french(words, space, data):
    """Edits have the right places, spaces are never doubled, and what one derivation left behind changes no other."""
    text = joined(words, FRENCH, space)
    tokenizer = Tokenizer(language=FRENCH)
    spans = tokenizer.tokens(text)
    forms = tokenizer.forms(text, spans)
    writer = Writer(Analysis(text, spans, forms, FRENCH))
    for _ in range(3):
        steps, at = [], 0
        while at < len(forms):
            end = data.draw(st.integers(at + 1, len(forms)))
            if data.draw(st.booleans()):
                steps.append(Step(at, end, tuple(data.draw(st.lists(FRENCH_WORDS, max_size=3)))))
            at = end
        output, placed = written(writer, steps)
        assert (output, placed) == written(Writer(Analysis(text, spans, forms, FRENCH)), steps)
        position, rebuilt = 0, ""
        for place in placed:
            rebuilt += text[position : place.begin]
            assert len(rebuilt) == place.out_begin
            rebuilt, position = rebuilt + place.after, place.end
        assert rebuilt + text[position:] == output
        assert "  " not in output


def test_marks_beside_words():
    assert joined("« oui ; non » !".split(), FRENCH, "\u202f") == "«\u202foui\u202f; non\u202f»\u202f!"
    assert joined("l' ami d' Anne".split(), FRENCH) == "l'ami d'Anne"
    assert joined("sagt „ ja “ und".split(), GERMAN) == "sagt „ja“ und"
    assert joined("do n't , Bo 's".split(), ENGLISH) == "don't, Bo's"
    assert joined("do n't , Bo 's".split(), GERMAN) == "do n't, Bo 's"


@pytest.mark.parametrize(
    ("code", "text", "quoted"),
    [("de", "er „ ja “ so", "ja"), ("de", "er » ja « so", "ja"), ("fr", "il « oui » si", "oui"), ("sv", "hon ” ja ” så", "")],
)
def test_quotations(code, text, quoted):
    tokenizer = Tokenizer(language=language(code))
    spans = tokenizer.tokens(text)
    analysis = Analysis(text, spans, tokenizer.forms(text, spans), language(code))
    found = [word for word, mark in zip(analysis.surfaces, analysis.marks, strict=True) if mark & QUOTED]
    assert found == quoted.split()


@pytest.mark.parametrize(
    ("code", "text", "kept"),
    [
        ("de", "am 3. Mai um 10 und 5 Millionen", ["3", "3. Mai", "10", "5 Millionen"]),
        ("fr", "le 1er mai, 3 août, 5 pour cent, mai 2010", ["1er", "mai", "3", "août", "5 pour cent", "mai", "2010"]),
        ("sv", "den 3 maj", ["3"]),
    ],
)
def test_numbers_and_dates_stay(code, text, kept):
    spans = sorted([*number_spans(text, language(code)), *marked_spans(text)])
    assert [text[begin:end] for begin, end in spans] == kept


@pytest.mark.parametrize(
    ("code", "months", "dates"),
    [
        ("en", "January February March April May June July August September October November December "
               "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec", ["{} 5", "{}. 5", "5 {}", "3rd of {}", "1st {}"]),
        ("de", "Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember",
               ["3. {}", "3 {}", "{} 2010"]),
        ("fr", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre Mai",
               ["3 {}", "3 de {}", "1er {}", "{} 2010"]),
    ],
    ids=["en", "de", "fr"],
)  # fmt: skip
def test_months_are_kept_beside_a_number_only(code, months, dates):
    rules = language(code)
    for month in months.split():
        assert number_spans(f"x {month} y", rules) == []
        for date in dates:
            text = date.format(month)
            at = text.index(month)
            assert any(begin <= at and at + len(month) <= end for begin, end in number_spans(text, rules)), text


def test_words_for_amounts_belong_to_numbers():
    text = "3 million, 4 per cent, 5 millions, 6 dozen, 7"
    assert number_pattern(["million", "per cent"]).findall(text) == ["3 million", "4 per cent", "5", "6", "7"]
    assert number_pattern().findall(text) == ["3", "4", "5", "6", "7"]


def test_words_with_a_case_of_their_own():
    rules = Language("xx", always_capital=frozenset({"monday"}), always_upper=frozenset({"tv"}), small=frozenset({"of"}),
                     proper={"new": (("new", "york"),)})  # fmt: skip
    assert rules.own_cased == {"monday", "tv", "tvs", "new"}
    assert rules.shows_no_title == {"of", "monday", "tv"}


def test_names():
    surfaces = "Hier sah Anna Berg Herrn Koch , die NATO und den Koch".split()
    case = SentenceCase(surfaces, ["hier", *surfaces[1:]], GERMAN)
    assert [surfaces[i] for i in name_tokens(case)] == "Anna Berg Herrn Koch NATO".split()
    surfaces = "hier sah den Koch und die Magd , was Sie Magd".split()
    assert [surfaces[i] for i in name_tokens(SentenceCase(surfaces, surfaces, GERMAN), _Small())] == ["Koch"]
    surfaces = "Luc a vu Anne et Hier".split()
    assert name_tokens(SentenceCase(surfaces, surfaces, FRENCH)) == [0, 3, 5]
    assert name_tokens(SentenceCase(surfaces, ["luc", *surfaces[1:]], FRENCH)) == [3, 5]


def test_other_case_is_no_paraphrase(german):
    own = german.changed(tables={"own": {"weißt du": ["Weisst du", "ahnst du"]}}, weight={"own": 5, "edit": 9})
    assert [one.text for one in own.rewrite("Und weißt du das?", n=3)] == ["Und ahnst du das?", "Und weißt du das?"]


def test_what_stays_is_not_made_to_agree(french):
    text = "Le copain"
    assert french.rewrite(text)[0].text == "L'ami"
    assert french.rewrite(text, keep=[(0, 2)])[0].text == text


def test_nouveau_has_no_noun_after_a_or_de(french):
    own = french.changed(tables={"own": {"à nouveau": ["de nouveau"], "un autre": ["un nouveau"]}}, weight={"own": 5, "edit": 9})
    assert own.rewrite("Nous achetons à nouveau ici")[0].text == "Nous achetons de nouveau ici"
    assert own.rewrite("Elle est de nouveau content")[0].text == "Elle est de nouveau heureux"
    assert own.rewrite("C'est un autre ami", keep=[(14, 17)])[0].text == "C'est un nouvel ami"


def test_keeping_and_blocking_ignore_case(german):
    text = "Das Auto kaufen"
    assert german.changed(keep_phrases=["AUTO"]).rewrite(text)[0].text == "Das Auto erwerben"
    assert german.changed(blocked=["wagen", "Erwerben"]).rewrite(text)[0].text == text


def test_guards_of_other_languages(german, french):
    assert german.changed(guards=["negation"]).rewrite("nicht groß")[0].text == "nicht riesig"
    assert german.rewrite("nicht groß")[0].text == "oft riesig"
    assert french.changed(guards=["negation", "quantities"]).rewrite("pas grand")[0].text == "pas immense"
    with pytest.raises(ConfigError, match="no guard 'hedges' for the language 'de', which has negation, quantities, marks"):
        german.changed(guards=["hedges"])
    for code in (*RULES, "sv"):
        rules = language(code)
        for name in of_language(chosen_guards(rules.guards, rules), rules):
            assert name.startswith(("opposites", "syntax", "variety")) or len(kinds(name)) >= 1


def test_no_language_has_a_word_in_two_kinds_of_a_guard():
    for guard in ("negation.de", "negation.fr", "quantities.de", "quantities.fr"):
        words = [word for kind in kinds(guard) for word in kind]
        assert len(words) == len(set(words))


def test_a_model_says_its_language(tmp_path, german):
    assert german.model.language is GERMAN and german.model.language_code == "de"
    told: list[str] = []
    (tmp_path / "sv.txt").write_text("bil ||| vagn ||| 0.9\n", encoding="utf-8")
    arpa = "\\data\\\nngram 1=4\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-1\t</s>\n-1\tvagn\n\n\\end\\\n"
    (tmp_path / "sv.arpa").write_text(arpa, encoding="utf-8")
    table = {"hand": TableSource(tmp_path / "sv.txt", floor=0)}
    weights = {"lm": 0.1, "hand": 1, "edit": 9}
    path = pack(tmp_path / "sv", tmp_path / "sv.arpa", table, language="sv-FI", weights=weights, notice=told.append)
    assert told == [
        "language sv-FI: paragen has no rules of it, so neutral ones apply: see docs/languages.md.",
        "language sv-FI: its words keep their case, but the language model has none with a capital.",
    ]
    opened = paragen.load(path)
    assert opened.model.language_code == "sv-FI"
    assert opened.rewrite("En bil i Oslo")[0].text == "En vagn i Oslo"
    text = (path / "model.toml").read_text(encoding="utf-8")
    assert 'language = "sv-FI"\n' in text
    (path / "model.toml").write_text(text.replace("sv-FI", "swedish!"), encoding="utf-8")
    with pytest.raises(FormatError, match="language = 'swedish!', expected a code of BCP 47"):
        paragen.load(path)


def test_an_english_model_reads_the_same_whether_or_not_it_says_so(english_model, tmp_path):
    import shutil

    path = tmp_path / "old"
    shutil.copytree(english_model, path)
    text = (path / "model.toml").read_text(encoding="utf-8")
    assert text.count('language = "en"\n') == 1
    (path / "model.toml").write_text(text.replace('language = "en"\n', ""), encoding="utf-8")
    old, new = paragen.load(path), paragen.load(english_model)
    old.model.verify()
    assert old.signature() == new.signature()


def test_what_is_for_english_only_says_so(tmp_path, fitted_model):
    with pytest.raises(ConfigError, match="a fit knows English only"):
        model(tmp_path, "de", fit=fitted_model / "fit.bin")
    (tmp_path / "p.txt").write_text("gibt [NN_1] ||| schenkt [NN_1] ||| 0.9\n", encoding="utf-8")
    source = TableSource(tmp_path / "p.txt", kind="patterns")
    with pytest.raises(ConfigError, match="parts of speech of English"):
        pack(tmp_path / "x", tmp_path / "de.arpa", {"p": source}, language="de")
    assert TABLES["de"]

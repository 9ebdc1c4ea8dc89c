"""spaCy: the component "paragen", which paraphrases documents and their sentences, and leaves their entities unchanged.

Results are plain data in a document's user data, so they go wherever the document goes: to other processes, to disk, into a
DocBin.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from paragen.base.errors import FormatError
from paragen.base.packages import optional_package
from paragen.decoder.settings import Limits
from paragen.paraphraser import Paraphraser, load
from paragen.results import Paraphrase
from paragen.results.span_mapping import SpanMap
from paragen.settings.request import Request, Span, around

_PURPOSE = "The component paragen of spaCy"
_Language: Any = optional_package("spacy.language", _PURPOSE, "spacy").Language
_tokens: Any = optional_package("spacy.tokens", _PURPOSE, "spacy")
_util: Any = optional_package("spacy.util", _PURPOSE, "spacy")

NAME = "paragen"
"""The factory, and the key of the user data."""

STATE = "paragen.json"
"""The file of a saved pipeline that says which model the component had."""


class Component:
    """Paraphrases documents; see :func:`create` for its parameters."""

    def __init__(self, paraphraser: Paraphraser, limits: Limits, keep_ents: bool, keep_spans: Sequence[str]) -> None:
        self.paraphraser, self._limits = paraphraser, limits
        self._keep_ents, self._keep_spans = keep_ents, tuple(keep_spans)
        paraphraser.rewrite_batch([], **limits)  # raises for a limit out of range now

    def __call__(self, doc: Any) -> Any:
        """Paraphrase a document and each of its sentences, and return it."""
        kept = self._kept(doc)
        sentences = [(sent.start_char, sent.end_char) for sent in doc.sents] if doc.has_annotation("SENT_START") else []
        requests = [Request(doc.text, kept, breaks=[begin for begin, _ in sentences[1:]])]
        for begin, end in sentences:
            inside = [(max(b, begin) - begin, min(e, end) - begin) for b, e in kept if b < end and e > begin]
            before, after = around(doc.text, begin, end)
            requests.append(Request(doc.text[begin:end], inside, before=before, after=after))
        found = [[one.to_dict() for one in several] for several in self.paraphraser.rewrite_batch(requests, **self._limits)]
        several = [[*span, results] for span, results in zip(sentences, found[1:], strict=True)]
        doc.user_data[NAME] = {"doc": found[0], "sents": several}
        return doc

    def _kept(self, doc: Any) -> list[Span]:
        """Return the spans that stay."""
        spans = list(doc.ents) if self._keep_ents else []
        for key in self._keep_spans:
            spans += doc.spans.get(key, [])
        return [(span.start_char, span.end_char) for span in spans]

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the identity of its model, and its options; the configuration of the pipeline says where the model is."""
        state = self.paraphraser.pickled()
        return json.dumps({"model": state.model, "options": state.options, "signature": state.signature}).encode()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = (), where: str = NAME) -> "Component":
        """Check that the model, its weights and tables are those of :meth:`to_bytes`.

        Raises
        ------
        FormatError : they have changed.
        """
        then, now = json.loads(data), self.paraphraser.pickled()
        if then["options"] == now.options and (then["model"], then["signature"]) != (now.model, now.signature):
            remedy = "The model, its weights or tables have changed since the pipeline was saved: add the component again."
            raise FormatError(where, now.signature, then["signature"], remedy)
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write :meth:`to_bytes` to a folder."""
        Path(path).mkdir(parents=True, exist_ok=True)
        Path(path, STATE).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "Component":
        """Check the state in a folder; see :meth:`from_bytes`."""
        file = Path(path, STATE)
        return self.from_bytes(file.read_bytes(), where=str(file))


def create(
    nlp: Any,
    name: str,
    model: str | None,
    n: int,
    min_edits: int,
    max_edits: int | None,
    distinct_by: str,
    keep_ents: bool,
    keep_spans: list[str],
    options: dict[str, Any],
) -> Component:
    """Make the component; ``nlp.add_pipe("paragen", config={…})`` calls it.

    Parameters
    ----------
    nlp, name : the pipeline, and its name for the component.
    model : the directory of a model; None: the starter pack.
    n, min_edits, max_edits, distinct_by : see :meth:`paragen.Paraphraser.rewrite`.
    keep_ents : whether entities stay as they are.
    keep_spans : the keys of span groups that stay, if a document has them.
    options : of :func:`paragen.load`, as far as JSON can represent them.

    Raises
    ------
    ParagenError : an option that cannot be used, or not a model.
    """
    limits: Limits = {"n": n, "min_edits": min_edits, "max_edits": max_edits, "distinct_by": distinct_by}
    return Component(load(model, **options), limits, keep_ents, keep_spans)


def paraphrased(nlp: Any, doc: Any) -> list[Any]:
    """Return each paraphrase of a document as a new document, with its entities, groups of spans and categories.

    Spans follow their words, extended to whole tokens of the new document. Deleted spans are left out; of entities that an edit
    merged, which spaCy does not allow to overlap, the first of the longest is kept.

    Parameters
    ----------
    nlp : the pipeline, whose tokenizer splits the new text.
    doc : a document that the component has processed.
    """
    return [_document(nlp, doc, paraphrase) for paraphrase in doc._.paraphrases or []]


def _document(nlp: Any, doc: Any, paraphrase: Paraphrase) -> Any:
    new, mapped = nlp.make_doc(paraphrase.text), SpanMap(paraphrase.edits)

    def moved(spans: Iterable[Any]) -> list[Any]:
        places = [(span, *mapped(span.start_char, span.end_char)) for span in spans]
        return [
            new.char_span(begin, end, span.label, span.kb_id, alignment_mode="expand", span_id=span.id)
            for span, begin, end in places if begin < end
        ]  # fmt: skip

    new.set_ents(_util.filter_spans(moved(doc.ents)))
    for key, group in doc.spans.items():
        new.spans[key] = moved(group)
    new.cats = dict(doc.cats)
    return new


def _of_doc(doc: Any) -> list[Paraphrase] | None:
    found = doc.user_data.get(NAME)
    return None if found is None else [Paraphrase.from_dict(one) for one in found["doc"]]


def _of_sentence(span: Any) -> list[Paraphrase] | None:
    for begin, end, several in span.doc.user_data.get(NAME, {}).get("sents", ()):
        if (begin, end) == (span.start_char, span.end_char):
            return [Paraphrase.from_dict(one) for one in several]
    return None


_DEFAULTS: dict[str, Any] = {
    "model": None, "n": 1, "min_edits": 0, "max_edits": None, "distinct_by": "words",
    "keep_ents": True, "keep_spans": [], "options": {},
}  # fmt: skip

_tokens.Doc.set_extension("paraphrases", getter=_of_doc)
_tokens.Span.set_extension("paraphrases", getter=_of_sentence)
_Language.factory(NAME, default_config=_DEFAULTS, assigns=["doc._.paraphrases", "span._.paraphrases"], func=create)

"""Requests of our own protocol, and the form of its answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import isinf
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    create_model,
    model_validator,
)

from paragen.base.settings import Setting, declared
from paragen.decoder.settings import OF_REQUEST
from paragen.documents import sentence_begins
from paragen.server.settings import Limits
from paragen.settings.given import GROUPS, GivenSettings
from paragen.settings.request import Request
from paragen.web.refusals import Refusal

Number = StrictInt | StrictFloat
Probability = Annotated[Number, Field(ge=0, le=1)]
Offset = Annotated[StrictInt, Field(ge=0)]
Phrase = Annotated[StrictStr, Field(max_length=200)]
Phrases = Annotated[list[Phrase], Field(max_length=1000, fail_fast=True)]
_MOST_ENTRIES = 1000
_MOST_FIELDS = 100


def _few_entries(data: Any) -> Any:
    if isinstance(data, dict) and len(data) > _MOST_ENTRIES:
        raise ValueError(f"found {len(data)} entries, expected {_MOST_ENTRIES} or fewer")
    return data


Few = BeforeValidator(_few_entries)
"""Limits a dictionary before its entries are checked, as an error for each entry would take long."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _few(cls, data: Any) -> Any:
        if isinstance(data, dict) and len(data) > _MOST_FIELDS:  # an error for each unknown one would take long
            raise ValueError(f"found {len(data)} fields, expected {_MOST_FIELDS} or fewer")
        return data


class Text(_Strict):
    """A sentence, and what is known about it."""

    text: StrictStr = Field(description="One sentence. Each line of a text with several lines is rewritten by itself.")
    keep: Annotated[list[tuple[Offset, Offset]], Field(fail_fast=True)] = Field(
        default=[], max_length=1000, description="Spans that stay as they are: [begin, end) in characters (code points)."
    )
    force: Annotated[list[tuple[Offset, Offset, StrictStr]], Field(fail_fast=True)] = Field(
        default=[], max_length=1000, description="Spans that must have a given wording: [begin, end, wording]."
    )
    before: StrictStr = Field(default="", description="The text before it, which is read but not rewritten.")
    after: StrictStr = Field(default="", description="The text after it, likewise.")
    tree: StrictStr | None = Field(
        default=None, description="Its tree in Penn brackets, for tables with syntactic labels; returned in its records."
    )
    id: StrictInt | StrictStr | None = Field(default=None, description="Returned in each of its records.")


def _type_of(setting: Setting) -> Any:
    """Return the type of a setting in a request."""
    if setting.choices:
        one: Any = Literal[setting.choices]
    elif setting.kind in (int, float):
        bounds = {"ge": setting.least, "le": setting.most}
        within: dict[str, Any] = {name: bound for name, bound in bounds.items() if not isinf(bound)}
        one = Annotated[StrictInt if setting.kind is int else Number, Field(**within)] if within else Number
    else:
        one = StrictBool if setting.kind is bool else StrictStr
    named = Annotated[dict[StrictStr, one], Few]
    return {"": one, "list": list[one], "names": named, "any": one | named}[setting.many]


def _fields_of(settings: Iterable[str], own: Mapping[str, Any], most: int) -> dict[str, Any]:
    """Return the fields of a request for settings; ``own``: types that have limits of their own; ``most``: of any number."""
    found = {}
    for name in settings:
        setting = _DECLARED[name]._replace(most=min(_DECLARED[name].most, most))
        kind = own.get(name) or _type_of(setting)
        default = setting.default if name in OF_REQUEST else None  # otherwise as the server has it
        found[name] = (kind if default is not None else kind | None, Field(default=default, description=setting.field))
    return found


_DECLARED = declared(*GROUPS)
_SETTINGS = [name for name, setting in _DECLARED.items() if setting.field and name not in OF_REQUEST]
_OWN_TYPES = {
    "always": Annotated[dict[Phrase, Phrase], Few], "blocked": Phrases, "keep_phrases": Phrases,
    "use_tables": Annotated[list[StrictStr], Field(max_length=_MOST_ENTRIES)],
}  # fmt: skip


def _as_object(item: Any) -> Any:
    return {"text": item} if isinstance(item, str) else item


Sentence = Annotated[Text, BeforeValidator(_as_object, json_schema_input_type=StrictStr | Text)]


class _Asked(_Strict):
    model: StrictStr | None = Field(default=None, description="One of /v1/models; by default the first.")
    text: StrictStr | None = Field(default=None, description="One sentence; or give several as texts.")
    texts: Annotated[list[Sentence], Field(fail_fast=True)] | None = Field(
        default=None, description="Sentences, or objects with text, keep and force."
    )


_Settable: Any = create_model("_Settable", __base__=_Asked, **_fields_of(_SETTINGS, _OWN_TYPES, 1000))


class Texts(_Settable):  # type: ignore[misc]
    """Texts, a model, and options that override the server's; ``always``, ``blocked`` and ``keep_phrases`` are added to them."""

    @model_validator(mode="after")
    def _one_of_both(self) -> Texts:
        if (self.text is None) == (self.texts is None):
            both = self.text is not None
            raise ValueError(f"found {'both text and' if both else 'neither text nor'} texts, expected one of them")
        return self

    def settings(self) -> GivenSettings:
        """Return the settings of a paraphraser that the request gives."""
        given: Any = {name: value for name in _SETTINGS if (value := getattr(self, name)) is not None}
        settings: GivenSettings = given
        return settings

    def requests(self, limits: Limits, language: str) -> list[tuple[Request, dict[str, Any]]]:
        """Return the texts as requests of the library, with the fields to echo; raise Refusal for too much.

        Parameters
        ----------
        language : of the texts, its code.
        """
        texts = [Text(text=self.text or "")] if self.texts is None else self.texts
        limit_texts(len(texts), limits)
        places = ["text"] if self.texts is None else [f"texts[{i}]" for i in range(len(texts))]
        for one, where in zip(texts, places, strict=True):
            if len(one.text) > limits.text_characters:
                raise Refusal(413, too_long(where, len(one.text), limits.text_characters, "Split it into sentences."), "texts")
        if (total := sum(len(part) for one in texts for part in (one.before, one.text, one.after))) > limits.characters:
            raise Refusal(413, too_long("texts", total, limits.characters, "Send several requests."), "texts")
        return [
            (
                Request(
                    one.text, one.keep, one.force, where=where, breaks=self.breaks(one.text, language),
                    before=one.before, after=one.after,
                ),
                one.model_dump(include={"id", "tree"}, exclude_none=True),
            )
            for one, where in zip(texts, places, strict=True)
        ]

    def breaks(self, text: str, language: str) -> Sequence[int]:
        """Return the positions at which another sentence begins, if texts are to be split."""
        return ()

    def limit_wording(self, limits: Limits) -> None:
        """Raise Refusal for too many characters in forced, blocked and kept phrases: each is split and looked up."""
        phrases = [*(self.blocked or ()), *(self.keep_phrases or ()), *chain.from_iterable((self.always or {}).items())]
        if (total := sum(map(len, phrases))) > limits.characters:
            message = too_long("always, blocked, keep_phrases", total, limits.characters, "Give them to the server itself.")
            raise Refusal(413, message, "wording")


def too_long(where: str, found: int, most: int, remedy: str) -> str:
    """Return the message about a text that is too long."""
    return f"{where}: found {found} characters, expected {most} or fewer. {remedy}"


def limit_texts(count: int, limits: Limits) -> None:
    """Raise Refusal for too many texts."""
    if count > limits.texts:
        raise Refusal(413, f"texts: found {count}, expected {limits.texts} or fewer. Send several requests.", "texts")


_Limited: Any = create_model("_Limited", __base__=Texts, **_fields_of(OF_REQUEST, {}, 1_000_000))


class Paraphrases(_Limited):  # type: ignore[misc]
    """A request to ``/v1/paraphrase`` or ``/v1/explain``."""

    split: Literal["sentences"] | None = Field(default=None, description="Rewrite each sentence of a text by itself.")

    def breaks(self, text: str, language: str) -> Sequence[int]:
        """Return the positions at which another sentence begins."""
        return sentence_begins(text, language) if self.split else ()


class Substitutes(Texts):
    """A request to ``/v1/substitutes``."""

    rank: Literal["table", "lm", "fit"] = Field(default="table", description="How the substitutes of a span are ranked.")
    top: Annotated[StrictInt, Field(ge=1)] | None = Field(default=None, description="Substitutes of each span; all if null.")
    min_conceivable: Probability = Field(default=0, description="Least probability that one of ten people accepts a substitute.")


class Sentences(_Strict):
    """A request to ``/v1/sentences``."""

    model: StrictStr | None = Field(default=None, description="One of /v1/models, for the language; by default the first.")
    texts: Annotated[list[StrictStr], Field(fail_fast=True)] = Field(description="Texts of any number of sentences and lines.")

    def limit(self, limits: Limits) -> None:
        """Raise Refusal for too much."""
        limit_texts(len(self.texts), limits)
        if (total := sum(map(len, self.texts))) > limits.characters:
            raise Refusal(413, too_long("texts", total, limits.characters, "Send several requests."), "texts")


class ErrorText(BaseModel):
    """What was wrong."""

    status: int
    message: str


class Error(BaseModel):
    """An error."""

    error: ErrorText


class Answer(BaseModel):
    """For each text a list of records: the same that the command line prints as lines of JSON."""

    model: str
    signature: str = Field(description="Everything that the records depend on, in one line.")
    other_language: list[list[tuple[int, int]]] | None = Field(
        default=None,
        description="Of substitutes: for each text the passages held back as not in the language of the model, which have "
        "no records; records of paraphrases name their own.",
    )
    results: list[list[dict[str, Any]]]


class Spans(BaseModel):
    """For each text the spans of its sentences."""

    model: str
    results: list[list[tuple[int, int]]]

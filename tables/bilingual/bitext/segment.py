"""What cuts a line into tokens: white space, paragen's words, or a sentencepiece model; and training such a model."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.output_files import atomic_file
from paragen.base.packages import optional_package
from paragen.base.threads import record_errors
from paragen.text.tokenizer import Tokenizer

Segmenter = Callable[[str], list[str]]

_EXPECTED = "a sentencepiece model"
_THREADS = 4  # fixed: the model depends on it
_LONGEST = 1 << 16  # bytes of a line to learn from
_MOST_PIECES = re.compile(r"set it to a value <= (\d+)")
_LEAST_PIECES = re.compile(r"smaller than required_chars\. \d+ vs (\d+)")


def white_space(line: str) -> list[str]:
    """Return what ASCII white space separates; other spaces (U+00A0, U+3000, U+2028) are part of a token."""
    return [token.decode() for token in line.encode().split()]


def segmenter(how: StrPath | None) -> Segmenter:
    """Return the function that cuts a line into tokens.

    Parameters
    ----------
    how : None for what white space separates; ``words`` for the lookup forms of paragen's own tokens; else the file of
        a sentencepiece model.

    Raises
    ------
    FormatError : the file is no sentencepiece model.
    MissingPackageError : sentencepiece is not installed.
    """
    if how is None:
        return white_space
    if how == "words":
        return Tokenizer().words
    return _sentencepiece(os.fspath(how))


def _package(where: str) -> Any:
    return optional_package("sentencepiece", f"{where}: segmenting", "bitext")


def _sentencepiece(path: str) -> Segmenter:
    package = _package(path)
    if os.path.isdir(path):
        raise FormatError(path, "a directory", _EXPECTED, "Give the file in it.")
    with open(path, "rb") as file:
        data = file.read()
    remedy = "Train one with `paragen align --train-segmenter`."
    if not data:
        raise FormatError(path, "an empty file", _EXPECTED, remedy)
    try:
        processor = package.SentencePieceProcessor(model_proto=data)
        processor.encode("a", out_type=str)
    except (RuntimeError, OSError, ValueError):
        raise FormatError(path, "something else", _EXPECTED, remedy) from None

    def pieces(line: str) -> list[str]:
        # a model may have been trained to keep tabs within its pieces
        return white_space(" ".join(processor.encode(line, out_type=str)))

    return pieces


def train_segmenter(lines: Iterable[str], path: StrPath, pieces: int = 8000) -> None:
    """Train a sentencepiece unigram model and write it to ``path``, atomically. The same lines give the same bytes.

    Parameters
    ----------
    lines : text of one language, a sentence each.
    pieces : how many pieces the model shall have.

    Raises
    ------
    ConfigError : the text does not allow for so many pieces, or has more letters than that.
    MissingPackageError : sentencepiece is not installed.
    """
    path = os.fspath(path)
    package = _package(path)
    if not 1 <= pieces <= 1_000_000:
        raise ConfigError(f"{path}: {pieces} pieces, expected 1 to 1,000,000. Change --pieces.")
    model = io.BytesIO()
    raised: list[BaseException] = []
    try:
        package.SentencePieceTrainer.train(
            sentence_iterator=record_errors(lines, raised), model_writer=model, model_type="unigram", vocab_size=pieces,
            num_threads=_THREADS, max_sentence_length=_LONGEST, minloglevel=2,
        )  # fmt: skip
    except RuntimeError as error:
        if raised:
            raise raised[0] from None
        raise ConfigError(f"{path}: {_reason(str(error), pieces)}") from None
    with atomic_file(path) as file:
        file.write(model.getvalue())


def _reason(message: str, pieces: int) -> str:
    """Say why sentencepiece could not train."""
    if found := _MOST_PIECES.search(message):
        return f"the text is too small for {pieces} pieces, expected at most {found[1]}. Give it with --pieces {found[1]}."
    if found := _LEAST_PIECES.search(message):
        return f"the text has more different letters than {pieces} pieces can hold, expected {found[1]} or more. Raise --pieces."
    if "sentences_.empty()" in message or "all_chars_count" in message:
        return "no text to learn from, expected sentences. Is the file empty?"
    return f"sentencepiece could not train {pieces} pieces ({message.strip().splitlines()[-1][:200]}). Try other --pieces."

"""The estimator against lmplz's own files, a readable reference, and the laws of probability."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import math
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path

import pytest
from command_line import paragen

from paragen.base.errors import ConfigError, FormatError
from paragen.base.settings import parse_memory
from paragen.lm.estimate import DEFAULT_FALLBACK, estimate
from paragen.lm.estimate.kernel import Kernel
from paragen.lm.options import check_threads

from .reference_estimator import Model, NoDiscounts, reference_estimate

GOLDEN = [
    ("corpus.txt", "order5.arpa.gz", {"order": 5}),
    ("corpus.txt", "order3-pruned.arpa.gz", {"order": 3, "prune": (0, 0, 1)}),
    ("corpus.txt", "order3-nounigrams.arpa.gz", {"order": 3, "interpolate_unigrams": False}),
    ("tiny.txt", "tiny-fallback.arpa", {"order": 3, "discount_fallback": True}),
]


def parse_arpa(arpa: bytes) -> Model:
    model: Model = []
    stated = []
    for line in arpa.decode("utf-8").split("\n"):
        if line.startswith("ngram "):
            stated.append(int(line.partition("=")[2]))
        elif line.startswith("\\") and line.endswith("-grams:"):
            model.append({})
        elif "\t" in line:
            logprob, words, *backoff = line.split("\t")
            model[-1][tuple(words.split(" "))] = float(logprob), float(backoff[0]) if backoff else 0.0
    assert stated == [len(ngrams) for ngrams in model]
    return model


def random_sentences(seed: int, n_sentences: int, n_words: int) -> list[list[str]]:
    rng = random.Random(seed)
    cumulative = list(accumulate(1 / (rank + 1) for rank in range(n_words)))
    lengths = [rng.choice((0, 1, 2, 5, 9, 14)) for _ in range(n_sentences)]
    return [[f"w{word}" for word in rng.choices(range(n_words), cum_weights=cumulative, k=length)] for length in lengths]


def as_text(sentences: list[list[str]]) -> bytes:
    return "".join(" ".join(words) + "\n" for words in sentences).encode()


def logprob(model: Model, context: tuple[str, ...], word: str) -> float:
    """log10 p(word | context), by the definition of an ARPA file."""
    context = context[max(0, len(context) - len(model) + 1) :]
    ngram = (*context, word)
    if ngram in model[len(ngram) - 1]:
        return model[len(ngram) - 1][ngram][0]
    backoff = model[len(context) - 1].get(context, (0.0, 0.0))[1]
    return backoff + logprob(model, context[1:], word)


@pytest.mark.shared
@pytest.mark.parametrize(("corpus", "expected", "options"), GOLDEN)
@pytest.mark.parametrize("memory", ["1M", "2G"])
def test_equals_lmplz(shared: Path, corpus: str, expected: str, options: dict, memory: str) -> None:
    folder = shared / "golden" / "lmplz"
    expected_bytes = (folder / expected).read_bytes()
    if expected.endswith(".gz"):
        expected_bytes = gzip.decompress(expected_bytes)
    found = estimate(folder / corpus, memory=memory, **options)
    assert found.arpa == expected_bytes
    assert found.on_disk == (memory == "1M" and corpus == "corpus.txt")


@pytest.mark.shared
def test_fails_where_lmplz_does(shared: Path) -> None:
    with pytest.raises(FormatError, match=r"1-gram discount out of range for adjusted count 3: -2\.2064056.*--discount-fallback"):
        estimate(shared / "golden" / "lmplz" / "tiny.txt", 3)


@pytest.mark.parametrize("seed", range(60))
def test_equals_reference(seed: int) -> None:
    rng = random.Random(seed)
    sentences = random_sentences(seed, rng.choice((1, 3, 30, 300)), rng.choice((1, 4, 40, 400)))
    order = rng.randint(1, 5)
    prune = sorted(rng.choice((0, 0, 0, 1, 1, 2)) for _ in range(order))
    fallback = DEFAULT_FALLBACK if rng.random() < 0.8 else None
    uniform = rng.random() < 0.8
    options = {"prune": prune, "discount_fallback": fallback, "interpolate_unigrams": uniform}
    text = io.BytesIO(as_text(sentences))
    try:
        expected = reference_estimate(sentences, order, prune, fallback, uniform)
    except NoDiscounts as failure:
        k, count = failure.args
        with pytest.raises(FormatError, match=f"(no {k}-grams with|{k}-gram discount out of range for) adjusted count {count}"):
            estimate(text, order, **options)
        return
    found = parse_arpa(estimate(text, order, **options).arpa)
    for k in range(order):
        assert found[k].keys() == expected[k].keys()
        for ngram, (probability, backoff) in expected[k].items():
            assert found[k][ngram][0] == pytest.approx(probability, abs=1e-4)
            if k + 1 < order:
                assert found[k][ngram][1] == pytest.approx(backoff, abs=1e-4)


@pytest.mark.parametrize("options", [{}, {"prune": (0, 0, 1)}, {"prune": (0, 1, 1, 2)}, {"interpolate_unigrams": False}])
def test_same_bytes_for_any_memory_and_threads(options: dict, tmp_path: Path) -> None:
    text = as_text(random_sentences(5, 6000, 900))
    options = {"discount_fallback": True, **options}
    usual = estimate(io.BytesIO(text), 4, threads=1, **options)
    assert not usual.on_disk
    for memory, threads in (("2G", 2), ("2G", 3), ("1M", 1), ("1M", 2), ("3M", 2)):
        found = estimate(io.BytesIO(text), 4, memory=memory, threads=threads, temp=tmp_path, **options)
        assert found.arpa == usual.arpa
        assert found.orders == usual.orders
        assert found.on_disk == (memory != "2G")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("prune", [(0,), (0, 0, 1), (0, 1, 2), (1, 1, 1)])
def test_probabilities_sum_to_one(prune: tuple[int, ...]) -> None:
    sentences = random_sentences(7, 800, 60)
    model = parse_arpa(estimate(io.BytesIO(as_text(sentences)), 3, prune=prune, discount_fallback=True).arpa)
    vocabulary = [word for (word,) in model[0] if word != "<s>"]
    contexts = [(), *random.Random(7).sample(sorted(model[0].keys() | model[1].keys()), 40), ("never", "seen")]
    for context in contexts:
        if context and context[-1] in ("</s>", "<unk>"):
            continue
        assert sum(10 ** logprob(model, context, word) for word in vocabulary) == pytest.approx(1, abs=1e-4)


def test_words_and_lines() -> None:
    expected = estimate(["a b c", "", "d"], 2, discount_fallback=True).arpa
    for text in (b"a b c\n\nd\n", b"a b c\r\n\r\nd\r\n", b" a\tb\0 c \n\t\nd", b"a  b c\n \0\r\nd"):
        for size in (1, 2, 100):
            assert estimate(_Slow(text, size), 2, discount_fallback=True).arpa == expected
    parsed = parse_arpa(estimate([b"x\xc2\xa0y z\x0bz \xe2\x80\xa8"], 1, discount_fallback=True).arpa)
    assert {word for (word,) in parsed[0]} == {"<unk>", "<s>", "</s>", "x\xa0y", "z\x0bz", "\u2028"}


class _Slow:
    """A stream that gives at most ``size`` bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        self._stream, self._size = io.BytesIO(data), size

    def read(self, n: int) -> bytes:
        return self._stream.read(min(n, self._size))


def test_sources(tmp_path: Path) -> None:
    sentences = random_sentences(3, 500, 50)
    text = as_text(sentences)
    expected = estimate(io.BytesIO(text), 3, discount_fallback=True).arpa
    for name, data in (("a.gz", gzip.compress(text)), ("a.bz2", bz2.compress(text)), ("a.xz", lzma.compress(text)), ("a", text)):
        (tmp_path / name).write_bytes(data)
        assert estimate(tmp_path / name, 3, discount_fallback=True).arpa == expected
        assert estimate([io.BytesIO(data)], 3, discount_fallback=True).arpa == expected
    first, second = text[: len(text) // 2], text[len(text) // 2 :]
    cut = first.rindex(b"\n")
    (tmp_path / "first").write_bytes(first[:cut])  # its last line is a sentence all the same
    rest = (first[cut + 1 :] + second).decode().split("\n")[:-1]
    found = estimate([tmp_path / "first", *rest], 3, arpa=tmp_path / "model.arpa", discount_fallback=True)
    assert (found.arpa, (tmp_path / "model.arpa").read_bytes()) == (None, expected)
    assert (found.sentences, found.tokens) == (500, sum(map(len, sentences)))


def test_special_words() -> None:
    for word in ("<s>", "</s>", "<unk>"):
        with pytest.raises(FormatError, match=f"the sentences:2: found the special word {word}.*--skip-symbols"):
            estimate(["a b", f"a {word} b"], 2, discount_fallback=True)
    skipped = estimate(["a <s> b", "</s>", "<unk> c"], 2, discount_fallback=True, skip_symbols=True)
    assert skipped.arpa == estimate(["a b", "", "c"], 2, discount_fallback=True).arpa
    assert ("<UNK>",) in parse_arpa(estimate(["a <UNK>"], 1, discount_fallback=True).arpa)[0]


class Pieces(io.RawIOBase):
    """A stream that gives what it is made of piece by piece."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        piece = self.pieces.pop(0) if self.pieces else b""
        buffer[: len(piece)] = piece
        return len(piece)


def test_a_word_of_a_gigabyte_is_refused_before_it_is_held(tmp_path: Path) -> None:
    """Compressed, it is a megabyte; a thirtieth of it will do here, in a process that may hold less."""
    with gzip.open(tmp_path / "text.gz", "wb") as file:
        for _ in range(300):
            file.write(b"x" * 1_000_000)
    program = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from paragen.lm.estimate import estimate\n"
        "held = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (held + (200 << 20),) * 2)\n"
        "estimate([Path(sys.argv[1])], 2, memory='1M', threads=1, discount_fallback=True)\n"
    )
    result = subprocess.run([sys.executable, "-c", program, tmp_path / "text.gz"], capture_output=True, text=True, check=False)
    assert "text.gz:1: found a word of more than 32 KiB" in result.stderr


@pytest.mark.parametrize("text", [bytes(random.Random(1).randbytes(3000)), "na\u00efve".encode("latin-1"), b"a\xed\xa0\x80"])
def test_what_is_no_utf8_is_no_text(text: bytes) -> None:
    with pytest.raises(FormatError, match=":[0-9]+: found broken UTF-8, expected text in UTF-8. Convert it with iconv"):
        estimate([io.BytesIO(b"a b\n" + text)], 2, discount_fallback=True)


def test_long_words_and_lines() -> None:
    word = "x" * 32_768
    model = parse_arpa(estimate([f"a {word} b"], 2, discount_fallback=True).arpa)
    assert (word, "b") in model[1]
    for pieces in ([word + "x"], [word, "x"]):
        stream = io.BufferedReader(Pieces(b"a\nb " + pieces[0].encode(), *[piece.encode() for piece in pieces[1:]]), 1)
        with pytest.raises(FormatError, match=":2: found a word of more than 32 KiB, expected words with white space"):
            estimate([stream], 2, discount_fallback=True)
    one_line = " ".join(f"w{i % 7}" for i in range(200_000))
    assert (
        estimate([one_line], 3, discount_fallback=True, memory="1M").arpa == estimate([one_line], 3, discount_fallback=True).arpa
    )


def test_sentence_end_is_never_pruned() -> None:
    model = parse_arpa(estimate(["a b c", "a b d"], 2, prune=(3,), discount_fallback=True).arpa)
    assert set(model[0]) == {("<unk>",), ("<s>",), ("</s>",)}
    assert math.isclose(sum(10 ** model[0][word,][0] for word in ("<unk>", "</s>")), 1, abs_tol=1e-5)


@pytest.mark.parametrize(
    ("corpus", "options", "message"),
    [
        ([], {}, "found no text"),
        (io.BytesIO(b""), {}, "found no text"),
        (["a \ud800"], {}, "in one, expected text that UTF-8 can hold"),
        (["a b"], {}, "no 1-grams with adjusted count 2.*--discount-fallback"),
        ([io.BytesIO(b"\\data\\\nngram 1=3\n")], {}, "found an ARPA language model"),
        ([io.BytesIO(b"PARAGEN\0lm")], {}, "found a packed paragen file"),
        ([io.BytesIO("a b".encode("utf-16"))], {}, "found UTF-16 text"),
        ([io.BytesIO(gzip.compress(os.urandom(9999))[:5000])], {}, r"damaged gzip file \(it ends too early\)"),
        ([io.BytesIO(b"\x1f\x8bno gzip")], {}, "damaged gzip file"),
    ],
)
def test_bad_text(corpus: object, options: dict, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        estimate(corpus, 2, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"order": 0}, {"order": 17}, {"order": "5"}, {"prune": (1, 0)}, {"prune": (0, 0, 0)}, {"prune": (-1,)},
        {"prune": (0.5,)}, {"discount_fallback": (0.5, 2.5)}, {"discount_fallback": ()}, {"discount_fallback": (1, 1, 1, 1)},
        {"discount_fallback": (math.nan,)}, {"memory": "2X"}, {"memory": "12"}, {"temp": "no/such/folder"}, {"threads": 0},
        {"corpus": "a b"}, {"corpus": [3]}, {"corpus": io.StringIO("a b")},
    ],
)  # fmt: skip
def test_bad_options(options: dict) -> None:
    with pytest.raises(ConfigError):
        estimate(**{"corpus": ["a b"], "order": 2, **options})


def test_parse_memory() -> None:
    assert [parse_memory(size) for size in ("64M", "1.5G", "2GiB", "3mb", 1 << 20)] == [
        64 << 20,
        3 << 29,
        2 << 30,
        3 << 20,
        1 << 20,
    ]
    with pytest.raises(ConfigError, match="memory"):
        parse_memory("9" * 400)


@pytest.mark.parametrize("memory", ["2G", "1M"])
@pytest.mark.parametrize("stage", ["count", "interpolate", "write"])
def test_interruption_leaves_nothing(memory: str, stage: str, tmp_path: Path) -> None:
    def interrupt(now: str, fraction: float) -> None:
        if now == stage:
            raise KeyboardInterrupt

    (tmp_path / "temp").mkdir()
    text = io.BytesIO(as_text(random_sentences(1, 9000, 9000)))
    with pytest.raises(KeyboardInterrupt):
        estimate(
            text, 4, tmp_path / "model.arpa", memory=memory, temp=tmp_path / "temp", progress=interrupt,
            discount_fallback=True,
        )  # fmt: skip
    assert [path.name for path in tmp_path.iterdir()] == ["temp"]
    assert list((tmp_path / "temp").iterdir()) == []


def test_files_are_sorted_in_the_folder_given(tmp_path: Path) -> None:
    folder = tmp_path / "temp"
    folder.mkdir()

    def remove(stage: str, fraction: float) -> None:
        if folder.is_dir():
            folder.rmdir()

    text = io.BytesIO(as_text(random_sentences(1, 9000, 9000)))
    with pytest.raises(FileNotFoundError, match=re.escape(str(folder))):
        estimate(text, 4, memory="1M", temp=folder, progress=remove, discount_fallback=True)


def test_progress_ends_at_1_though_there_was_more_to_read(tmp_path: Path) -> None:
    """The size of what comes through a pipe is not known."""
    (tmp_path / "text").write_bytes(b"a b\n")
    os.mkfifo(tmp_path / "pipe")
    found = []
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit((tmp_path / "pipe").write_bytes, b"b a\n")
        estimate(
            [tmp_path / "text", tmp_path / "pipe", tmp_path / "text"], 1, discount_fallback=True,
            progress=lambda stage, fraction: found.append((stage, fraction)),
        )  # fmt: skip
        writing.result()
    assert [fraction for stage, fraction in found if stage == "read"] == [0.5, 1, 1]


@pytest.mark.parametrize(("processors", "threads"), [(1, 1), (15, 15), (17, 16)])
def test_threads_by_default(processors: int, threads: int, monkeypatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(processors)) if process == 0 else set(), raising=False)
    assert check_threads(None) == threads
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert check_threads(None) == threads
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert check_threads(None) == 1


def test_full_disk(tmp_path: Path) -> None:
    program = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))\n"
        "from paragen.lm.estimate import estimate\n"
        "estimate([f'a{i} b{i} c{i % 9} d{i % 5}' for i in range(20_000)], 3, memory='1M', temp=sys.argv[1])\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert f"File too large: '{tmp_path}'" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_command(tmp_path: Path) -> None:
    text = as_text(random_sentences(2, 3000, 9000))
    (tmp_path / "corpus").write_bytes(text)
    expected = estimate(io.BytesIO(text), 3, prune=(0, 0, 1)).arpa

    def run(*args: object, input: bytes = b"") -> subprocess.CompletedProcess[str]:
        return paragen("lm", *args, input=input)

    named = run("-o", "3", "--prune", "0", "0", "1", str(tmp_path / "corpus"))
    assert (named.returncode, named.stdout) == (0, expected.decode())
    assert "3-grams: " in named.stderr
    piped = run("-o", "3", "--prune", "0,0,1", "--quiet", "--arpa", str(tmp_path / "model"), input=text)
    assert (piped.returncode, piped.stdout, piped.stderr) == (0, "", "")
    assert (tmp_path / "model").read_bytes() == expected
    assert run("-o", "2", "--discount-fallback", "--", str(tmp_path / "corpus")).returncode == 0
    failed = run("-o", "2", input=b"a b\n")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert "--discount-fallback" in failed.stderr
    assert run("-o", "2", "--discount-fallback", ".4", "1", input=b"a b\n").returncode == 0
    lmplz_style = run("-o", "2", "--discount_fallback", "--interpolate_unigrams", "0", input=b"a b\n")
    assert lmplz_style.stdout == estimate(["a b"], 2, discount_fallback=True, interpolate_unigrams=False).arpa.decode()
    assert run("--order", "0", input=b"a b\n").returncode == 2
    assert run(str(tmp_path / "none")).returncode == 1


@pytest.mark.parametrize("data", [b"\x7fELF\x02\x01", b"a b ||| c ||| 0.5\n" * 9])
def test_files_that_are_no_corpus_are_refused(tmp_path, data):
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(FormatError, match="one sentence per line"):
        estimate([tmp_path / "file"], 2)


_PEAK = """
import resource, sys
from pathlib import Path
from paragen.lm.estimate import estimate

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

before = peak()
estimate(Path(sys.argv[1]), 8, sys.argv[2], memory=int(sys.argv[3]), threads=8, discount_fallback=True)
print(peak() - before)
"""


@pytest.mark.parametrize("memory", [pytest.param(132 << 20, marks=pytest.mark.long), 8 << 20])
def test_memory_is_kept_to(tmp_path, memory):
    """One line of ordinary words whose n-grams are nearly all different, by many threads: as much memory as a token can take,
    in memory and in files. What the program itself needs is in it, too."""
    words = random.Random(1).choices([f"w{number}" for number in range(5000)], k=400_000)
    (tmp_path / "text").write_text(" ".join(words) + "\n")
    command = [sys.executable, "-c", _PEAK, str(tmp_path / "text"), str(tmp_path / "arpa"), str(memory)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < memory


@pytest.mark.parametrize("text", [b"a <s>\n", b"a b\n\xff c\n", b"x" * (1 << 16) + b" y\n"])
def test_a_kernel_that_refused_its_text_refuses_all_that_follows(tmp_path: Path, text: bytes) -> None:
    kernel = _kernel(tmp_path)
    kernel.begin_file("f")
    with pytest.raises(FormatError, match="^f:[12]: found "):
        kernel.feed(text)
    others = (lambda: kernel.feed(b"a b\n"), lambda: kernel.feed(b""), lambda: kernel.begin_file("g"))
    for call in (kernel.run, kernel.end_file, *others):
        with pytest.raises(ValueError, match="^an earlier call of this object failed"):
            call()


def test_the_last_sentence_need_not_be_ended(tmp_path: Path) -> None:
    blocks: list[bytes] = []
    kernel = _kernel(tmp_path, blocks.append)
    kernel.feed(b"a b c\nb a c")
    assert kernel.run() is None
    assert b"".join(blocks) == estimate(["a b c", "b a c"], 2, discount_fallback=(0.5, 1.0, 1.5)).arpa
    with pytest.raises(ValueError, match="^this estimator is done$"):
        kernel.run()


def _kernel(folder: Path, output: Callable[[bytes], object] = len) -> Kernel:
    return Kernel(
        order=2, prune=[0], fallback=(0.5, 1.0, 1.5), interpolate_unigrams=True, skip_symbols=False, memory=1 << 20,
        temp=str(folder), threads=1, output=output, progress=None,
    )  # fmt: skip

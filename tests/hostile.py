"""Calls everything in one compiled module with arguments that make no sense; run by tests/test_hostile_calls.py.

    python tests/hostile.py

reads lines of a module and a folder, attacks each module in a process of its own, and prints its exit code: Python, and
what all of them need, start once.

Every class is made from its specimen below, and every method and function called with its own, then with each argument
replaced by what does not belong there, then with random rubbish. Whatever Python raises is fine; the interpreter must live.
The last call made is the last line of FOLDER/calls.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib
import os
import random
import resource
import sys
import traceback
import types
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from fuzzing import rounds
from hostile_again import MARKS, Again, drawn, marked

SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")
AGAIN = 5 if SANITIZED else rounds(10, 60)  # calls that are to fail, a method
TRIES = 10 if SANITIZED else rounds(20, 60)  # calls with random arguments a method
MEMORY = 4 << 30  # bytes of address space, so that absurd sizes fail at once
_SIZES = [
    -1, 0, 1, 2, 7, 255, 2**15, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**31), -(2**63),
    10**30,
]  # fmt: skip
# The sanitizer ends a program that asks for too much.
HUGE = [size for size in _SIZES if not (SANITIZED and 2**15 < size < 2**64)]


class Liar:
    """A sequence that says it has another length than it has, and fails half-way."""

    def __len__(self) -> int:
        return 3

    def __iter__(self) -> Iterator[Any]:
        yield from ("a", 1, None)
        raise RuntimeError("no more")

    def __getitem__(self, at: Any) -> Any:
        return at


def rubbish(rng: random.Random) -> Any:
    """Something that belongs nowhere."""
    kinds: list[Callable[[], Any]] = [
        lambda: None, lambda: rng.choice(HUGE), lambda: rng.choice(HUGE), lambda: rng.uniform(-2, 2), lambda: float("nan"),
        lambda: float("inf"), lambda: -1e308, lambda: "", lambda: "a", lambda: "\ud800", lambda: "a b " * 500, lambda: b"",
        lambda: b"a",
        lambda: bytes(200), lambda: rng.randbytes(50), lambda: bytearray(b"abc"), list, lambda: [None], lambda: ["a", "b"],
        lambda: [["a"]], lambda: (1, 2, 3), tuple, dict, object, Liar, lambda: iter("ab"), lambda: lambda *_: None, lambda: type,
        lambda: array_like(rng, rng.choice(TYPES), rng.choice([0, 1, 2, 5, 1000])),
        lambda: array_like(rng, rng.choice(TYPES), 12).reshape(3, 4),
        lambda: tuple(array_like(rng, rng.choice(TYPES), rng.choice([1, 2, 5])) for _ in range(rng.choice([2, 3]))),
    ]  # fmt: skip
    return rng.choice(kinds)()


TYPES = [np.uint8, np.int8, np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64]


def array_like(rng: random.Random, kind: Any, size: int) -> np.ndarray:
    """Numbers of a type, sensible and not."""
    if np.issubdtype(kind, np.floating):
        return np.array([rng.choice([0.0, 1.0, -1.0, 0.5, np.nan, np.inf, -np.inf, 1e30]) for _ in range(size)], kind)
    if kind is np.bool_:
        return np.array([rng.random() < 0.5 for _ in range(size)])
    limits = np.iinfo(kind)
    return np.array([rng.choice([0, 1, 2, 3, limits.max, limits.min, limits.max // 2]) for _ in range(size)], kind)


def twisted(rng: random.Random, value: Any) -> Any:
    """Something much like a value, and wrong."""
    if isinstance(value, np.ndarray) and value.ndim == 1 and len(value):
        changed = value.copy()
        changed[rng.randrange(len(value))] = array_like(rng, value.dtype.type, 1)[0]
        shifted = value + value.dtype.type(1)
        kinds = [
            value[:-1],
            value[1:],
            value[::-1].copy(),
            np.append(value, value),
            changed,
            shifted,
            value[:0],
            value.astype(np.float16),
        ]
        return rng.choice([*kinds, changed])
    if isinstance(value, np.ndarray) and value.ndim == 2 and value.size:
        changed = value.copy()
        changed.ravel()[rng.randrange(value.size)] = array_like(rng, value.dtype.type, 1)[0]
        return rng.choice([value[:-1], value[:, :-1].copy(), value[:, :0].copy(), np.append(value, value, 0), changed, changed])
    if isinstance(value, (bytes, str)) and len(value):
        cut = rng.randrange(len(value))
        inserted = marked(value, rng.choice(MARKS), rng)
        return rng.choice([value[:cut], value[cut:], value * 50, value[:cut] + value[:1] + value[cut:], inserted, inserted])
    if isinstance(value, (list, tuple)) and value:
        at = rng.randrange(len(value))
        other = rng.choice([twisted(rng, value[at]), rubbish(rng)])
        parts = [*value[:at], other, *value[at + 1 :]]
        return (
            type(value)(rng.choice([parts, parts, list(value[:at]), [*value, *value]])) if type(value) in (list, tuple) else parts
        )
    if isinstance(value, types.SimpleNamespace):
        name = rng.choice(list(vars(value)))
        return types.SimpleNamespace(**{**vars(value), name: twisted(rng, getattr(value, name))})
    if isinstance(value, int):
        return rng.choice([*HUGE, value + 1, value - 1])
    return rubbish(rng)


def spoilt(rng: random.Random, value: Any) -> Any:
    """Something in the place of a value."""
    return rubbish(rng) if rng.random() < 0.3 else twisted(rng, value)


class Attack:
    """Calls, and what they were."""

    def __init__(self, module: types.ModuleType, specimens: dict[str, Any], folder: Path) -> None:
        self.module, self.specimens, self.rng = module, specimens, random.Random(1)
        self.log = os.open(folder / "calls", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        self.seen: set[type] = set()
        self.made: list[Any] = []
        self.raised = False  # by the last call
        self.fitting: set[str] = set()  # names of what took its own specimen

    def write(self, call: str) -> None:
        """Write what is about to be called."""
        os.write(self.log, f"{call}\n".encode("utf-8", "backslashreplace"))

    def call(self, name: str, function: Callable[..., Any], *args: Any) -> Any:
        """Call, and forget what is raised."""
        self.raised = False
        self.write(f"{name}{args!r:.2000}")
        try:
            return drawn(function(*args))
        except Exception:
            self.raised = True
            return None

    def many(self, name: str, function: Callable[..., Any], args: tuple[Any, ...] | None) -> None:
        """Call with what belongs there, with what is like it, and with rubbish."""
        if args is not None:
            self.fit(name, function, args)
            for at in range(len(args)):
                for _ in range(TRIES):
                    other = self.rng.choice([rubbish, lambda rng, value=args[at]: twisted(rng, value)])(self.rng)
                    self.note(self.call(name, function, *args[:at], other, *args[at + 1 :]))
            for _ in range(TRIES):
                self.call(name, function, *(twisted(self.rng, arg) if self.rng.random() < 0.5 else arg for arg in args))
        for n in range(5):
            for _ in range(TRIES if n else 1):
                self.call(name, function, *(rubbish(self.rng) for _ in range(n)))

    def fit(self, name: str, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        """Call with what belongs there."""
        self.note(self.call(name, function, *args))
        if not self.raised:
            self.fitting.add(name)

    def note(self, found: Any) -> None:
        """Remember an object of a class of the module, to call its methods too."""
        kind = type(found)
        if kind.__module__ == self.module.__name__ and sum(type(made) is kind for made in self.made) < 4:
            self.made.append(found)

    def kind(self, name: str, cls: type) -> None:
        """Make objects of a class, rightly and wrongly, and call all they have."""
        self.call(f"{name}.__new__", cls.__new__, cls)
        self.many(f"{name}.__new__", lambda *args: cls.__new__(cls, *args), None)
        specimen = self.specimens.get(name)
        self.many(name, cls, specimen() if specimen else None)
        blank = self.call(f"{name}.__new__", cls.__new__, cls)
        made = [made for made in self.made if type(made) is cls][:2]
        for one in [*made, *([blank] if blank is not None else [])]:
            self.methods(name, cls, one)

    def methods(self, name: str, cls: type, one: Any) -> None:
        """Call all methods of an object: first with what belongs there, before the others change it."""
        given = {}
        for method in [title.partition(".")[2] for title in self.specimens if title.startswith(f"{name}.")]:
            specimen = self.specimens[f"{name}.{method}"]
            try:
                given[method] = specimen(one) if specimen.__code__.co_argcount else specimen()
            except Exception:  # an object made wrongly
                continue
            self.fit(f"{name}.{method}", getattr(one, method), given[method])
        for method in sorted(
            set(dir(cls)) - set(dir(object)) | {"__init__", "__reduce__", "__repr__", "__eq__", "__hash__", "__setstate__"}
        ):
            try:
                found = getattr(one, method)
            except Exception:
                continue
            if callable(found):
                self.many(f"{name}.{method}", found, given.get(method))
            else:
                self.call(f"{name}.{method}", lambda found=found: found)


def ints(*values: int) -> np.ndarray:
    return np.array(values, np.int32)


def uints(*values: int) -> np.ndarray:
    return np.array(values, np.uint32)


def longs(*values: int) -> np.ndarray:
    return np.array(values, np.uint64)


def offsets(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


def octets(text: bytes) -> np.ndarray:
    return np.frombuffer(text, np.uint8)


def column(*texts: bytes) -> tuple[np.ndarray, np.ndarray]:
    """A column of texts as Arrow lays it out."""
    return np.cumsum([0, *map(len, texts)], dtype=np.int64), octets(b"".join(texts))


ARPA = (
    b"\\data\\\nngram 1=4\nngram 2=1\n\n"
    b"\\1-grams:\n-1 <unk> 0\n-9 <s> -0.3\n-1 </s>\n-1 a -0.2\n\n\\2-grams:\n-0.5 a a\n\n\\end\\\n"
)
TREE = "(S (NP (DT a) (NN b)) (VP (VB a)))"
CONLLU = b"# sent_id = 1\n1\tA\ta\tNOUN\tNN\t_\t0\troot\t_\t_\n2\tb\tb\tVERB\tVB\t_\t1\tobj\t_\t_\n\n"
TABLE = b"a b ||| c ||| 0.5\na ||| b ||| 1\n"


def specimens(name: str, folder: Path) -> dict[str, Any]:
    """Of a module: what its classes, their methods, and its functions take."""
    from paragen.base.packfile import PackFile

    def words(*_: Any) -> list[str]:
        return ["a"]

    if name == "paragen.base.vocabulary":
        return {
            "Vocabulary": lambda: (PackFile(tables(folder), "tables", 2),),
            "Vocabulary.ids": lambda: (["a", "b"],),
            "Vocabulary.__getitem__": lambda: (0,),
        }
    if name == "paragen.tables.store.store":
        texts = (offsets(0, 1, 2), octets(b"ab"), offsets(0, 1, 2), octets(b"cd"))
        lines = (*texts, np.array([0.5, 1.0]), offsets(0, 0, 1), octets(b"L"))
        return {
            "TableStore": lambda: (tables(folder),), "TableStore.options": lambda: (["a"],), "label_word": lambda: ("NP",),
            "Packer": lambda: (words,), "Packer.feed": lambda: (TABLE,), "Packer.add_columns": lambda: lines,
            "Packer.begin_table": lambda: (0,), "Packer.write": lambda: (folder / "written", None),
        }  # fmt: skip
    if name == "paragen.tables.parses.kernel":
        heads = np.array([-1, 0, 1, -1], np.int32)
        chunks = (octets(bytes([1, 2, 3, 4])), octets(bytes([0, 1, 7, 5])), heads, offsets(0, 3, 4))
        return {
            "ConlluFeed": lambda: (lambda text: text.lower(), True),
            "ConlluFeed.feed": lambda: (CONLLU,),
            "ConlluFeed.take": lambda: (1,),
            "dependency_chunks": lambda: chunks,
            "Tree": lambda: (TREE, "x"), "Tree.match": lambda: (["a", "b", "a"],), "bracket_balance": lambda: (TREE,),
        }  # fmt: skip
    if name == "paragen.tables.resources.kernel":
        from paragen.tables.resources.kernel import Comparisons, SimilarQueries, Texts

        sentences = (uints(0, 1, 0, 1), longs(0, 2, 4), longs(0, 1, 2), octets(bytes(2)))
        text = (uints(0, 1, 2), longs(0, 2, 3), longs(0, 1, 2), uints(0, 2), uints(2, 3), octets(bytes(2)), uints(0, 1))
        texts = ([text, text], octets(bytes([1, 1, 1])), longs(0, 0))
        settings = (0.5, 0.1, False, True, 5)
        sets = (longs(0, 2, 3), uints(0, 1, 1), longs(0, 1, 2), uints(0, 0), 2, 1)
        matrix = (offsets(0, 1, 3), np.array([0, 0, 1], np.int32), np.array([1, 2, 3], np.float32))

        def finder(*args: Any) -> Any:
            return SimilarQueries(
                *args[:6], beta=args[6], threshold=args[7], top=args[8], max_sharing=args[9], containment=args[10]
            )

        return {
            "OverlapFinder": lambda: sentences, "OverlapFinder.find": lambda: (uints(0), uints(1), 0.5),
            "Phrases.add": lambda: (uints(0, 1, 2), uints(0, 1), uints(2, 3)), "Phrases.words": lambda: (0,),
            "Phrases.marks": lambda: (longs(1, 2, 4), 0),
            "Texts": lambda: texts, "Comparisons": lambda: settings, "Comparisons.run": lambda: (Texts(*texts), 0, 2),
            "Comparisons.add": lambda: (Comparisons(*settings),),
            "finder": (finder, (*sets, 0.5, 0.1, 3, 10, True)), "SimilarQueries.find": lambda: (uints(0, 1),),
            "nearest": lambda: (matrix, matrix, np.array([1.0, 5.0]), 0, 2, 3, 0.1),
        }  # fmt: skip
    if name == "paragen.tables.bilingual.alignment.kernel":
        model = (uints(0, 1, 1), longs(0, 1, 3), uints(1, 0), longs(0, 1, 2), 2, 100.0, 1.0, 100)
        return {
            "AlignmentModel": lambda: model, "AlignmentModel.expect": lambda: (0, 2, True),
            "AlignmentModel.estimate": lambda: (True,), "AlignmentModel.links": lambda: (0, 2, 0.1),
            "symmetrise": lambda: (b"a b\nc", b"d\ne f", b"0-0 1-0\n0-1", b"0-0\n0-0", 2, "grow-diag-final-and"),
            "giza": lambda: (b"a", b"b", A3, 1, 1, False),
        }
    if name == "paragen.tables.bilingual.extraction.kernel":
        from paragen.tables.bilingual.extraction.kernel import Lexicon

        sides = (column(b"a b", b"c"), column(b"d", b"e f"), column(b"0-0 1-0", b"0-1"), column(b"(NN d)", b"(X (NN e) (Y f))"))
        links = (column(b"a", b"b", b""), column(b"d", b"d", b"d"), offsets(1, 2, 3))
        rows = (column(b"a", b"b"), column(b"c", b"d"), column(b"0-0", b"0-0"), np.full((4, 2), 0.5), np.ones((3, 2), np.int64))
        return {
            "Sentences": lambda: sides, "Sentences.judge": lambda: (80,), "Sentences.phrases": lambda: (Lexicon(*links), 7),
            "Sentences.judge_trees": lambda: (False,),
            "Sentences.labelled_phrases": lambda: (Lexicon(*links), 7, False, 0, False),
            "Lexicon": lambda: links, "Alignments": lambda: (offsets(1 << 42, 3, 0),),
            "write_rows": lambda: rows, "MosesReader": tuple,
            "MosesReader.feed": lambda: (b"a ||| b ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 1 1 1\n",),
        }  # fmt: skip
    if name == "paragen.tuning.sweep":
        lists = types.SimpleNamespace(
            bounds=ints(0, 2, 4), texts=ints(0, 1, 0, 1), ends=ints(0, 1, 2, 3, 3), substitutes=ints(0, 1, 0),
            label_bounds=ints(0, 2, 3), labels=np.array([1, 0, -1], np.int8),
        )  # fmt: skip
        score = np.array([0.0, 1.0, 2.0, 3.0])
        return {"sweep": lambda: (lists, score, score[::-1].copy(), 1, -1.0, 1.0)}
    if name == "paragen.text.kernel":
        from paragen.text.kernel import Tagger

        taught = [(["a", "b-c"], bytes(2), ["x", "y"])]
        return {
            "Fillers": lambda: (Tagger(["NN", "y"], bytes(range(192))),),
            "Fillers.find": lambda: (["a", "b", "c"], bytes(3), [(0, 2), (2, 3)]),
            "Tagger": lambda: (["x", "y"], bytes(range(192))), "Tagger.tag": lambda: (["a", "b"], bytes(2)),
            "Tagger.tag_phrases": lambda: (column(b"a b", b"c"),),
            "Tagger.open": lambda: (folder / "tagger",), "Tagger.write": lambda: (folder / "tagger",),
            "read_tagger": lambda: (PackFile(fit(folder), "fit", 4), "tagger.weights"), "train": lambda: (taught, ["x", "y"], 1),
            "LanguageGuard": lambda: (bytes(range(256)),), "LanguageGuard.spans": lambda: (["a ß 語 \ud800"],),
            "features": lambda: ("word",),
        }  # fmt: skip
    if name == "paragen.decoder.fit.kernel":
        from paragen.decoder.fit.kernel import Fit
        from paragen.decoder.fit.knowledge import Conditions

        opened, made, said = decoder(folder), Fit(fit(folder)), Conditions(conditions(folder))
        trees = ([0], [(0, 0.5, ~0, ~1)], [0.0, 1.0], [(0.0, 0.1), (1.0, 0.9)])
        return {
            "Fit": lambda: (fit(folder),), "Fit.scorer": lambda: (opened, said), "feature_names": lambda: (["t"],),
            "FeatureReader": lambda: (opened, made.knowledge, None, said), "FeatureReader.rows": lambda: (options(opened),),
            "FitScorer": lambda: (made, opened, said), "FitScorer.probabilities": lambda: (options(opened),),
            "FitScorer.conditions": lambda: (options(opened), 0, 1, ("b",)),
            "FitScorer.score": lambda: (options(opened), 0.5),
            "write_fit": lambda: (folder / "written", made.features, made.knowledge, *trees, {"min_confidence": 0.5}),
        }  # fmt: skip
    if name == "paragen.decoder.fit.knowledge":
        from paragen.decoder.fit.knowledge import REACH, VECTOR_SIZE, Vectors
        from paragen.text.kernel import Tagger

        vectors = Vectors(["a"], bytes(VECTOR_SIZE), bytes(VECTOR_SIZE), [0.5], bytes(2 * REACH * VECTOR_SIZE), 0.5)
        text, counts = array("I", [1, 2, 2, 1]), array("Q", [0, 2, 2])
        test = (4, False, 1, [0], [[0, 0]])
        return {
            "Knowledge": lambda: (PackFile(fit(folder), "fit", 4),), "Knowledge.open": lambda: (folder / "english",),
            "Knowledge.with_ratings": lambda: ([("a", "b", 3, 5)],),
            "write_knowledge": lambda: (folder / "written", Tagger(["x"], bytes(48)), [("a", "b", 3)], vectors),
            "train_vectors": lambda: (text, counts, 1), "Vectors": lambda: tuple(vectors),
            "Conditions": lambda: (conditions(folder),), "kinds_of_tags": lambda: (["NN", "VB"],),
            "write_conditions": lambda: (
                folder / "written", {"a": [0]}, [[[test]]], ["a"], [(50, [(0, 5, False)])], [("a", "b", 0)],
            ),
        }  # fmt: skip
    if name == "paragen.decoder.substitutes":
        from paragen.decoder.fit.kernel import Fit

        opened, beside = decoder(folder), folder / "ranked"
        beside.mkdir(exist_ok=True)
        names = ["negation", "opposites", "syntax"]
        return {
            "Guards": lambda: (opened, names, Fit(fit(folder)).knowledge), "Guards.forbid": lambda: (options(opened), 1),
            "Blocking": lambda: (opened, [(("a", "b"), ("c",))], [((("a",),), (("b",), ("c",)))]),
            "Blocking.forbid": lambda: (options(opened),),
            **decoder_specimens("substitutes", beside),
        }  # fmt: skip
    if name == "paragen.lm.estimate.kernel":
        from paragen.lm.estimate.kernel import Kernel
        from paragen.lm.model import LmPacker

        def read() -> Any:
            packer = LmPacker("lm.arpa")
            packer.read_arpa([ARPA])
            return packer

        def kernel(*args: Any) -> Any:
            names = (
                "order",
                "prune",
                "fallback",
                "interpolate_unigrams",
                "skip_symbols",
                "memory",
                "temp",
                "threads",
                "output",
                "progress",
            )
            return Kernel(**dict(zip(names, args, strict=False)))

        return {
            "kernel": (kernel, (3, [0], (0.5, 1.0, 1.5), True, False, 1 << 20, str(folder), 1, words, words)),
            "Kernel.feed": lambda: (b"a b c\nb a c a\na\n" * 20,),
            "Mixer": lambda: (read(),), "Mixer.mix": lambda one: (one.probabilities(),),
            "Mixer.add_word": lambda: ("z", 0.1), "Mixer.write": lambda: (words,),
        }  # fmt: skip
    if name == "paragen.lm.model":
        from paragen.lm.model import LmPacker

        binary = Path(__file__).with_name("golden") / "kenlm" / "tiny.probing.bin"
        return {
            "LmPacker": lambda: ("name",), "LmPacker.read_arpa": lambda: ([ARPA[:40], ARPA[40:]],),
            "LmPacker.write": lambda: (folder / "lm.bin",), "read_kenlm": lambda: (LmPacker("name"), binary.read_bytes()),
            "LanguageModel": lambda: (language_model(folder),), "LanguageModel.score": lambda: ("a b", True, True),
            "LanguageModel.full_scores": lambda: ("a b", True, True), "LanguageModel.perplexity": lambda: ("a b",),
            "LanguageModel.score_ids": lambda: (uints(0, 3, 9), True, np.zeros(3, np.float32)),
        }  # fmt: skip
    if name == "paragen.tables.bilingual.syntax.kernel":
        from paragen.tables.parses.trees import Tree
        from paragen.tables.store.store import TableStore

        tree = Tree(TREE)
        given = (tree, ["a", "b", "a"], 3)
        phrases = (TableStore(tables(folder)), tree, ["a", "b", "a"], bytes([0, 0, 1]), offsets(0, 1, -1, 3))
        return {
            "phrase_labels": lambda: phrases,
            "SpanLabeller": lambda: (False, 2), "SpanLabeller.columns": lambda: given,
            "labels_of_spans": lambda: (*given, False, 1),
        }  # fmt: skip
    if name.startswith("paragen.tables.bilingual.patterns."):
        return pattern_specimens(name.removeprefix("paragen.tables.bilingual.patterns."))
    if name.startswith("paragen.tables.bilingual.graph."):
        return graph_specimens(name.removeprefix("paragen.tables.bilingual.graph."))
    if name.startswith("paragen.decoder."):
        return decoder_specimens(name.removeprefix("paragen.decoder."), folder)
    return {}


def pattern_specimens(name: str) -> dict[str, Any]:
    """What the kernels of patterns take: a sentence, "a dog bit the cat", parsed, and its translation."""
    from paragen.tables.bilingual.extraction.kernel import Lexicon, Sentences

    forms, tags = column(b"a", b"dog", b"bit", b"the", b"cat"), column(b"DT", b"NN", b"VBD")
    relations, heads = column(b"det", b"nsubj", b"root", b"obj"), ints(1, 2, -1, 4, 2)
    words = (ints(0, 1, 2, 3, 4), ints(0, 1, 2, 0, 1), ints(0, 1, 2, 0, 3))
    line = column(b"a dog bit the cat")
    pair = (column(b"u v w x y"), line, column(b"0-0 1-1 2-2 3-3 4-4"), column(b"DT/2 NN/3 VBD/0 DT/5 NN/3"))
    links = (column(b"w", b""), column(b"bit", b"bit"), offsets(1, 2))
    return {
        "kernel": {
            "Parses": tuple,
            "Parses.add": lambda: (forms, tags, relations, np.array(words, np.int32), heads, offsets(0, 5), offsets(1)),
            "Parses.join": lambda: (line,),
            "aligned_patterns": lambda: (Sentences(*pair), offsets(7), Lexicon(*links), 5, 2, False, False),
            "paths": lambda: (forms, forms, tags, relations, np.array([*words, words[0]], np.int32), heads, offsets(0, 5), 5),
        },
    }.get(name, {})  # fmt: skip


def graph_specimens(name: str) -> dict[str, Any]:
    """What the kernels of commute-time graphs take: phrases 0 to 2 with translations 3 and 4, the last with 4 alone."""
    edges = (offsets(0, 2, 4, 5, 7, 10), ints(3, 4, 3, 4, 4, 0, 1, 0, 1, 2))
    graph = (*edges, np.array([1.0, 2, 3, 1, 5, 1, 3, 2, 1, 5]), 3)
    whole = (offsets(0, 5), ints(0, 1, 2, 3, 4))
    seats = (offsets(0, 1, 2, 3), ints(0, 0, 0), ints(0, 0, 0), ints(1, 1, 1), 0.5, 3.0)
    units = (offsets(0, 2, 4, 6), ints(0, 3, 1, 3, 2, 4), np.ones(6))

    def place(pairs: Any) -> tuple[np.ndarray, ...]:
        ends = np.zeros(6, np.int64)
        pairs.count_rows(ends)
        rows = int(ends.sum())
        return np.cumsum(ends) - ends, np.zeros(rows, np.int32), np.zeros(rows, np.int32), np.zeros(rows)

    return {
        "decompose_kernel": {
            "Connections": lambda: edges, "Connections.join": lambda: (0, 5), "Breaker": lambda: (*edges, 2, 0.4),
            "Breaker.begin": lambda: (ints(0, 1, 2, 3, 4),),
            "Breaker.step": lambda one: (one.begin(ints(0, 1, 2, 3, 4)), 1),
            "touching": lambda: (*edges, np.array([False, True, False, False, True])),
            "cluster_components": lambda: (*graph, *whole, 0, 1, 1e3, 2, 0.5, 10),
            "cut_vertices": lambda: edges,
            "put_back": lambda: (*edges, ints(4, 3), ints(0, 0, 0, 1, 2), ints(0, 1, 2, -1, -1), 3),
            "beside": lambda: (*edges, offsets(0, 3, 5), ints(0, 1, 3, 2, 4), np.array([True, False, True, False, True])),
        },
        "count_kernel": {
            **features_specimens(),
            "interpolate": lambda: (
                offsets(0, 2, 4, 5), ints(0, 1, 0, 1, 0), ints(1, 1, 0, 2, 1), np.ones(5), ints(0, 1, 1), offsets(0, 1, 2),
                offsets(0, 1, 3), 1,
            ),
            "WalkTables": lambda: (*graph, *whole, ints(0, 0, 0, 0, 0), *seats, *units, 20), "WalkTables.count": lambda: (0, 1),
            "WalkTables.graphs": lambda: (0, 1), "PairsOfSome.count_rows": lambda: (np.zeros(6, np.int64),),
            "PairsOfSome.place": place, "commute_times": lambda: (np.ones((3, 3)),),
            "artificial_counts": lambda: (1.0 - np.eye(3),),
        },
    }.get(name, {})  # fmt: skip


def decoder_specimens(name: str, folder: Path) -> dict[str, Any]:
    """What the classes of the decoder take: two packed pairs, a table of pairs, a scorer."""
    from paragen.decoder.options import Lexicon, Options
    from paragen.decoder.search import Decoder, FeatureList, SearchSettings, SentenceInput
    from paragen.decoder.sentence import Around
    from paragen.decoder.substitutes import rank
    from paragen.model import Model
    from paragen.packing import TableSource, pack

    (folder / "lm.arpa").write_bytes(ARPA)
    (folder / "t.txt").write_bytes(TABLE)
    pack(folder / "model", folder / "lm.arpa", {"t": TableSource(folder / "t.txt")}, tokenized=True)
    model = Model.open(folder / "model")
    features = FeatureList(("t", "own"), True, ("s", "other"))
    weights, floors = dict.fromkeys(features.names, 0.5), {"t": -1.0}
    own = [(["a"], ["z", "b"], 0.5), (["z"], ["a"], 1.0)]
    whole = (model.store, model.lm, features, weights, floors, (), (own,), {"t": "average"})
    decoder = Decoder(*whole)
    # "b" stands for a label: a phrase that goes on is all that the decoder asks of it.
    label = model.store.vocabulary.ids(["b"])[0]
    labels = np.array([(0, 1, label), (0, 2, label), (2, 3, 7)], np.uint32)
    around = Around(["b", "zz"], bytes(2)), Around(["a"], bytes(1))
    words = (["a", "b", "a", "z"], bytes([0, 0, 0, 1]), [2], None, labels, None, *around)
    sentence = SentenceInput(*words)
    (best, *_) = decoder.decode([sentence], SearchSettings())[0]
    n = len(decoder.options([sentence]))

    def looked_up(*words: Any) -> Options:
        return decoder.options([SentenceInput(*words)])

    def searched(*numbers: Any) -> Any:
        return decoder.search(decoder.options([sentence]), SearchSettings(*numbers))

    def ranked(decoder: Any, words: Any, with_lm: Any) -> Any:
        return rank(decoder, looked_up(words), with_lm)

    return {
        "search": {
            "Decoder": lambda: whole,
            "Decoder.blocked": lambda: (["a"],),
            "Decoder.options": lambda: ([sentence], 20, decoder.blocked(["b"]), 1),
            "Decoder.decode": lambda: ([sentence], SearchSettings(n=3), decoder.blocked(["b"])),
            "Decoder.search": lambda decoder: (decoder.options([sentence]), SearchSettings()),
            "Decoder.rescore": lambda: (sentence, best.steps),
            "Decoder.gains": lambda: (sentence, best),
            "searched": (searched, (10, 0.1, 5, 3, "edits", 1, 2)),
        },
        "options": {
            "Lexicon": lambda: (model.store.vocabulary,),
            "Options": lambda: (Lexicon(model.store.vocabulary), [sentence], ("s", "other")),
            "Options.add_scores": lambda: ("s", [-1.0] * n),
            "Options.forbid": lambda: (bytes(n),), "Options.add_offered": lambda: ("other", 1),
            **{f"Options.{name}": lambda: (0,) for name in ("__getitem__", "allowed", "groups", "numbers", "windows", "words")},
            "Options.offering": lambda: (1,),
            "looked_up": (looked_up, words),
        },
        "substitutes": {
            "rank": lambda: (decoder, decoder.options([sentence]), True),
            "Ranked": lambda: (decoder.options([sentence]),),
            **{f"Ranked.{name}": lambda: (0,) for name in ("__getitem__", "groups")},
            "Ranked.lm_change": lambda: (0, 0, 1, ["b"]),
            "ranked": (ranked, (decoder, words[0], True)),
        },
    }.get(name, {})


def features_specimens() -> dict[str, Any]:
    """What the classes that count the tags of phrases take."""
    from paragen.tables.bilingual.graph.count_kernel import ParsedWords, PhraseTree

    phrases = column(b"a", b"a b", b"b")
    tree = PhraseTree(phrases)
    words = (tree, column(b"a", b"b"), column(b"DT", b"NN"), column(b"a", b"b"), np.array([[0, 1]] * 3, np.int32), offsets(0, 2))
    return {
        "PhraseTree": lambda: (phrases,), "PhraseTree.compose": lambda: (phrases, column(b"x", b"y")),
        "ParsedWords": lambda: words, "SequenceCounter": lambda: (tree, 0, 2),
        "SequenceCounter.add": lambda: (ParsedWords(*words),),
        **{f"SequenceCounter.{name}": lambda: (3,) for name in ("tags", "lemmas", "word_tags", "word_lemmas")},
    }  # fmt: skip


A3 = b"# Sentence pair (1) source length 1 target length 1 alignment score : 1\nb\nNULL ({ }) a ({ 1 })\n"


def language_model(folder: Path) -> Path:
    """A packed language model."""
    from paragen.lm.model import LmPacker

    path = folder / "lm.packed"
    if not path.exists():
        packer = LmPacker("lm.arpa")
        packer.read_arpa([ARPA])
        packer.write(path)
    return path


def tables(folder: Path) -> Path:
    """Packed tables."""
    from paragen.tables.store.store import Packer

    path = folder / "tables.packed"
    if not path.exists():
        packer = Packer()
        packer.begin_table()
        packer.feed(TABLE)
        packer.end_table()
        packer.write(path)
    return path


def decoder(folder: Path) -> Any:
    """A decoder of a packed model."""
    from paragen.decoder.features import FeatureList
    from paragen.decoder.search import Decoder
    from paragen.model import Model
    from paragen.packing import pack

    (folder / "t.txt").write_bytes(TABLE)
    (folder / "lm.arpa").write_bytes(ARPA)
    model = Model.open(pack(folder / "model", folder / "lm.arpa", {"t": folder / "t.txt"}, force=True))
    features = FeatureList(("t",), True, ("fit",))
    return Decoder(model.store, model.lm, features, dict.fromkeys(features.names, 1.0))


def options(decoder: Any) -> Any:
    """Options of a decoder, which nothing has scored."""
    from paragen.decoder.search import SentenceInput
    from paragen.decoder.sentence import Around

    around = Around(["b", "zz"], bytes([1, 16])), Around(["a"], bytes(1))
    return decoder.options([SentenceInput(["a", "b", "a"], None, (), bytes(3), None, None, *around), SentenceInput(["a"])])


def fit(folder: Path) -> Path:
    """A fit of the packed tables."""
    from paragen.decoder.fit.kernel import feature_names, write_fit
    from paragen.decoder.fit.knowledge import REACH, VECTOR_SIZE, Knowledge, Vectors, write_knowledge
    from paragen.text.kernel import Tagger

    path = folder / "fit.packed"
    if not path.exists():
        rows = bytes(2 * VECTOR_SIZE)
        vectors = Vectors(["a", "b"], rows, rows, [0.5, 0.5], bytes(2 * REACH * VECTOR_SIZE), 0.5)
        write_knowledge(folder / "english", Tagger(["x", "y"], bytes(range(192))), [("a", "b", 3), ("b", "a", 200)], vectors,
                        (), bytes(2), {"a": bytes(81), "b": bytes([1, *([255] * 80)])})  # fmt: skip
        trees = ([0], [(0, -0.5, ~0, ~1)], [0.0, 1.0], [(0.0, 0.1), (1.0, 0.9)])
        write_fit(path, feature_names(["t"], True), Knowledge.open(folder / "english"), *trees, {"min_confidence": 0.5})
    return path


def conditions(folder: Path) -> Path:
    """Conditions of an exchange of the packed tables."""
    from paragen.decoder.fit.knowledge import write_conditions

    path = folder / "conditions.packed"
    if not path.exists():
        tests = [(4, False, 1, [0, 1], [[0, 1]]), (0, True, 0, [1], []), (9, False, 0, [0], [])]
        written = [[[tests[0]]], [[tests[1]], [tests[2]]]]
        rules = [(50, [(0, 5, False), (1, 0, True)])]
        write_conditions(path, {"a": [0], "b": [0, 1]}, written, ["x", "y"], rules, [("a", "b", 0)])
    return path


def attack(name: str, folder: Path) -> None:
    """Call everything in a module."""
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    module = importlib.import_module(name)
    given = specimens(name, folder)
    attacker = Attack(module, given, folder)
    for title, specimen in given.items():
        if isinstance(specimen, tuple):  # a function of our own that makes an object
            attacker.many(title, *specimen)
    for title, member in sorted(vars(module).items()):
        if isinstance(member, type) and member.__module__ == name and not issubclass(member, BaseException):
            attacker.kind(title, member)
        elif type(member).__name__ in ("cython_function_or_method", "builtin_function_or_method") and member.__module__ == name:
            attacker.many(title, member, given[title]() if title in given else None)
    for one in attacker.made:
        if type(one) not in attacker.seen:
            attacker.seen.add(type(one))
            attacker.methods(type(one).__name__, type(one), one)
    again = Again(
        module, given, spoilt, AGAIN, attacker.write
    )
    again.run()
    if attacker.call("alive", int) != 0:
        raise SystemExit("no call was answered")
    if wrong := sorted(set(given) - attacker.fitting):
        raise SystemExit(f"nothing takes the specimens of {', '.join(wrong)}")


def main() -> None:
    for shared in ("paragen.packing", "paragen.decoder.search", "paragen.model"):
        importlib.import_module(shared)
    for line in sys.stdin:
        name, folder = line.rstrip("\n").split("\t")
        process = os.fork()
        if not process:
            with open(Path(folder, "errors"), "w") as errors:
                os.dup2(errors.fileno(), 2)
            faulthandler.enable()
            os.chdir(folder)
            try:
                attack(name, Path(folder))
                gc.collect()  # what is left ends too
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(process, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()

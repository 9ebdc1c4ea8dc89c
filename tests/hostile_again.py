"""Calls objects again after a call of them has failed; a part of tests/hostile.py.

What classes a module has, their methods and what these take is read from the module's stub, so that a new class is covered
without being named. Whatever fails, and however often the object is called again, the interpreter must live; and the object must
be as if the call that failed had never been made, or refuse every other.
"""

from __future__ import annotations

import ast
import random
import types
from array import array
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np

_OBSERVED = ("__len__", "__getitem__", "__contains__")
_SAMPLES: dict[str, Any] = {"int": 1, "float": 0.5, "bool": True, "str": "a", "bytes": b"a b\n", "None": None, "StrPath": "a"}
MARKS = [
    b"\n", b"\0", b"\xff", b" ", b"\t", b"|||", b" <s> ", b" </s> ", b" <unk> ", b"-", b"(", b")", b"x" * (1 << 17),
]  # fmt: skip
"""What means something in some format, or is too long for it."""
_COLUMN = (np.array([0, 1], np.int64), np.frombuffer(b"a", np.uint8))


class Stub:
    """Classes of a module and their methods, as its stub has them."""

    def __init__(self, module: types.ModuleType) -> None:
        assert module.__file__
        path = Path(module.__file__)
        self.tree = ast.parse(path.with_name(path.name.split(".")[0] + ".pyi").read_text())
        self.aliases = {
            target.id: node.value
            for node in self.tree.body if isinstance(node, ast.Assign)
            for target in node.targets if isinstance(target, ast.Name)
        }  # fmt: skip
        self.classes = {
            node.name: {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
            for node in self.tree.body
            if isinstance(node, ast.ClassDef) and not any("Error" in ast.unparse(base) or "Exception" in ast.unparse(base)
                                                          or "NamedTuple" in ast.unparse(base) for base in node.bases)
        }  # fmt: skip

    def methods(self, name: str) -> list[str]:
        """The public methods of a class."""
        return [method for method, node in self.classes[name].items() if method[0] != "_" and not node.decorator_list]

    def observed(self, name: str) -> list[str]:
        """What else tells the state of an object: its properties, its length and the like."""
        return [
            method for method, node in self.classes[name].items()
            if method in _OBSERVED or any(ast.unparse(mark) == "property" for mark in node.decorator_list)
        ]  # fmt: skip

    def sample(self, annotation: ast.expr | None, fresh: Callable[[str], Any]) -> Any:
        """Something of a type."""
        if isinstance(annotation, ast.BinOp):
            return self.sample(annotation.left, fresh)
        text = ast.unparse(annotation) if annotation else ""
        if text in self.aliases:
            return self.sample(self.aliases[text], fresh)
        if text in self.classes:
            return fresh(text)
        if text.startswith("npt.NDArray[np."):
            return np.ones(3, text.removeprefix("npt.NDArray[np.").rstrip("]").replace("generic", "int64"))
        if text.startswith(("Sequence", "Iterable", "list")):
            assert isinstance(annotation, ast.Subscript)
            return [self.sample(annotation.slice, fresh)]
        if text.startswith("Callable"):
            return lambda *_: []
        return _COLUMN if text == "TextArrays" else _SAMPLES.get(text)

    def arguments(self, name: str, method: str, fresh: Callable[[str], Any]) -> tuple[Any, ...]:
        """What a method may take, of the types that it says; without what has a default."""
        given = self.classes[name][method].args
        needed = given.args[1 : len(given.args) - len(given.defaults)]
        return tuple(self.sample(argument.annotation, fresh) for argument in needed)


class Again:
    """Makes objects of a module's classes, lets a call of each fail, and calls it again.

    Parameters
    ----------
    specimens : what classes, methods and functions take, by name; see tests/hostile.py.
    spoilt : makes an argument that does not belong there of one that does.
    tries : for each method.
    log : called with what is about to be called.
    """

    def __init__(
        self, module: types.ModuleType, specimens: dict[str, Any], spoilt: Callable[[random.Random, Any], Any], tries: int,
        log: Callable[[str], object],
    ) -> None:  # fmt: skip
        self.module, self.specimens, self.spoilt, self.tries, self.log = module, specimens, spoilt, tries, log
        self.stub, self.rng, self.makers = Stub(module), random.Random(2), dict[str, Callable[[], Any]]()

    def run(self) -> None:
        """Try each method of each class; raise AssertionError where one that failed has left something behind."""
        for name in self.stub.classes:
            methods = self.stub.methods(name)
            for method in methods:
                for _ in range(self.tries * max(1, len(self.stub.classes[name][method].args.args) - 1)):
                    self.attempt(name, method, self.spoil, self.rng.choice(methods))
                for mark, first in product(MARKS, methods):
                    if not self.attempt(name, method, partial(self.mark, mark), first):
                        break  # takes no text

    def spoil(self, args: list[Any]) -> list[Any]:
        """Put something that does not belong there in the place of one argument or two."""
        for at in {self.rng.randrange(len(args)) for _ in range(self.rng.choice([1, 1, 1, 2]))} if args else ():
            args[at] = self.spoilt(self.rng, args[at])
        return args

    def mark(self, mark: bytes, args: list[Any]) -> list[Any]:
        """Put a mark into each text."""
        return [marked(each, mark, self.rng) for each in args]

    def attempt(self, name: str, method: str, spoil: Callable[[list[Any]], list[Any]], first: str) -> bool:
        """Let a method fail, perhaps after calls that belong there; then compare with an object on which it was not called.

        Parameters
        ----------
        spoil : makes arguments that do not belong there.
        first : the method that is called next.

        Returns
        -------
        Whether any of the arguments is a text.
        """
        methods = self.stub.methods(name)
        before = self.rng.choices(methods, k=self.rng.choice([0, 0, 1, 2]))
        after = sorted(self.rng.sample(methods, len(methods)), key=lambda each: each != first)
        one = self.fresh(name)
        for each in before:
            self.outcome(one, name, each)
        try:
            args = list(self.arguments(one, name, method))
        except Exception:  # nothing belongs there any more
            return True
        text = any(isinstance(each, (str, bytes)) for each in args)
        args = spoil(args)
        self.log(f"again {name}: {', '.join(before)}; {method}{tuple(args)!r:.1000}; {', '.join(after)}")
        raised = ""
        try:
            drawn(getattr(one, method)(*args))
        except Exception as error:
            raised = repr(error)
        found = [self.outcome(one, name, each) for each in after]
        if not raised or all(outcome == "raised" for outcome, _ in found):
            return text
        other = self.fresh(name)
        for each in before:
            self.outcome(other, name, each)
        expected = [self.outcome(other, name, each) for each in after]
        state = self.stub.observed(name)
        found += [self.outcome(one, name, each) for each in state]
        expected += [self.outcome(other, name, each) for each in state]
        for each, got, wanted in zip([*after, *state], found, expected, strict=True):
            assert got == wanted, (
                f"{name}: after {before}, and {method}{tuple(args)!r:.300}, which raised {raised:.300}, {after} came to {each}: "
                f"{got!r:.300}; without the call that failed {wanted!r:.300}"
            )
        return text

    def outcome(self, one: Any, name: str, method: str) -> tuple[str, Any]:
        """What a call with what belongs there gives."""
        try:
            found = getattr(one, method)
            return "gave", plain(drawn(found(*self.arguments(one, name, method)) if callable(found) else found))
        except Exception as error:
            return "raised", type(error).__name__

    def arguments(self, one: Any, name: str, method: str) -> tuple[Any, ...]:
        """What belongs to a method of an object."""
        specimen = self.specimens.get(f"{name}.{method}")
        if specimen is None:
            return self.stub.arguments(name, method, self.fresh)
        return tuple(specimen(one) if specimen.__code__.co_argcount else specimen())

    def fresh(self, name: str) -> Any:
        """A new object of a class."""
        if name not in self.makers:
            self.makers[name] = self.maker(getattr(self.module, name), name)
        return self.makers[name]()

    def maker(self, kind: type, name: str) -> Callable[[], Any]:
        """What makes objects of a class: its specimen, a call that returns one, or what the stub says."""
        specimens = self.specimens.items()
        ways = [lambda given=given: given[0](*given[1]) for _, given in specimens if isinstance(given, tuple)]
        if name in self.specimens:
            ways.append(lambda: kind(*self.specimens[name]()))
        for title, _ in specimens:
            owner, _, method = title.partition(".")
            if method and owner != name and (owner in self.specimens or owner in self.makers):
                ways.append(lambda owner=owner, method=method: self.returned(owner, method))
            elif not method and title not in self.stub.classes and callable(found := getattr(self.module, title, None)):
                ways.append(lambda found=found, title=title: found(*self.specimens[title]()))
        ways.append(lambda: kind(*self.stub.arguments(name, "__init__", self.fresh)))
        ways.append(kind)
        for way in ways:
            with suppress(Exception):
                if within(way(), kind) is not None:
                    return lambda way=way: within(way(), kind)
        raise AssertionError(f"nothing makes a {name}")

    def returned(self, owner: str, method: str) -> Any:
        """What a method of another class returns."""
        one = self.fresh(owner)
        return getattr(one, method)(*self.arguments(one, owner, method))


def marked(value: Any, mark: bytes, rng: random.Random) -> Any:
    """A text with a mark in it; other things as they are."""
    if not isinstance(value, (bytes, str)):
        return value
    cut = rng.randrange(len(value) + 1)
    return value[:cut] + (mark if isinstance(value, bytes) else mark.decode("utf-8", "surrogateescape")) + value[cut:]


def within(found: Any, kind: type) -> Any:
    """The first object of a class in what a call returned."""
    if isinstance(found, (list, tuple)) and type(found) is not kind:
        return next((inner for each in found if (inner := within(each, kind)) is not None), None)
    return found if type(found) is kind else None


def drawn(found: Any) -> Any:
    """What a generator gives at first; other things as they are."""
    if isinstance(found, types.GeneratorType) or type(found).__name__ == "generator":
        return list(islice(found, 50))
    return found


def plain(found: Any) -> Any:
    """What can be compared: addresses are left out."""
    if isinstance(found, (np.ndarray, array, memoryview)):
        return [repr(each) for each in found.tolist()]
    if isinstance(found, dict):
        return {repr(key): plain(value) for key, value in found.items()}
    if isinstance(found, (list, tuple)):
        return [plain(each) for each in found]
    if isinstance(found, int) and not isinstance(found, bool) and found > 1 << 40:
        return "an address"
    return repr(found) if found is None or isinstance(found, (bool, int, float, str, bytes, set)) else type(found).__name__

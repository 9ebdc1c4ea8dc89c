"""Stubs of the compiled modules, which type checkers read instead: made of the signatures and annotations in each .pyx.

Python's types of arguments with a C type follow from that; others are annotated, which Cython passes over (annotation_typing is
off). A class without private name, its readonly attributes (also those declared in the .pxd; a comment ``# type: …`` says what a
tuple or object is), functions, properties and capitalised names are public. What has a length and items is iterated, too.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

NUMBERS = {
    "uint8_t": "uint8", "uint32_t": "uint32", "uint64_t": "uint64", "int32_t": "int32", "int64_t": "int64", "float": "float32",
    "double": "float64", "unsigned char": "uint8",
}  # fmt: skip
KINDS = {
    **dict.fromkeys((*NUMBERS, "int", "unsigned", "size_t", "Py_ssize_t", "uint16_t"), "int"),
    "float": "float", "double": "float", "bint": "bool", "cbool": "bool",
}  # fmt: skip
KNOWN = {
    **dict.fromkeys(("Callable", "Iterable", "Iterator", "Mapping", "Sequence"), "collections.abc"), "Any": "typing",
    "array": "array", "StrPath": "paragen.base.destination", "Buffer": "paragen.base.packfile",
    "PackFile": "paragen.base.packfile", "NbestArrays": "paragen.tuning.pser",
}  # fmt: skip
"""Names that annotations may use without an import in the .pyx, beside the aliases of any .pyx: constants that hold a type."""
ARRAYS = {f"{kind[0].upper()}{kind[1:].replace('int', 'Int', kind[0] == 'u')}s": kind for kind in NUMBERS.values()}
"""Names of arrays by the names of their numbers: UInt8s, Int64s, Float64s."""
MODULES = {"mmap": "import mmap", "np": "import numpy as np", "npt": "import numpy.typing as npt"}
RETURNS = {"__init__": "None", "__len__": "int", "__contains__": "bool"}
"""What need not be said; a method of Python's own that does not say what it returns is not in the stub."""
_ARRAY_OF = {kind: name for name, kind in ARRAYS.items()}
_ARGUMENT = re.compile(
    r"(?P<stars>\*{0,2})(?:(?P<kind>[^:=*]+?(?:\[[^\]]*\])?)\s+)?(?P<name>\w+)(?P<needed>\s+not\s+None)?"
    r"(?:\s*:\s*(?P<annotation>[^=]+?))?(?:\s*=\s*(?P<default>.+))?"
)
_DEF = re.compile(r"(?:def|cpdef (?P<kind>\w+)) (?P<name>\w+)\((?P<arguments>.*)\)(?: noexcept)?(?: -> (?P<returns>.+))?:")
_CLASS = re.compile(r"(?P<compiled>cdef )?class (?P<name>[A-Za-z]\w*)(?:\((?P<bases>[^)]*)\))?:")
_ATTRIBUTE = re.compile(r"cdef readonly (?P<kind>\w+) (?P<name>\w+)")
_CONSTANT = re.compile(r"(?P<names>[A-Z]\w*(?:, [A-Z]\w*)*)(?:: (?P<annotation>[^=]+?))? = (?P<value>.+)")
_ALIAS = re.compile(r'([A-Z][a-z]\w*) = "(.+\[.+\])"')
_IMPORT = re.compile(r"from ([\w.]+) c?import \(?(.+?),?\s*\)?", re.S)
_WORD = re.compile(r"\b(?<!\.)[A-Za-z_]\w*")


class Line(NamedTuple):
    """A statement's first lines, up to its colon: how far it is indented, its text on one line, the comment at its end."""

    indent: int
    text: str
    comment: str


def statements(source: str) -> Iterator[Line]:
    """Yield the logical lines of a .pyx or .pxd."""
    rows, begin, comment = source.splitlines(), None, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comment = token.string
        elif token.type == tokenize.NEWLINE and begin is not None:
            text = " ".join(row.strip() for row in [rows[begin[0] - 1][begin[1] :], *rows[begin[0] : token.start[0]]])
            yield Line(begin[1], text.removesuffix(comment).rstrip() if comment else text, comment)
            begin, comment = None, ""
        elif begin is None and token.type not in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
            begin, comment = token.start, ""


def python_kind(kind: str) -> str:
    """Return Python's type of a C type: a memory view is an array."""
    kind = kind.removeprefix("const ")
    element, view, _ = kind.partition("[")
    return _ARRAY_OF[NUMBERS[element]] if view else KINDS.get(kind, kind)


def split(text: str) -> list[str]:
    """Split at the commas outside of brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found if part.strip()]


def argument(text: str) -> str:
    """Return an argument of a stub."""
    if text in ("self", "cls", "*", "/") or (found := _ARGUMENT.fullmatch(text)) is None:
        return text
    kind, default = found["kind"], found["default"]
    annotation = found["annotation"] or (python_kind(kind) if kind else "")
    if default == "None" and kind and not found["annotation"]:
        annotation += " | None"
    shown = default if default is None or re.fullmatch(r"None|True|False|-?[\d.]+|\"[^\"]*\"|\(\)", default) else "..."
    equal = "" if default is None else f" = {shown}" if annotation else f"={shown}"
    return f"{found['stars']}{found['name']}{f': {annotation}' if annotation else ''}{equal}"


def arguments(text: str) -> list[str]:
    """Return the arguments of a function, as in a stub."""
    return [argument(each) for each in split(_DEF.fullmatch(text)["arguments"])]  # type: ignore[index]


def function(text: str) -> tuple[str, str]:
    """Return the name of a function and its line in a stub, if it has one.

    Raises
    ------
    ValueError : it does not say what it returns.
    """
    found = _DEF.fullmatch(text)
    if found is None:
        raise ValueError(f"found `{text}`, expected a signature.")
    name = found["name"].replace("__cinit__", "__init__")
    returns = python_kind(found["kind"]) if found["kind"] else found["returns"] or RETURNS.get(name)
    if returns is None and name.startswith("__"):
        return name, ""
    if returns is None:
        raise ValueError(f"found `{text}`, expected -> and what it returns.")
    return name, f"def {name}({', '.join(arguments(text))}) -> {returns}: ..."


def blocks(source: str) -> Iterator[tuple[Line, list[Line]]]:
    """Yield each logical line that is not indented, with those below it that are."""
    head, members = None, list[Line]()
    for line in statements(source):
        if line.indent:
            members.append(line)
            continue
        if head is not None:
            yield head, members
        head, members = line, []
    if head is not None:
        yield head, members


def attributes(members: list[Line]) -> list[str]:
    """Return the readonly attributes of a compiled class."""
    found = []
    for line in members:
        if one := _ATTRIBUTE.fullmatch(line.text):
            said = re.search(r"# type: (.+)", line.comment)
            found.append(f"{one['name']}: {said[1] if said else python_kind(one['kind'])}")
    return found


def members_of(lines: list[Line], bases: str) -> Iterator[str]:
    """Yield the annotated attributes and the methods of a class; the arguments of an exception are its attributes."""
    decorators, length = list[str](), False
    for line in lines:
        if line.indent != 4:
            continue
        if line.text.startswith("@"):
            decorators.append(line.text)
        elif re.fullmatch(r"[a-z]\w*: [^=]+( = .+)?", line.text):
            yield line.text
        elif re.match(r"def ([a-z]|__)", line.text):
            name, text = function(line.text)
            yield from [*decorators, text] if text else []
            if bases.endswith(("Error", "Exception")) and name == "__init__":
                yield from (each.partition(" = ")[0] for each in arguments(line.text)[1:])
            length = length or name == "__len__"
            if length and name == "__getitem__":
                yield f"def __iter__(self) -> Iterator[{text.rpartition(' -> ')[2].removesuffix(': ...')}]: ..."
        if line.text.startswith("def "):
            decorators = []


def body(source: str, declared: str) -> Iterator[str]:
    """Yield the lines of a stub below its imports; ``declared``: the .pxd, which may have the attributes of classes."""
    in_pxd = {found["name"]: attributes(members) for head, members in blocks(declared) if (found := _CLASS.fullmatch(head.text))}
    for head, members in blocks(source):
        if found := _CLASS.fullmatch(head.text):
            bases = "" if found["compiled"] else found["bases"] or ""
            own = [*in_pxd.get(found["name"], ()), *attributes(members), *members_of(members, bases)]
            yield f"\nclass {found['name']}({bases}):" if bases else f"\nclass {found['name']}:"
            yield from (f"    {each}" for each in own or ["..."])
        elif alias := _ALIAS.fullmatch(head.text):
            yield f"{alias[1]} = {alias[2]}"
        elif found := _CONSTANT.fullmatch(head.text):
            names = found["names"].split(", ")
            values = split(found["value"]) if len(names) > 1 else [found["value"]]
            yield from (f"{one}: {found['annotation'] or _literal(value)}" for one, value in zip(names, values, strict=True))
        elif re.match(r"(def|cpdef \w+) [a-z]", head.text):
            yield "\n" + function(head.text)[1]


def _literal(value: str) -> str:
    return "str" if value.startswith(('"', "chr(")) else "tuple[str, ...]" if value.startswith(("(", "tuple(")) else "int"


def stub(pyx: Path, aliases: Mapping[str, str]) -> str:
    """Return the stub of a compiled module; ``aliases``: the modules of names of types that others define."""
    source, pxd = pyx.read_text(encoding="utf-8"), pyx.with_suffix(".pxd")
    try:
        lines = list(body(source, pxd.read_text(encoding="utf-8") if pxd.is_file() else ""))
    except ValueError as error:
        raise ValueError(f"{pyx}: {error}") from None
    origins = {**KNOWN, **aliases}
    for line in statements(source):
        if (found := _IMPORT.fullmatch(line.text)) and " as " not in found[2]:
            origins.update(dict.fromkeys(split(found[2]), found[1]))
    used = set(_WORD.findall("\n".join(lines)))
    lines = [*(f"{name} = npt.NDArray[np.{kind}]" for name, kind in ARRAYS.items() if name in used), *lines]
    used = set(_WORD.findall("\n".join(lines)))
    own = set(re.findall(r"^(?:class |def )?(\w+)", "\n".join(lines), re.M))
    shown = re.search(r"^__all__ = \[(.*?)\]", source, re.M | re.S)
    exported = [] if shown is None else re.findall(r'"(\w+)"', shown[1])
    imports = [f"from {origins[name]} import {name}" for name in used & origins.keys() - {*exported} - own]
    imports += [f"from {origins[name]} import {name} as {name}" for name in exported if name in origins]
    modules = [line for name, line in MODULES.items() if name in used]
    return "\n".join([f'"""Made of {pyx.name} by build_system/stubs.py."""\n', *modules, *sorted(imports), "", *lines]) + "\n"


def write(sources: Mapping[str, Path]) -> None:
    """Write the stubs of .pyx, by the names of their modules, beside them."""
    aliases = {
        found[1]: name for name, pyx in sources.items() for line in statements(pyx.read_text(encoding="utf-8"))
        if (found := _ALIAS.fullmatch(line.text))
    }  # fmt: skip
    for pyx in sources.values():
        pyx.with_suffix(".pyi").write_text(stub(pyx, aliases), encoding="utf-8")

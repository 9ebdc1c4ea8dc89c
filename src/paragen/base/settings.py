"""Settings: what a user may set is declared once, as a field of a frozen dataclass, with type, bounds, default and help.

The checks of a library's caller, the options of the command line, the keys of settings files and recipes, the server's schema,
the signature and docs/commands.md come from the declaration. Sizes and lists, of which more is asked than a type and bounds, are
read here too. It imports neither numpy nor click: reading it costs nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from paragen.base.digests import blake2b
from paragen.base.errors import ConfigError, shown

Group = TypeVar("Group")
_MIN_MEMORY = 1 << 20
_MAX_MEMORY = 1 << 60
_UNITS = {"": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_SIZE = r"\s*([0-9]+(?:\.[0-9]+)?)\s*([BKMGT]?)(?:i?B)?\s*"
_DECLARED: dict[tuple[type[Any], ...], Mapping[str, Setting]] = {}


class Setting(NamedTuple):
    """What is declared of a setting.

    Parameters
    ----------
    kind : int, float, bool or str; of each value if it is a list or has names.
    default : of the library; ``optional`` settings may be None, which says that something else decides.
    help : for the command line; what decides where it is not given stands at its end: ``  [default: the model's]``.
    field : what it means in requests to a server; "": they cannot set it.
    metavar : what stands for the value in help; "": as click has it.
    least, most, above, below : bounds of a number, the first two inclusive.
    at_least : the name of another setting, declared before, than which a number may not be lower.
    choices : the words that it may be.
    option : names of the option, if not that of the field: ``-n``, ``--force``; a flag that turns something off begins with
        ``--no-``, and one that may be turned on and off has both, ``--this/--no-this``; "-": it is no option.
    many : "list": several values; "names": a value for each name; "any": a value, or one for each name.
    file : whether it is, on the command line, a file that is read.
    signature : whether it is part of the signature under its own name; the signature says what others come to.
    """

    kind: type
    default: Any
    optional: bool = False
    help: str = ""
    field: str = ""
    metavar: str = ""
    least: float = -math.inf
    most: float = math.inf
    above: float = -math.inf
    below: float = math.inf
    at_least: str = ""
    choices: tuple[str, ...] = ()
    option: str = ""
    many: str = ""
    file: bool = False
    signature: bool = False

    @property
    def expected(self) -> str:
        """What its value must be, for messages."""
        if self.kind is bool:
            return "True or False"
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        return "a string" if self.kind is str else self._bounds("a whole number" if self.kind is int else "a number")

    def _bounds(self, kind: str) -> str:
        least, most, above, below = self.least, self.most, self.above, self.below
        if least > -math.inf and most < math.inf:
            return f"{kind} from {least} to {most}"
        bounds = (
            f"above {above:g}" * (above > -math.inf), f"{least:g} or more" * (least > -math.inf),
            f"at most {most:g}" * (most < math.inf), f"less than {below:g}" * (below < math.inf),
        )  # fmt: skip
        return ", ".join(filter(None, [kind, " and ".join(filter(None, bounds))]))

    def holds(self, value: object) -> bool:
        """Return whether a single value is of its type and within its bounds."""
        if self.kind in (int, float):
            is_number = isinstance(value, (int, self.kind)) and not isinstance(value, bool)
            return is_number and self.least <= value <= self.most and self.above < value < self.below  # type: ignore[operator]
        return isinstance(value, self.kind) and (not self.choices or value in self.choices)

    def check(self, name: str, value: object) -> None:
        """Raise ConfigError unless it may have this value."""
        is_default = value == self.default if isinstance(value, str) else value is None and self.optional
        if is_default or self.many or self.holds(value):
            return
        brief = f"{value:g}" if isinstance(value, float) and self.kind is float else ""  # 5.0 is no whole number
        text = brief if brief and float(brief) == value else repr(value)  # 1000001.0 is not 1e+06
        raise ConfigError(f"{name}: found {text}, expected {self.expected}.")


class Settings:
    """A frozen dataclass whose fields, made by the functions below, are checked on creation; raises ConfigError.

    Its methods are those of a dataclass, for all groups: a ``@group`` has none generated, which takes a fifteenth of the time.
    """

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Any]]
    _defaults: ClassVar[dict[str, Any]]

    def __init__(self, *values: Any, **given: Any) -> None:
        defaults = self._defaults
        if values:
            named = dict(zip(defaults, values, strict=False))
            if twice := next((name for name in named if name in given), None):
                raise TypeError(f"{type(self).__name__}.__init__() got multiple values for argument {twice!r}")
            given |= named
        self.__dict__.update(defaults, **given)
        if len(values) > len(defaults) or len(self.__dict__) > len(defaults):
            # In Python's own words, which Polars looks for: it calls a function with what it may not take.
            unknown = [f"an unexpected keyword argument {name!r}" for name in given if name not in defaults]
            raise TypeError(f"{type(self).__name__}.__init__() got {(unknown or [f'more than {len(defaults)} arguments'])[0]}")
        self.__post_init__()

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def __eq__(self, other: object) -> bool:
        return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __post_init__(self) -> None:
        for name, setting in declared(type(self)).items():
            value = getattr(self, name)
            if value is not setting.default:
                setting.check(name, value)
            if setting.at_least and value is not None and value < (least := getattr(self, setting.at_least)):
                expected = setting._replace(least=least).expected
                raise ConfigError(f"{name}: found {value}, expected {expected}, as {setting.at_least} is {least}.")


def declared(*groups: type[Any]) -> Mapping[str, Setting]:
    """Return the settings that dataclasses declare, by name and in order."""
    if groups not in _DECLARED:
        of_all = (each for group in groups for each in fields(group))
        _DECLARED[groups] = {each.name: each.metadata["setting"] for each in of_all if "setting" in each.metadata}
    return _DECLARED[groups]


def _field(kind: type, default: Any, more: Mapping[str, Any], **bounds: Any) -> Any:
    setting = Setting(kind, default, optional=default is None, **bounds, **more)
    return field(default=default, metadata={"setting": setting})


def number(
    default: float | None, *, least: float = -math.inf, most: float = math.inf, above: float = -math.inf, below: float = math.inf,
    **more: Any,
) -> Any:  # fmt: skip
    """Declare a number within bounds: ``least`` and ``most`` are inclusive, ``above`` and ``below`` exclusive."""
    return _field(float, default, more, least=least, most=most, above=above, below=below)


def whole(default: int | None, least: int, most: float = math.inf, **more: Any) -> Any:
    """Declare a whole number within inclusive bounds."""
    return _field(int, default, more, least=least, most=most)


def flag(default: bool = False, **more: Any) -> Any:
    """Declare True or False."""
    return _field(bool, default, more)


def one_of(default: str | None, choices: Sequence[str], **more: Any) -> Any:
    """Declare one of several words."""
    return _field(str, default, more, choices=tuple(choices))


def text(default: str | tuple[()] | None = "", **more: Any) -> Any:
    """Declare a string."""
    return _field(str, default, more)


def group(cls: type[Group]) -> type[Group]:
    """Make a frozen dataclass of a subclass of `Settings` that is read at every start, so that reading it costs little."""
    made: Any = dataclass(init=False, repr=False, eq=False)(cls)
    made._defaults = {each.name: each.default for each in fields(made)}
    return made  # type: ignore[no-any-return]


def chosen(kind: type[Group], given: Mapping[str, Any]) -> Group:
    """Return the settings of a group: those given, and the defaults of the others."""
    return kind(**{name: given[name] for name in declared(kind) if name in given})


def parse_memory(memory: int | str) -> int:
    """Return bytes for ``"512M"``, ``"2G"``, ``"1.5GiB"`` or a number of bytes.

    Raises
    ------
    ConfigError : not a size, less than 1 MiB, or 1 EiB and more.
    """
    return parse_size(memory, "memory", _MIN_MEMORY, "1M")


def parse_size(given: int | str, name: str, least: int = 1, least_shown: str = "1") -> int:
    """Return bytes; see `parse_memory`.

    Parameters
    ----------
    name : of the option, for messages.
    least, least_shown : the smallest size, and how to write it.
    """
    found = re.fullmatch(_SIZE, str(given), re.IGNORECASE)
    if found is None:
        raise ConfigError(f"{name}: found {given!r}, expected a size such as 512M or 2G.")
    size = float(found[1]) * _UNITS[found[2].upper()]  # infinite, given enough digits
    if size < least:
        raise ConfigError(f"{name}: found {given!r}, expected {least_shown} or more. Sizes have a unit: 512M, 2G.")
    if size >= _MAX_MEMORY:
        text = shown(given) if isinstance(given, str) else given
        raise ConfigError(f"{name}: found {text}, expected less than {_MAX_MEMORY >> 40}T. Sizes have a unit: 512M, 2G.")
    return int(size)


def size_shown(size: int) -> str:
    """Return a size with the largest unit that it is a whole number of, such as 16M."""
    unit = next(unit for unit in "TGMKB" if size % _UNITS[unit] == 0)
    return f"{size // _UNITS[unit]}{unit}" if unit != "B" else f"{size} bytes"


def strings(name: str, values: Iterable[str]) -> list[str]:
    """Return ``values`` as a list, a set in order; refuse a single str, which would be split into letters."""
    if isinstance(values, (str, bytes)):
        raise ConfigError(f"{name}: expected a list of str, not a {type(values).__name__}. Write [{values!r}].")
    found = list(values)
    for value in found:
        if not isinstance(value, str):
            raise ConfigError(f"{name}: {value!r} is a {type(value).__name__}, expected str.")
    return sorted(found) if isinstance(values, (set, frozenset)) else found


def digest(name: str, values: Iterable[str]) -> str:
    """Return the number of distinct values, ``name``, and a digest of them in any order; "" for none."""
    distinct = sorted(set(values))
    found = blake2b(ascii(distinct).encode(), digest_size=6).hexdigest()
    return f"{len(distinct)} {name} {found}" if distinct else ""

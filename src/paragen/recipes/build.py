"""Builds the model of a recipe: runs the steps whose inputs or options have changed, and packs their outputs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, ParagenError, did_you_mean
from paragen.base.steps import file_digest
from paragen.model import Model
from paragen.model.description import read_description
from paragen.model.directory import DESCRIPTION
from paragen.recipes.build_folder import Record, Store
from paragen.recipes.plan import Check, Plan
from paragen.recipes.recipe import read_recipe
from paragen.recipes.report import Report, StepReport, report_of
from paragen.recipes.step_process import Usage, run_verb
from paragen.recipes.steps import MODEL, Step

State = Literal["done", "to do", "depends"]
Run = Callable[[Sequence[str]], Usage]


@dataclass(frozen=True)
class Planned:
    """What a build will do with a step.

    Attributes
    ----------
    step : the step.
    command : its command line.
    state : "done": its output exists and is up to date; "to do": it will run; "depends": it will run if a step it depends on
        produces something new.
    """

    step: Step
    command: str
    state: State


def plan_build(
    recipe: StrPath, destination: StrPath, *, work: StrPath | None = None, paths: Mapping[str, str] | None = None,
    check: Check | None = None,
) -> tuple[list[Planned], list[str]]:
    """Return what a build would do, in order, and everything that would stop it; see `build_model` for the parameters.

    Raises
    ------
    FormatError, ConfigError : the recipe cannot be used.
    """
    plan = Plan(read_recipe(recipe, paths), Store(work or default_work(destination)), destination)
    plan.check_destination()
    found = plan.errors(check)
    planned: list[Planned] = []
    new: set[str] = set()
    for step in plan.steps:
        state: State = "depends" if any(ref.step in new for ref in step.refs()) else "done"
        if state == "done" and (found or not plan.store.valid(step, plan.key(step))):
            state = "to do"
        if state != "done":
            new.add(step.name)
        planned.append(Planned(step, plan.command(step), state))
    return planned, found


def default_work(destination: StrPath) -> Path:
    """Return the folder for the outputs of steps, beside the model."""
    return Path(f"{Path(destination)}.steps")


def build_model(
    recipe: StrPath, destination: StrPath, *, work: StrPath | None = None, paths: Mapping[str, str] | None = None,
    again: Collection[str] = (), force: bool = False, check: Check | None = None,
    notice: Callable[[str], object] | None = None, quiet: bool = False, run: Run | None = None,
) -> Report:
    """Build a model from a recipe.

    Each step is a verb of the command line, run in its own process. A step whose inputs, options and program have not changed
    since its last run is not run again; if a step produces the same output as before, the steps that read it are not run
    either. So a build that failed or was interrupted resumes where it stopped, and a change rebuilds only what depends on it.

    Parameters
    ----------
    recipe : the TOML file; see docs/building.md.
    destination : the model directory.
    work : folder for the outputs of steps; None: the destination's name with ``.steps``.
    paths : values for the recipe's section ``[paths]``.
    again : names of steps to run even if they are up to date.
    force : whether a model that this build did not make may be replaced.
    check : called with a verb and its arguments before anything runs; raises ConfigError for arguments the verb does not take.
    notice : called with a line for each action.
    quiet : steps print nothing to standard error; their notices are still in the report.
    run : runs a verb with its arguments; None: in a process of its own.

    Raises
    ------
    FormatError, ConfigError : the recipe cannot be used, a file is missing, another build is using the folder, or the
        destination is taken.
    ParagenError : a step failed. Outputs of earlier steps are kept.
    """
    plan = Plan(read_recipe(recipe, paths), Store(work or default_work(destination)), destination)
    if found := plan.errors(check):
        raise ConfigError("\n".join(found))
    _check_names(plan, again)
    notice = notice or (lambda line: None)
    with plan.store.locked("name another folder with --work"):
        plan.check_destination()
        _check_model(plan.store, plan.destination, force)
        run = run or run_verb
        steps = [_make(plan, step, step.name in again, notice, quiet, run) for step in plan.steps]
        steps.append(_pack(plan, notice, quiet, run))
        report = report_of(plan.recipe, Model.open(destination), steps)
        report.write(plan.store.folder)
    return report


def _check_names(plan: Plan, again: Collection[str]) -> None:
    names = [step.name for step in plan.steps]
    for name in again:
        if name not in names:
            nearest = did_you_mean(name, names)
            raise ConfigError(f"{plan.recipe.path}: there is no step {name!r}; the steps are {', '.join(names)}.{nearest}")


def _make(plan: Plan, step: Step, again: bool, notice: Callable[[str], object], quiet: bool, run: Run) -> StepReport:
    """Run a step, unless its output is up to date."""
    key = plan.key(step)
    record = None if again else plan.store.valid(step, key)
    if record:
        notice(f"{step.name}: up to date")
        return StepReport.of(step.name, step.verb, record, ran=False)
    notice(f"{step.name}: {plan.command(step)}")
    log = plan.store.log(step)
    log.unlink(missing_ok=True)
    try:
        taken = run(plan.arguments(step, log=True, quiet=quiet))
    except ParagenError as error:
        raise ParagenError(
            f"{plan.recipe.path}: [{step.where}]: {error} Fix it and build again: finished steps will not be repeated."
        ) from None
    notices = tuple(log.read_text(encoding="utf-8").splitlines()) if log.exists() else ()
    log.unlink(missing_ok=True)
    output = plan.store.output(step)
    size = sum(part.stat().st_size for part in output.rglob("*")) if output.is_dir() else output.stat().st_size
    record = Record(key, file_digest(output), size, taken.seconds, taken.cpu, taken.memory, plan.command(step), notices)
    plan.store.keep(step.name, asdict(record))
    return StepReport.of(step.name, step.verb, record, ran=True)


def _checksum(destination: Path) -> str:
    """Return the checksum of a model's description; "" if there is none."""
    try:
        return read_description(destination / DESCRIPTION)[1]
    except (OSError, FormatError):
        return ""


def _is_whole(destination: Path) -> bool:
    try:
        return bool(Model.open(destination))
    except (OSError, FormatError):
        return False


def _check_model(store: Store, destination: Path, force: bool) -> None:
    """Raise ConfigError if the destination holds a model that this folder's build did not make."""
    record = store.made(MODEL)
    ours = record is not None and record.output == _checksum(destination)
    if destination.exists() and not ours and not force and (not destination.is_dir() or any(destination.iterdir())):
        raise ConfigError(
            f"{destination} exists, and was not built in {store.folder}. Replace it with --force, or choose another name."
        )


def _pack(plan: Plan, notice: Callable[[str], object], quiet: bool, run: Run) -> StepReport:
    """Pack the model, unless it exists and is up to date."""
    step, destination = plan.recipe.model, plan.destination
    key = plan.key(step)
    record = plan.store.made(MODEL)
    if record and record.key == key and record.output == _checksum(destination) and _is_whole(destination):
        notice(f"{destination}: up to date")
        return StepReport.of(MODEL, step.verb, record, ran=False)
    notice(f"{destination}: packing")
    taken = run(plan.arguments(step, quiet=quiet))
    size = sum(part.stat().st_size for part in destination.iterdir())
    record = Record(key, _checksum(destination), size, taken.seconds, taken.cpu, taken.memory, plan.command(step), ())
    plan.store.keep(MODEL, asdict(record))
    return StepReport.of(MODEL, step.verb, record, ran=True)

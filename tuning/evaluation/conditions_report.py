"""An experiment as text and as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paragen.tuning.evaluation.experiment import JUDGED, ConditionFigures, Experiment
from paragen.tuning.evaluation.measuring import Figure
from paragen.tuning.evaluation.page import document
from paragen.tuning.evaluation.tabulating import NONE, Table, aligned

_TITLES = {"correct": "correct", "meaning": "correct meaning", "grammar": "correct grammar", "all": "correct, of all"}
_LEGEND = (
    "Each condition puts its best substitute in the place of a phrase. Paraphrased: at how many of the occurrences it has one; "
    "judged: how many of these people judged. Correct: of the judged; of all: of all occurrences, so that where there is no "
    "substitute, or nobody judged it, it counts as not correct. Differences are of the same occurrences: those for which "
    "both conditions have a judged substitute, or all. In brackets: 95 % intervals by the bootstrap over sentences."
)


def conditions_text(experiment: Experiment, signature: str) -> str:
    """Return an experiment as text with aligned columns."""
    lines = [_sentence(experiment)]
    for table in _tables(experiment):
        lines += ["", table.title, *aligned([table.header, *table.rows])]
    return "\n".join([*lines, "", f"signature {signature}"]) + "\n"


def conditions_page(experiment: Experiment, signature: str) -> str:
    """Return an experiment as HTML without scripts, with nothing to load."""
    return document(_sentence(experiment), (), _tables(experiment), _LEGEND, [("", signature)])


def _sentence(experiment: Experiment) -> str:
    return f"{len(experiment.occurrences)} occurrences of phrases in {len(experiment.sentences)} sentences"


def _tables(experiment: Experiment) -> list[Table]:
    found = experiment.figures
    shown = [of for of in (*JUDGED, "all") if any(of in each.figures for each in found)]
    header = ["condition", "paraphrased", "judged", *(_TITLES[of] for of in shown)]
    rows = [[each.name, str(each.paraphrased), str(each.judged), *_cells(each.figures, shown)] for each in found]
    tables = [Table("Conditions", header, rows)]
    if len(found) > 1:
        tables.append(_differences(found, shown))
    return tables


def _differences(found: Sequence[ConditionFigures], shown: Sequence[str]) -> Table:
    rows = [[each.name, *_cells(each.differences, shown, sign=True)] for each in found[1:]]
    return Table(f"Less {found[0].name}, on the same occurrences", ["condition", *(_TITLES[of] for of in shown)], rows)


def _cells(figures: Mapping[str, Figure], shown: Sequence[str], sign: bool = False) -> list[str]:
    return [_cell(figures[of], sign) if of in figures else NONE for of in shown]


def _cell(figure: Figure, sign: bool) -> str:
    if figure.value is None:
        return NONE
    plus = "+" if sign else ""
    value = f"{100 * figure.value:{plus}.1f}%"
    if figure.low is None or figure.high is None:
        return value
    return f"{value} [{100 * figure.low:{plus}.1f}, {100 * figure.high:{plus}.1f}]"

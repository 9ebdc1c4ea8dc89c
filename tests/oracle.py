"""Readable references the kernels are held to: slow, obvious, and written from DESIGN's words, not from the kernels.

``ArpaModel`` queries a back-off model held in dictionaries; ``exhaustive`` lists every derivation of a short sentence;
``Beam`` lists those that a narrow beam leaves.
"""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import dataclass, field

LN10 = math.log(10)


@dataclass
class ArpaModel:
    """A back-off model: log10 probability and back-off of each n-gram."""

    ngrams: dict[tuple[str, ...], tuple[float, float]]
    order: int
    known: dict[tuple[tuple[str, ...], str], float] = field(default_factory=dict)
    """What has been asked for."""

    def logprob(self, context: tuple[str, ...], word: str) -> float:
        """log10 p(word | context)."""
        asked = context[-(self.order - 1) :] if self.order > 1 else (), word
        if asked not in self.known:
            self.known[asked] = self._logprob(*asked)
        return self.known[asked]

    def _logprob(self, context: tuple[str, ...], word: str) -> float:
        if (word,) not in self.ngrams:
            word = "<unk>"
        context = tuple(w if (w,) in self.ngrams else "<unk>" for w in context)
        backoff = 0.0
        while True:
            if context + (word,) in self.ngrams:
                return backoff + self.ngrams[context + (word,)][0]
            backoff += self.ngrams.get(context, (0.0, 0.0))[1]
            context = context[1:]

    def context(self, history: tuple[str, ...]) -> tuple[str, ...]:
        """The longest end of a history that the words after it may depend on: some n-gram extends it, or it has a back-off."""
        matter = {gram[:-1] for gram in self.ngrams} | {gram for gram, (_, backoff) in self.ngrams.items() if backoff}
        context = tuple(w if (w,) in self.ngrams else "<unk>" for w in history)[-(self.order - 1) :] if self.order > 1 else ()
        while context and context not in matter:
            context = context[1:]
        return context

    def sentence(self, words: list[str]) -> float:
        """Natural log probability with sentence begin and end."""
        history, total = ("<s>",), 0.0
        for word in [*words, "</s>"]:
            total += self.logprob(history, word)
            history += (word,)
        return total * LN10

    def arpa(self) -> str:
        """The model as ARPA text."""
        lines = ["\\data\\"]
        by_order = [[g for g in self.ngrams if len(g) == n] for n in range(1, self.order + 1)]
        lines += [f"ngram {n}={len(grams)}" for n, grams in enumerate(by_order, 1)]
        for n, grams in enumerate(by_order, 1):
            lines += ["", f"\\{n}-grams:"]
            for gram in grams:
                prob, backoff = self.ngrams[gram]
                lines.append(f"{prob:.6f}\t{' '.join(gram)}" + (f"\t{backoff:.6f}" if n < self.order else ""))
        return "\n".join([*lines, "", "\\end\\", ""])


def random_model(rng: random.Random, words: list[str], order: int, density: int = 60) -> ArpaModel:
    """A model with random numbers in which every prefix of an n-gram is an n-gram."""
    ngrams: dict[tuple[str, ...], tuple[float, float]] = {}
    for word in ["<unk>", "<s>", "</s>", *words]:
        ngrams[(word,)] = (round(-rng.uniform(0.3, 3), 6), round(-rng.uniform(0, 1), 6))
    level = [g for g in ngrams if g != ("</s>",)]
    for n in range(2, order + 1):
        grown = set()
        for _ in range(density):
            context = rng.choice(level)
            grown.add(context + (rng.choice([*words, "</s>"]),))
        for gram in sorted(grown):
            ngrams[gram] = (round(-rng.uniform(0.1, 2), 6), round(-rng.uniform(0, 1), 6) if n < order else 0.0)
        level = [g for g in sorted(grown) if g[-1] != "</s>"] or level
    return ArpaModel(ngrams, order)


@dataclass
class Problem:
    """A model and its weights as plain dictionaries."""

    tables: list[dict[tuple[str, ...], dict[tuple[str, ...], float]]]
    lm: ArpaModel
    weights: dict[str, float]            # lm, one a table by number, word, edit, unknown, one a scorer by its name
    floors: list[float]
    self_paraphrase: bool = True
    known: set[str] = field(default_factory=set)
    scorers: dict[str, dict[tuple[int, int, tuple[str, ...]], float]] = field(
        default_factory=dict
    )  # by edit of the sentence at hand
    syntax: dict[int, str] = field(default_factory=dict)  # by table: "best" or "average"
    labelled: dict[int, dict[tuple[str, ...], dict[str, dict[tuple[str, ...], float]]]] = field(default_factory=dict)
    labels: dict[tuple[int, int], list[str]] | None = None  # of the spans of the sentence at hand; None: it has no tree

    def __post_init__(self) -> None:
        for table in self.tables:
            for source, targets in table.items():
                self.known.update(source, *targets)

    def offered(self, number: int, words: list[str], begin: int, end: int) -> dict[tuple[str, ...], float]:
        """What a table offers for a span: p(e2|e1), or by the span's labels [CB08 eq. 8, 9]; without a tree eq. 10."""
        if self.labels is None or number not in self.syntax:
            return self.tables[number].get(tuple(words[begin:end]), {})
        labels = self.labels.get((begin, end), [])
        by_label = self.labelled[number].get(tuple(words[begin:end]), {})
        scores: dict[tuple[str, ...], list[float]] = {}
        for label in labels:
            for target, score in by_label.get(label, {}).items():
                scores.setdefault(target, []).append(score)
        if self.syntax[number] == "best":
            return {target: max(found) for target, found in scores.items()}
        return {target: math.fsum(found) / len(labels) for target, found in scores.items()}


def ranking(problem: Problem, span, table, target: tuple[str, ...], logscore: float) -> float:
    """What an option adds wherever it stands, of the features that rank single substitutes too, but for scorers.

    A feature of one option has its line here; or in ``alone``, if it is not in the ranking.
    """
    total = problem.weights[str(table)] * logscore if isinstance(table, int) else 0.0
    return total + problem.weights.get("length", 0.0) * math.log(len(target) / len(span))


def alone(problem: Problem, span, table, target: tuple[str, ...], logscore: float) -> float:
    """What an option adds wherever it stands, but for scorers."""
    total = problem.weights["word"] * len(target) + problem.weights["unknown"] * (table == "unknown")
    return total + problem.weights["edit"] * (tuple(span) != target) + ranking(problem, span, table, target, logscore)


def among_best(problem: Problem, span: list[str], offered: list, limit: int) -> set[tuple[str, ...]]:
    """The best substitutes of a span over all tables, by the weighted sum of their features; offered: (table, target, log)."""
    best: dict[tuple[str, ...], float] = {}
    for number, target, score in offered:
        if target != tuple(span):
            base = alone(problem, span, number, target, score)
            best[target] = max(base, best.get(target, -math.inf))
    return set(sorted(best, key=lambda target: (-best[target], target))[:limit])


def options(
    problem: Problem, words: list[str], keep: list[int], table_limit: int, blocked: set[str], any_copy: bool, phrase_limit=None
):
    """All options of a sentence: (begin, end, table or 'self' or 'unknown', target words, log score)."""
    found = []
    longest = max((len(source) for table in [*problem.tables, *problem.labelled.values()] for source in table), default=0)
    for begin in range(len(words)):
        one_word = False
        for end in range(begin + 1, min(begin + longest, len(words)) + 1):
            if any(keep[begin:end]):
                break
            offered = []
            for number in range(len(problem.tables)):
                targets = problem.offered(number, words, begin, end)
                best = sorted(targets.items(), key=lambda item: (-item[1], " ".join(item[0]).encode()))[:table_limit]
                for target, score in best:
                    forbidden = any(scores.get((begin, end, target)) == -math.inf for scores in problem.scorers.values())
                    if not blocked.intersection(target) and not forbidden:
                        offered.append((number, target, math.log(score)))
            if phrase_limit is not None:
                chosen = {tuple(words[begin:end]), *among_best(problem, words[begin:end], offered, phrase_limit)}
                offered = [offer for offer in offered if offer[1] in chosen]
            found += [(begin, end, *offer) for offer in offered]
            one_word |= bool(offered) and end == begin + 1
        if problem.self_paraphrase and words[begin] in problem.known:
            found.append((begin, begin + 1, "self", (words[begin],), 0.0))
        elif not one_word or any_copy:
            found.append((begin, begin + 1, "unknown", (words[begin],), 0.0))
    return found


def scored(problem: Problem, option) -> float:
    """What the scorers add for an option."""
    return sum(problem.weights[name] * scores.get((*option[:2], option[3]), 0.0) for name, scores in problem.scorers.items())


def score(problem: Problem, words: list[str], path: list) -> tuple[float, list[str], int]:
    """Model score (natural log), target words and number of edits of a derivation."""
    target = [word for option in path for word in option[3]]
    total = problem.weights["lm"] * problem.lm.sentence(target)
    total += sum(alone(problem, words[begin:end], *offer) for begin, end, *offer in path)
    total += sum(scored(problem, option) for option in path)
    unused = set(range(len(problem.tables))).difference(option[2] for option in path)
    total += sum(problem.weights[str(number)] * problem.floors[number] for number in unused)
    edited = [tuple(words[o[0] : o[1]]) != o[3] for o in path]
    total += problem.weights.get("adjacent", 0.0) * sum(a and b for a, b in itertools.pairwise([*edited, True]))
    return total, target, sum(edited)


def exhaustive(
    problem: Problem, words, keep=None, table_limit=20, blocked=(), min_edits=0, max_edits=None, phrase_limit=None
):
    """Every distinct text with the score of its best derivation, best first: [(score, text)]."""
    keep = keep or [0] * len(words)
    by_begin: dict[int, list] = {}
    for option in options(problem, words, keep, table_limit, set(blocked), max_edits is not None, phrase_limit):
        by_begin.setdefault(option[0], []).append(option)

    def paths(at: int):
        if at == len(words):
            yield []
        for option in by_begin.get(at, ()):
            for rest in paths(option[1]):
                yield [option, *rest]

    scored = [score(problem, words, path) for path in paths(0)]
    attainable = max((edits for _, _, edits in scored), default=0)
    best: dict[str, float] = {}
    for total, target, edits in scored:
        if edits >= min(min_edits, attainable) and (max_edits is None or edits <= max_edits):
            text = " ".join(target)
            best[text] = max(best.get(text, -math.inf), total)
    return sorted(((total, text) for text, total in best.items()), key=lambda item: (-item[0], item[1]))


@dataclass(frozen=True)
class Hypothesis:
    """What recombination must find equal."""

    context: tuple[str, ...]     # of the language model
    used: frozenset[int]         # tables with a floor that a substitute was taken from
    edits: int                   # up to the bound that asks for them


class Beam:
    """A beam search as Pharaoh's: a stack for each number of covered words, best hypotheses first.

    Of hypotheses that no later step can tell apart the better derivation stays. Of a stack those stay whose priority is no
    more than ``log threshold`` below the best one's, and of these the best ``stack``. A priority is the score so far, with
    the floors of all tables not used yet, and the most that later substitutes can win of these floors; in the last stack
    also what the end of the sentence adds.
    """

    def __init__(self, problem, words, stack, threshold, keep=None, table_limit=20, blocked=(), min_edits=0, max_edits=None):
        self.problem, self.words, self.stack, self.threshold = problem, words, stack, threshold
        self.options = options(problem, words, keep or [0] * len(words), table_limit, set(blocked), max_edits is not None)
        self.floors = {t for t, floor in enumerate(problem.floors) if floor * problem.weights[str(t)]}
        self.attainable = [0] * (len(words) + 1)
        for begin in reversed(range(len(words))):
            here = [option for option in self.options if option[0] == begin]
            self.attainable[begin] = max((self.is_edit(o) + self.attainable[o[1]] for o in here), default=0)
        self.least, self.most = min(min_edits, self.attainable[0]), max_edits
        self.cap = min_edits if max_edits is None else max_edits

    def is_edit(self, option) -> bool:
        return tuple(self.words[option[0] : option[1]]) != option[3]

    def floor(self, table: int) -> float:
        return self.problem.weights[str(table)] * self.problem.floors[table]

    def worth(self, option) -> float:
        """Weighted score of an option by itself, wherever it stands."""
        begin, end, *offer = option
        return alone(self.problem, self.words[begin:end], *offer) + scored(self.problem, option)

    def copy(self, position: int) -> float:
        """Weighted score of leaving a word as it is."""
        known = self.problem.self_paraphrase and self.words[position] in self.problem.known
        word = (self.words[position],)
        return alone(self.problem, word, "self" if known else "unknown", word, 0.0)

    def relief(self, used: frozenset[int], position: int) -> float:
        """The most that unused tables can still win over copying words, each by one substitute further right."""
        best = dict.fromkeys(self.floors - used, 0.0)
        for option in self.options:
            if option[2] in best and option[0] >= position:
                won = self.worth(option) - self.floor(option[2]) - sum(self.copy(i) for i in range(option[0], option[1]))
                best[option[2]] = max(best[option[2]], won)
        return sum(best.values())

    def extend(self, hypothesis: Hypothesis, option) -> tuple[Hypothesis, float] | None:
        """What a hypothesis becomes with an option, and what that adds; None where bounds on edits forbid it."""
        score, context = self.worth(option), hypothesis.context
        for word in option[3]:
            score += self.problem.weights["lm"] * LN10 * self.problem.lm.logprob(context, word)
            context = self.problem.lm.context((*context, word))
        used = hypothesis.used | ({option[2]} & self.floors)
        score -= sum(self.floor(table) for table in used - hypothesis.used)
        edits = hypothesis.edits + self.is_edit(option)
        if self.most is not None and edits > self.most or min(self.cap, edits) + self.attainable[option[1]] < self.least:
            return None
        return Hypothesis(context, frozenset(used), min(self.cap, edits)), score

    def priority(self, hypothesis: Hypothesis, score: float, position: int) -> float:
        end = self.problem.weights["lm"] * LN10 * self.problem.lm.logprob(hypothesis.context, "</s>")
        return score + self.relief(hypothesis.used, position) + (end if position == len(self.words) else 0)

    def prune(self, hypotheses: dict[Hypothesis, float], position: int) -> list[Hypothesis]:
        """The hypotheses of a stack that stay."""
        priorities = {hypothesis: self.priority(hypothesis, score, position) for hypothesis, score in hypotheses.items()}
        ranked = sorted(priorities, key=lambda hypothesis: -priorities[hypothesis])
        bar = priorities[ranked[0]] + math.log(self.threshold) if ranked and self.threshold else -math.inf
        return [hypothesis for hypothesis in ranked if priorities[hypothesis] >= bar][: self.stack]

    def search(self) -> list[tuple[float, str]]:
        """Every distinct text that is left with the score of its best derivation, best first: [(score, text)]."""
        start = Hypothesis(self.problem.lm.context(("<s>",)), frozenset(), 0)
        stacks: list[dict[Hypothesis, float]] = [{} for _ in range(len(self.words) + 1)]
        stacks[0][start] = sum(map(self.floor, self.floors))
        paths: list[dict[Hypothesis, list]] = [{} for _ in stacks]
        paths[0][start] = [[]]
        for position in range(len(stacks)):
            kept = self.prune(stacks[position], position)
            for hypothesis in kept:
                for option in (option for option in self.options if option[0] == position):
                    if extended := self.extend(hypothesis, option):
                        reached, added = extended
                        known = stacks[option[1]].get(reached, -math.inf)
                        stacks[option[1]][reached] = max(known, stacks[position][hypothesis] + added)
                        into = paths[option[1]].setdefault(reached, [])
                        into += [[*path, option] for path in paths[position][hypothesis]]
        best: dict[str, float] = {}
        for hypothesis in kept:
            for path in paths[-1][hypothesis]:
                total, target, _ = score(self.problem, self.words, path)
                best[" ".join(target)] = max(best.get(" ".join(target), -math.inf), total)
        return sorted(((total, text) for text, total in best.items()), key=lambda item: (-item[0], item[1]))


def random_tables(rng: random.Random, words: list[str], n_tables: int, pairs: int):
    """Random tables over ``words`` with sources and targets of one to three words."""
    tables = []
    for _ in range(n_tables):
        table: dict[tuple[str, ...], dict[tuple[str, ...], float]] = {}
        for _ in range(pairs):
            source = tuple(rng.choices(words, k=rng.choice([1, 1, 2, 3])))
            target = tuple(rng.choices(words, k=rng.choice([1, 1, 2, 3])))
            table.setdefault(source, {})[target] = round(rng.uniform(0.01, 1), 4)
        tables.append(table)
    return tables


def labelled_table(rng: random.Random, words: list[str], labels: list[str], pairs: int):
    """A random table by source, label and target, and what it is over all labels: the best of each pair [CB08 eq. 10]."""
    by_label: dict = {}
    for _ in range(pairs):
        (plain,) = random_tables(rng, words, 1, 1)
        ((source, targets),) = plain.items()
        for label in rng.sample(labels, rng.choice([1, 1, 2, 3])):
            known = by_label.setdefault(source, {}).setdefault(label, {})
            known |= {target: rng.choice([score, 0.5, 0.25]) for target, score in targets.items()}  # some are ties
    whole: dict = {}
    for source, found in by_label.items():
        for targets in found.values():
            for target, score in targets.items():
                best = whole.setdefault(source, {})
                best[target] = max(score, best.get(target, 0.0))
    return by_label, whole


def interchange(table) -> str:
    """A table as ``source ||| target ||| score`` lines."""
    lines = (
        f"{' '.join(source)} ||| {' '.join(target)} ||| {value}"
        for source, targets in table.items()
        for target, value in targets.items()
    )
    return "\n".join(itertools.chain(lines, [""]))

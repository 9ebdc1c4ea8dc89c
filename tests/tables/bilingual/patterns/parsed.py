"""Patterns and paths of small parsed texts, found by an engine."""

from __future__ import annotations

from paragen.tables.bilingual.patterns import InduceOptions, build_patterns
from paragen.tables.bilingual.patterns.dirt import DirtOptions, build_dirt
from paragen.tables.builder import Run


def conllu(path, sentences):
    """Write sentences of (form, lemma, tag, head from 1, relation); without lemma where there are four."""
    texts = []
    for number, words in enumerate(sentences, 1):
        lines = [f"# sent_id = {number}"]
        for i, (form, *lemma, tag, head, name) in enumerate(words, 1):
            lines.append(f"{i}\t{form}\t{lemma[0] if lemma else '_'}\t_\t{tag}\t_\t{head}\t{name}\t_\t_")
        texts.append("\n".join([*lines, "", ""]))
    path.write_text("".join(texts), encoding="utf-8")
    return path


def rows(table):
    import pyarrow.parquet as parquet

    return [tuple(row.values()) for row in parquet.read_table(table).to_pylist()]


def induced_lines(folder, english, foreign, links, parses, engine="duckdb", threads=1, **options):
    """Return the summary and the rows of the patterns of a bitext whose English side is parsed."""
    paths = [folder / name for name in ("foreign", "english", "links")]
    for path, lines in zip(paths, (foreign, english, links), strict=True):
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    if not hasattr(parses, "exists"):
        parses = conllu(folder / "parses.conllu", parses)
    bitext = (paths[1], paths[0], paths[2]) if options.get("side") == "source" else tuple(paths)
    table = folder / f"{engine}.parquet"
    how = Run(engine=engine, threads=threads, temp=folder)
    return build_patterns([bitext], [parses], table, InduceOptions(**options), how), rows(table)


def parsed_lines(sentences, side="target"):
    """Return the lines of English, of the other language, and of links, and the parses, of sentences of the reference."""
    parses = [
        [(form, tag, head + 1, "dep") for form, tag, head in zip(s.english, s.tags, s.heads, strict=True)] for s in sentences
    ]
    turn = side == "source"
    links = [" ".join(f"{i}-{j}" if turn else f"{j}-{i}" for i, j in sorted(s.links)) for s in sentences]
    return [" ".join(s.english) for s in sentences], [" ".join(s.foreign) for s in sentences], links, parses


def distinct(sentences):
    """Sentences whose texts differ without spaces, so that each has its own parse."""
    return list({"".join(sentence.english): sentence for sentence in sentences}.values())


def clause(x, verb, y):
    return [(x, x, "NN", 2, "nsubj"), (verb, verb, "VBZ", 0, "root"), (y, y, "NN", 2, "obj")]


def dirt_pairs(folder, sentences, engine="duckdb", **options):
    """Return the summary and the rows of the pairs of paths of parsed sentences."""
    table = folder / f"{engine}.parquet"
    run = Run(engine=engine, temp=folder)
    return build_dirt(conllu(folder / "in.conllu", sentences), table, DirtOptions(**options), run), rows(table)

"""Spark gives the rows that DuckDB gives, from the same SQL, on a cluster that loses a worker."""

from __future__ import annotations

import os
import pickle
import random
import re
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from command_line import paragen, process

from paragen.base.errors import ConfigError, FormatError, MissingPackageError, ParagenError
from paragen.base.packages import install_hint
from paragen.tables.bilingual.extraction import ExtractOptions, LabelOptions, extract_phrases
from paragen.tables.bilingual.graph.bipartite import read_graph
from paragen.tables.bilingual.patterns.models import PatternModelOptions, extract_pattern_pairs
from paragen.tables.bilingual.patterns.options import Parameters
from paragen.tables.bilingual.pivot import PivotOptions, pivot_tables
from paragen.tables.builder import open_engine
from paragen.tables.engine.jobs import explained
from paragen.tables.engine.worker import Part, Work

from ..bilingual.extraction import reference
from ..bilingual.patterns import reference as patterns_reference
from ..bilingual.patterns.induction_reference import random_sentence
from ..bilingual.patterns.parsed import clause, dirt_pairs, distinct, induced_lines, parsed_lines
from ..bilingual.syntax import chain_reference

pa = pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
import pyarrow.parquet as parquet  # noqa: E402

NUMBERS = pa.schema([("n", pa.int64())])


def numbers(batches=8, rows=10):
    """A source of the whole numbers."""
    return lambda: (pa.record_batch([list(range(k * rows, (k + 1) * rows))], NUMBERS.names) for k in range(batches))


def rows(engine, select):
    return [tuple(row.values()) for batch in engine.batches(select) for row in batch.to_pylist()]


def written(path, bitext):
    """The three files of a bitext."""
    lines = [[" ".join(source), " ".join(target), " ".join(f"{i}-{j}" for i, j in links)] for source, target, links in bitext]
    paths = [path / name for name in ("src", "tgt", "links")]
    for file, side in zip(paths, zip(*lines, strict=True), strict=True):
        file.write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
    return paths


def both_chains(name, bitext, folder, labels=None, **limits):
    """The rows of a phrase table and of its pivot, and their summaries."""
    table, paraphrases = folder / f"{name}.table", folder / f"{name}.paraphrases"
    with open_engine(name, memory="1G", temp=folder) as engine:
        extracted = extract_phrases(bitext, table, ExtractOptions(labels=labels), engine)
    with open_engine(name, memory="1G", temp=folder) as engine:
        pivoted = pivot_tables([table], paraphrases, PivotOptions(min_count=1, min_probability=0.0, **limits), engine)
    tables = [parquet.read_table(path) for path in (table, paraphrases)]
    return extracted, pivoted, [table.schema.types for table in tables], [table.to_pylist() for table in tables]


def same_chains(bitext, folder, labels=None, **limits):
    found, expected = (both_chains(name, bitext, folder, labels, **limits) for name in ("spark", "duckdb"))
    assert found == expected
    assert found[0].pairs > 500 and found[1].pairs > 50
    return found[0]


@pytest.mark.long
def test_pattern_pairs(cluster, tmp_path):
    files = []
    for seed in (1, 2):
        found = patterns_reference.random_aligned(random.Random(seed))
        files.append(tmp_path / f"{seed}.parquet")
        columns = {name: [getattr(row, name) for row in found] for name in patterns_reference.Aligned._fields}
        parquet.write_table(pa.table(columns), files[-1])
    options = PatternModelOptions(parameters=Parameters(model="3", weights=(1.0, 0.5, 1.0, 1.0, 0.5, 0.5, 0.3), threshold=1e-3))
    made = []
    for name in ("spark", "duckdb"):
        with open_engine(name, memory="1G", temp=tmp_path) as engine:
            summary = extract_pattern_pairs(files, tmp_path / name, options, engine)
        made.append((summary, parquet.read_table(tmp_path / name).to_pylist()))
    (spark, found), (duck, expected) = made
    assert spark == duck and spark.pairs > 100 and spark.paraphrase_pivots > 10
    places = ("source", "target", "line", "bitext")
    assert [[row[name] for name in places] for row in found] == [[row[name] for name in places] for row in expected]
    assert [row["likelihood"] for row in found] == pytest.approx([row["likelihood"] for row in expected], rel=1e-12)


def test_patterns_of_trees(cluster, tmp_path):
    rng = random.Random(11)
    sentences = distinct(random_sentence(rng) for _ in range(150))
    lines = parsed_lines(sentences)
    found, expected = (induced_lines(tmp_path, *lines, engine=engine)[1] for engine in ("spark", "duckdb"))
    assert found == expected and len(found) > 10


@pytest.mark.long
def test_paths_of_trees(cluster, tmp_path):
    rng = random.Random(5)
    sentences = [clause(rng.choice("abcd"), rng.choice(["v", "w", "u"]), rng.choice("efgh")) for _ in range(40)]
    found, expected = (dirt_pairs(tmp_path, sentences, min_count=1, engine=engine)[1] for engine in ("spark", "duckdb"))
    assert found == expected and found


@pytest.mark.long
def test_graphs_of_phrase_tables(cluster, tmp_path):
    rng = random.Random(3)
    paths = []
    for number in range(2):
        pairs = sorted({(f"d{rng.randrange(800)} ä", f"e{rng.randrange(800)}") for _ in range(400)})
        source, target = zip(*pairs, strict=True)
        paths.append(tmp_path / f"{number}.parquet")
        counts = [rng.randint(1, 9) / 4 for _ in pairs]
        parquet.write_table(pa.table({"source": source, "target": target, "count": counts}), paths[-1])
    found = []
    for name in ("spark", "duckdb"):
        with open_engine(name, memory="1G", temp=tmp_path) as engine:
            found.append(read_graph(engine, paths, "target"))
    spark, duck = found
    assert (spark.entries, spark.one_to_one) == (duck.entries, duck.one_to_one) and duck.one_to_one > 10
    assert spark.graph.phrases.equals(duck.graph.phrases) and spark.graph.paraphrased == duck.graph.paraphrased
    for name in ("offsets", "neighbours", "counts"):
        assert getattr(spark.graph, name).tolist() == getattr(duck.graph, name).tolist()


@pytest.mark.long
def test_golden_rows(cluster, shared, tmp_path):
    golden = shared / "golden" / "extract"
    summary = same_chains([golden / name for name in ("source.de", "target.en", "alignment.txt")], tmp_path)
    assert (summary.sentences, summary.instances, summary.pairs) == (300, 12899, 10458)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["simple", "complex"])
def test_labelled_rows(cluster, tmp_path, monkeypatch, kind):
    monkeypatch.setattr("paragen.tables.bilingual.extraction.batches._LABELLED_LINES", 20)
    rng = random.Random(7)
    bitext = reference.random_bitext(7, 150)
    parses = [chain_reference.random_parse(rng, target) for _, target, _ in bitext]
    (tmp_path / "trees").write_text("".join(f"{parse.tree if parse else '()'}\n" for parse in parses))
    labels = LabelOptions(trees=tmp_path / "trees", kind=kind)
    summary = same_chains(written(tmp_path, bitext), tmp_path, labels, containment=False, top=3)
    expected = chain_reference.phrase_table(bitext, parses, kind == "simple")
    assert parquet.read_table(tmp_path / "spark.table").to_pylist() == expected
    pivoted = [tuple(row.values()) for row in parquet.read_table(tmp_path / "spark.paraphrases").to_pylist()]
    assert pivoted == chain_reference.pivot([expected], containment=False, top=3)
    assert summary.no_tree > 0


@pytest.mark.long
def test_generated_rows(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr("paragen.tables.bilingual.extraction.batches._LINES", 200)
    bitext = reference.random_bitext(11, 5000)
    same_chains(written(tmp_path, bitext), tmp_path, containment=False, fan_out=5, top=3)
    parts = sorted((tmp_path / "spark.table").iterdir())
    assert [part.name for part in parts] == [f"part-{number:05}.parquet" for number in range(len(parts))]


@pytest.mark.long
def test_texts_of_moses(cluster, tmp_path):
    files = written(tmp_path, reference.random_bitext(12, 200))
    said = "paragen: 2370 phrase pairs, 2824 instances of them, from 200 sentence pairs; 5 without a link\n"
    for name, *options in (("duckdb",), ("spark", "--master", cluster._context.master)):
        done = paragen("extract", *files, "--engine", name, *options, "--memory", "1G", "-o", tmp_path / f"{name}.txt")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", said)
    assert (tmp_path / "spark.txt").read_bytes() == (tmp_path / "duckdb.txt").read_bytes()


def test_sql_means_the_same(spark, tmp_path):
    select = """
        SELECT n, CAST(round((n - 4) / 2e0) AS BIGINT) AS half, round(CAST(n AS DOUBLE) * 0.1e0 * 1e15) AS wide, n % 3 AS rest,
            CASE WHEN n > 5 THEN CAST(n AS DOUBLE) / 3 END AS third, least(CAST(n AS DOUBLE) / 7, 1.0) AS bounded,
            CAST(n AS DECIMAL(20, 0)) * CAST(562949953421312 AS DECIMAL(15, 0)) AS rank, concat(' ', 'ä', ' ') AS text,
            row_number() OVER (PARTITION BY n % 2 ORDER BY n DESC) AS place, n >= 1e-05 AS some
        FROM numbers ORDER BY n DESC
    """
    group = """
        SELECT n % 4 AS k, max_by(n, (n * 7) % 11) AS best, CAST(sum(n) AS BIGINT) AS total FROM numbers GROUP BY n % 4 ORDER BY k
    """
    with open_engine(threads=2, temp=tmp_path) as duck:
        for engine in (duck, spark):
            engine.source("source", numbers(2))
            engine.map("numbers", "source", lambda batch: batch, NUMBERS)
        for text in (select, group):
            assert rows(spark, text) == rows(duck, text)


def test_numbers_sort_as_bytes_do(spark):
    texts = ["", "a", "a b", "a\x01b", "aa", "é", "\uffff", "\U00010000", "\U0001f600", "\ue000", *map(str, range(3000))]
    schema = pa.schema([("text", pa.string())])
    spark.source("source", lambda: iter([pa.record_batch([texts[k::3]], ["text"]) for k in range(3)]))
    spark.map("texts", "source", lambda batch: batch, schema)
    spark.number("numbered", "SELECT text FROM texts")
    found = rows(spark, "SELECT text, id FROM numbered ORDER BY id")
    assert [text for text, _ in found] == sorted(texts, key=str.encode)
    assert len({id for _, id in found}) == len(texts)


def test_tables_come_and_go(spark, tmp_path):
    seen = []
    spark.source("source", lambda: (seen.append(batch.num_rows) or batch for batch in numbers(9, 7)()))
    spark.map("twice", "source", lambda batch: pa.record_batch([[2 * n for n in batch.column(0).to_pylist()]], ["n"]), NUMBERS)
    spark.map("again", "twice", lambda batch: batch.slice(0, 0), NUMBERS)
    spark.table("few", "SELECT n, n + 1 AS m FROM twice WHERE n < 20")
    spark.table("few", "SELECT n FROM twice WHERE n < 6")
    assert rows(spark, "SELECT count(*), max(n) FROM twice") == [(63, 124)]
    assert rows(spark, "SELECT * FROM few ORDER BY n DESC") == [(4,), (2,), (0,)]
    assert rows(spark, "SELECT * FROM again") == rows(spark, "SELECT * FROM few WHERE n < 0") == []
    assert sum(seen) == 63
    spark.write(["SELECT n AS `a b`, 1 AS one FROM few WHERE n > 99 ORDER BY n"], tmp_path / "none")
    assert parquet.read_table(tmp_path / "none").to_pydict() == {"a b": [], "one": []}
    spark.drop("twice", "again", "few", "source", "never")
    assert not list((tmp_path / "a [b] {c,d} *").glob("*/*-*"))


def test_files_of_any_name(spark, tmp_path):
    table = tmp_path / "_x [1-2] {a}?: *.parquet"
    table.mkdir()
    for k in range(2):
        parquet.write_table(pa.table({"n": [k]}), table / f"part-{k}.parquet")
    parquet.write_table(pa.table({"n": [5]}), tmp_path / ".hidden")
    spark.parquet("read", [table, tmp_path / ".hidden"])
    assert rows(spark, "SELECT n FROM read ORDER BY n") == [(0,), (1,), (5,)]


def test_error_of_a_worker_is_ours(spark):
    def broken(batch):
        from paragen.base.errors import FormatError

        if 50 in batch.column(0).to_pylist():
            raise FormatError("links:51", "link 9-9", "links within the sentence", "Align again.")
        return batch

    spark.source("source", numbers())
    with pytest.raises(FormatError) as caught:
        spark.map("broken", "source", broken, NUMBERS)
    assert str(caught.value) == "links:51: found link 9-9, expected links within the sentence. Align again."
    assert caught.value.where == "links:51"

    def full(batch):
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left") as caught:
        spark.map("full", "source", full, NUMBERS)
    assert caught.value.errno == 28


def test_error_of_java_is_a_line(spark):
    spark.source("source", numbers())
    spark.map("numbers", "source", lambda batch: batch, NUMBERS)
    with pytest.raises(ParagenError, match=r"^spark: [^\n]*[Oo]verflow[^\n]*$"):
        spark.table("much", "SELECT n * 9223372036854775807 AS n FROM numbers")


@pytest.mark.parametrize(
    ("told", "kind", "message"),
    [
        ("Job aborted\nCaused by: java.io.IOException: No space left on device\n", OSError, "[Errno 28] No space left on device"),
        ("Disk quota exceeded", OSError, "[Errno 28] No space left on device"),
        (
            "o7.parquet\nCaused by: java.lang.OutOfMemoryError: Java heap space\n\tat x",
            ParagenError,
            "spark: one of its processes was lost, perhaps out of memory (Java heap space). Give more with --memory.",
        ),
        (
            "ExecutorLostFailure. ",
            ParagenError,
            "spark: one of its processes was lost, perhaps out of memory (ExecutorLostFailure). Give more with --memory.",
        ),
        (
            "ModuleNotFoundError: No module named 'paragen'",
            MissingPackageError,
            "paragen is not found on a Spark worker. Install paragen there with its extra spark, as docs/cluster.md says; "
            "PYSPARK_PYTHON names the Python that has it.",
        ),
        (
            'java.io.IOException: Cannot run program "python9": error=2',
            MissingPackageError,
            "python9 is not found on a Spark worker. Install paragen there with its extra spark, as docs/cluster.md says; "
            "PYSPARK_PYTHON names the Python that has it.",
        ),
        ("An error occurred while calling o7.sql.\n: a.b.C: what\n\tat a.b.D", ParagenError, "spark: a.b.C: what."),
        ("x\nCaused by: a.B: first\nCaused by: a.C: last.\n", ParagenError, "spark: last."),
        ("", ParagenError, "spark: RuntimeError."),
    ],
)
def test_causes(told, kind, message):
    error = explained(RuntimeError(told))
    assert type(error) is kind and str(error) == message
    error = RuntimeError("what")
    error._stackTrace = told
    assert type(explained(error)) is kind


def test_an_error_whose_java_has_ended():
    class Ended(Exception):
        def __str__(self):
            raise ConnectionRefusedError

    assert str(explained(Ended())) == "spark: Ended."


def test_a_folder_that_is_not_shared(tmp_path):
    work = Work("function", str(tmp_path / "elsewhere"), NUMBERS, 4)
    with pytest.raises(
        ConfigError, match="elsewhere: not found on the machine .* Name with --temp a folder that all machines share"
    ):
        raise pickle.loads(work((0, Part("part-00000.arrow"))))


def executors(application):
    """Processes of the executors of an application."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if application in command and any("CoarseGrainedExecutorBackend" in word for word in command):
            found.append(int(folder.name))
    return found


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="finds the worker's process in /proc")
def test_a_lost_worker_costs_nothing(spark, tmp_path, monkeypatch):
    monkeypatch.setattr("paragen.tables.engine.spark._BATCHES", 1)
    marks = tmp_path / "marks"
    marks.mkdir()

    def slow(batch, marks=str(marks)):
        import tempfile
        import time

        tempfile.mkstemp(dir=marks)
        time.sleep(0.4)
        return batch

    application = spark._context.applicationId

    def kill():
        while len(list(marks.iterdir())) < 4:
            time.sleep(0.05)
        os.kill(executors(application)[0], signal.SIGKILL)

    assert executors(application)
    killer = threading.Thread(target=kill)
    killer.start()
    spark.source("source", numbers(12))
    spark.map("numbers", "source", slow, NUMBERS)
    killer.join()
    assert len(list(marks.iterdir())) > 12
    assert rows(spark, "SELECT n FROM numbers ORDER BY n") == [(n,) for n in range(120)]


def test_interrupt_ends_it(spark, tmp_path):
    def endless(batch, mark=str(tmp_path / "mark")):
        import time

        open(mark, "w").close()
        time.sleep(60)
        return batch

    def interrupt():
        while not (tmp_path / "mark").exists():
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    spark.source("source", numbers(2))
    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        spark.map("endless", "source", endless, NUMBERS)
    spark.map("numbers", "source", lambda batch: batch, NUMBERS)
    assert rows(spark, "SELECT count(*) FROM numbers") == [(20,)]


def test_progress_grows_at_each_step(cluster, tmp_path):
    told = []
    parquet.write_table(pa.table({"n": [1]}), tmp_path / "one.parquet")
    with open_engine("spark", temp=tmp_path, progress=lambda step, share: told.append((step, share))) as engine:
        engine.source("source", numbers())
        engine.map("numbers", "source", lambda batch: batch, NUMBERS)
        engine.parquet("one", [tmp_path / "one.parquet"])
        engine.table("few", "SELECT n FROM numbers WHERE n < 6")
        assert len(rows(engine, "SELECT * FROM few")) == 6
        engine.write(["SELECT * FROM few", "SELECT * FROM one"], tmp_path / "out")
    assert list({step: share for step, share in told}.items()) == [
        (step, 1.0) for step in ("numbers", "opening one", "few", "reading", "writing")
    ]
    shares = [share for step, share in told if step == "numbers"]
    assert shares == sorted(shares)


def test_a_context_of_others_stays_as_it_is(cluster, tmp_path):
    from pyspark.sql import SparkSession

    theirs = SparkSession.builder.getOrCreate()
    theirs.sql("SELECT 1 AS one").createOrReplaceTempView("mine")
    before = theirs.conf.getAll, dict(theirs.sparkContext.getConf().getAll()), signal.getsignal(signal.SIGINT)
    with open_engine("spark", temp=tmp_path) as engine:
        engine.source("source", numbers())
        engine.map("mine", "source", lambda batch: batch, NUMBERS)
        assert rows(engine, "SELECT count(*) FROM mine") == [(80,)]
    assert (theirs.conf.getAll, dict(theirs.sparkContext.getConf().getAll()), signal.getsignal(signal.SIGINT)) == before
    assert theirs.sql("SELECT one FROM mine").collect()[0].one == 1
    with pytest.raises(ConfigError, match=r"^local\[7\]: Spark is already running in this process, with local"):
        open_engine("spark", temp=tmp_path, master="local[7]").__enter__()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"master": "sparks://here"}, r"^master: found 'sparks://here', expected spark://HOST:PORT"),
        ({"master": "spark://127.0.0.1:1"}, r"^spark://127.0.0.1:1: found no Spark master there \(127.0.0.1:1: .* refused\)"),
        ({"master": "spark://here"}, r"^spark://here: found no Spark master there"),
        ({"memory": "100M"}, r"^memory: found 100 MiB, expected 512 MiB or more"),
    ],
)
def test_wrong_options(needs_spark, tmp_path, options, message):
    with pytest.raises(ConfigError, match=message):
        open_engine("spark", temp=tmp_path, **options).__enter__()


def test_what_is_missing_is_named(needs_spark, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("JAVA_HOME", str(tmp_path))
        with pytest.raises(MissingPackageError, match="bin/java is not found; the engine spark needs Java 17 or newer"):
            open_engine("spark", temp=tmp_path).__enter__()
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(MissingPackageError, match=re.escape(install_hint("spark"))):
        open_engine("spark", temp=tmp_path).__enter__()


@pytest.mark.long
def test_a_process_that_starts_spark_and_ends_it(needs_spark, english_model, tmp_path):
    (tmp_path / "in.txt").write_text("The house is big.\n")
    done = process(
        "decode", "-m", english_model, "in.txt", "--engine", "spark", "--master", "local[1]", "--memory", "600M", "-o", "out",
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("paragen: 1 of 1 part files answered, 1 sentences in ") and done.stderr.count("\n") == 1
    assert (tmp_path / "out" / "in.txt").read_text() == "The building is large.\n"

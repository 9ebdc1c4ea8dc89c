"""Fixtures every test may ask for."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
from pathlib import Path

import pytest
from english import ENGLISH_TABLES, english_arpa
from fuzzing import LONG
from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")  # a loaded machine fails no test

MASTER = "local-cluster[2,1,1024]" if LONG else "local[2,4]"
"""Two executors, or none but the driver: each is a Java that must get up to speed."""
SPARK = f"""
spark.sql.codegen.wholeStage false
spark.sql.codegen.factoryMode {"FALLBACK" if LONG else "NO_CODEGEN"}
spark.python.worker.reuse true
spark.shuffle.compress false
"""
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
"""Soon up to speed, if not as fast."""
SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the transcripts in tests/golden anew")


def pytest_configure() -> None:
    """Take signals again that a shell in the background, or nohup, had ignored: the processes of the tests inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Return one worker more than there are processors: some tests wait for a signal, a server or Java."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    processors = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return len(processors) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Run the files of ``--dist loadfile`` in an order that keeps the workers equally busy."""
    if config.getoption("dist") != "loadfile":
        return None
    from scheduling import LongFilesFirst

    config.option.loadscopereorder = False
    return LongFilesFirst(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is for long runs only; put long files first, where there are several workers."""
    if not LONG:
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="for long runs: PARAGEN_LONG_TESTS=1"))
    if os.environ.get("PYTEST_XDIST_WORKER"):
        from scheduling import rank

        items.sort(key=lambda item: rank(item.nodeid))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real corpora and reference outputs beside the checkout; skips where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the real data in {SHARED.parent.name}/{SHARED.name}")
    return SHARED


@pytest.fixture(scope="session")
def english_model(tmp_path_factory) -> Path:
    """A packed model of a dozen English pairs."""
    from paragen.packing import TableSource, pack

    folder = tmp_path_factory.mktemp("english")
    (folder / "lm.arpa").write_text(english_arpa(), encoding="utf-8")
    sources = {}
    for name, text in ENGLISH_TABLES.items():
        (folder / f"{name}.txt").write_text("\n".join(map(str.strip, text.strip().splitlines())) + "\n", encoding="utf-8")
        licence = "CC0-1.0" if name == "phrases" else ""
        sources[name] = TableSource(folder / f"{name}.txt", licence=licence, floor=0)
    weights = {"lm": 0.5, "thesaurus": 1, "phrases": 1, "edit": 1}
    return pack(folder / "model", folder / "lm.arpa", sources, weights=weights)


@pytest.fixture(scope="session")
def syntax_model(tmp_path_factory) -> Path:
    """A packed model whose table "pivot" has syntactic labels, and "plain" has none."""
    from labelled import ARPA, PLAIN, ROWS, write_labelled

    from paragen.packing import TableSource, pack

    folder = tmp_path_factory.mktemp("syntax")
    (folder / "lm.arpa").write_text(ARPA, encoding="utf-8")
    (folder / "plain.txt").write_text(PLAIN, encoding="utf-8")
    write_labelled(folder / "pivot.parquet", ROWS)
    sources = {"pivot": TableSource(folder / "pivot.parquet", floor=0), "plain": TableSource(folder / "plain.txt", floor=0)}
    weights = {"lm": 0.1, "pivot": 1, "plain": 1, "edit": 5}
    return pack(folder / "model", folder / "lm.arpa", sources, weights=weights)


@pytest.fixture(scope="session")
def fitted_model(tmp_path_factory, english_model) -> Path:
    """A copy of it that says how sure edits are."""
    from fits import with_fit

    folder = tmp_path_factory.mktemp("fitted")
    return with_fit(english_model, folder / "model", folder / "english.bin")


@pytest.fixture
def steps_here(monkeypatch) -> None:
    """Run the steps of builds in this process: most tests need not know that each is one of its own, which starts Python."""
    from command_line import run_step

    monkeypatch.setattr("paragen.recipes.build.run_verb", run_step)


@pytest.fixture(scope="session")
def needs_spark():
    """Skips where Spark cannot run."""
    pytest.importorskip("pyspark")
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        pytest.skip("needs Java 17")
    if os.environ.get("PARAGEN_SANITIZE") == "1":
        pytest.skip("Spark runs what DuckDB runs; a build with more checks has nothing to add")


@pytest.fixture(scope="session")
def cluster(needs_spark, tmp_path_factory):
    """An engine that started a small cluster on this machine, and stops it; others join it."""
    from paragen.tables.builder import open_engine

    [package] = importlib.util.find_spec("pyspark").submodule_search_locations
    home = tmp_path_factory.mktemp("spark")
    for folder in Path(package).iterdir():  # executors work in a folder below Spark's own
        if folder.name in ("bin", "jars", "python", "sbin"):
            (home / folder.name).symlink_to(folder)
    (home / "conf").mkdir()
    (home / "conf" / "spark-defaults.conf").write_text(SPARK)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_HOME", str(home))
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("JAVA_TOOL_OPTIONS", JAVA)
        patch.delenv("PYSPARK_PYTHON", raising=False)
        patch.setattr("paragen.tables.engine.session._LOCAL_PARTITIONS", 4)  # each of them is a task, and tables are small
        with open_engine("spark", memory="1G", master=MASTER, temp=tmp_path_factory.mktemp("temp")) as engine:
            yield engine

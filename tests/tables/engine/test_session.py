"""How Spark is started: its settings, and what keeps it from starting; without Java."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest

from paragen.base.errors import ConfigError, MissingPackageError
from paragen.tables.engine.session import _configured, _not_started, _reach, _settings, is_local

LOOPBACK = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}


@pytest.mark.parametrize(
    ("master", "memory", "more"),
    [
        ("local", "2048m", {"spark.ui.enabled": "false", **LOOPBACK}),
        ("local[4]", "2048m", {"spark.ui.enabled": "false", **LOOPBACK}),
        ("local-cluster[2, 1, 1024]", "1024m", {"spark.ui.enabled": "false"}),
        ("local-cluster[2,1,4096]", "2048m", {"spark.ui.enabled": "false"}),
        ("spark://here:7077", "2048m", {}),
        ("k8s://https://here", "2048m", {}),
        ("of a configuration", "2048m", {}),
    ],
)
def test_settings(master, memory, more):
    """An executor gets the memory that was given, but no more than its worker has."""
    assert _settings(master, 2 << 30) == {
        "spark.app.name": "paragen", "spark.executor.memory": memory, "spark.log.level": "ERROR",
        "spark.ui.showConsoleProgress": "false", **more,
    }  # fmt: skip
    assert is_local(master) == master.startswith("local")


@pytest.mark.parametrize(
    ("master", "cores", "partitions"), [("local[4]", 4, "64"), ("spark://here:7077", 8, "200"), ("yarn", 100, "400")]
)
def test_a_shuffle_has_parts_for_all_processors(monkeypatch, master, cores, partitions):
    monkeypatch.setattr("paragen.tables.engine.session._LOCAL_PARTITIONS", 64)  # tests of Spark may have set fewer
    conf = {}
    session = SimpleNamespace(
        conf=SimpleNamespace(set=conf.__setitem__), sparkContext=SimpleNamespace(master=master, defaultParallelism=cores)
    )
    assert _configured(session) is session
    assert conf["spark.sql.shuffle.partitions"] == partitions
    assert conf["spark.sql.ansi.enabled"] == "true" and conf["spark.sql.session.timeZone"] == "UTC"


@pytest.mark.parametrize(
    ("log", "error", "kind", "message"),
    [
        (None, "what\n  more", ConfigError, "here: Spark did not start (what)."),
        ("starting\njava.lang.Exception: first.\n  an error: last. \n\tat x\n", "x", ConfigError,
         "here: Spark did not start (an error: last)."),
        (b"\xff Error\n", "x", ConfigError, "here: Spark did not start (\ufffd Error)."),
        ("java.lang.UnsupportedClassVersionError: x\n", "x", MissingPackageError,
         "java is too old; the engine spark needs Java 17 or newer. Install it, or set JAVA_HOME."),
        (None, "UnsupportedClassVersionError", MissingPackageError,
         "java is too old; the engine spark needs Java 17 or newer. Install it, or set JAVA_HOME."),
    ],
)  # fmt: skip
def test_why_it_did_not_start(tmp_path, log, error, kind, message):
    if log is not None:
        (tmp_path / "log").write_bytes(log if isinstance(log, bytes) else log.encode())
    found = _not_started("here", tmp_path / "log", RuntimeError(error))
    assert type(found) is kind and str(found) == message
    if log is None and kind is ConfigError:
        assert str(_not_started(None, tmp_path / "log", RuntimeError(error))) == "spark: Spark did not start (what)."


def test_a_master_answers_at_one_of_its_addresses():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        _reach(f"spark://127.0.0.1:{port}")
        _reach(f"spark://127.0.0.1:1,127.0.0.1:{port}")
    _reach("local[2]")
    with pytest.raises(ConfigError) as error:
        _reach("spark://127.0.0.1:1,[::1]:x")
    assert str(error.value) == (
        "spark://127.0.0.1:1,[::1]:x: found no Spark master there (127.0.0.1:1: Connection refused; "
        "[::1]:x: invalid literal for int() with base 10: 'x'), expected a running one. Check its address."
    )

"""Starts Spark, or joins the one already running in this process."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from paragen.base.errors import ConfigError, MissingPackageError
from paragen.base.packages import install_hint
from paragen.tables.engine.jobs import reason

_MASTER = re.compile(r"local(\[[^\]]+\])?|local-cluster\[\s*\d+\s*,\s*\d+\s*,\s*(?P<mib>\d+)\s*\]|spark://.+|yarn|k8s://.+")
_LEAST = 512 << 20  # bytes; Spark does not start with less
_SECONDS = 10.0  # to reach the master
_LOCAL_PARTITIONS = 64  # of a shuffle; Spark joins small ones

_SQL = {
    "spark.sql.ansi.enabled": "true",  # an overflow is an error, as with DuckDB, not NULL
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.caseSensitive": "false",
    "spark.sql.sources.fileCompressionFactor": "4",  # how much larger a table of ours is in memory
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.parquet.compression.codec": "zstd",
    "spark.sql.pyspark.jvmStacktrace.enabled": "false",
}


@contextmanager
def spark_session(scratch: Path, master: str | None, memory: int) -> Iterator[Any]:
    """Yield a SparkSession of our own; a SparkContext already running in this process is left alone.

    Raises
    ------
    ConfigError : the master does not exist, or cannot be reached.
    MissingPackageError : pyspark or Java is not installed.
    """
    _import()
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    _check(master, memory)
    running = SparkContext._active_spark_context
    if running is not None:
        if master not in (None, running.master):
            found = f"Spark is already running in this process, with {running.master}"
            raise ConfigError(f"{master}: {found}. Stop it first, or use it.")
        yield _configured(SparkSession.builder.getOrCreate().newSession())
        return
    with _own_interrupts(), _java(scratch / "spark.log", master, memory) as is_ours:
        session = SparkSession(_start(scratch, master, memory, is_ours))
        try:
            yield _configured(session)
        finally:
            with suppress(Exception):  # Java may have ended
                session.stop()


def is_local(master: str) -> bool:
    """Return whether all of Spark runs on this machine."""
    return master.startswith("local")


def task_attempts(context: Any) -> int:
    """Return how many times Spark tries a task."""
    conf, master = context.getConf(), context.master
    if is_local(master) and not master.startswith("local-cluster"):
        return 1
    return int(conf.get("spark.task.maxFailures", "4") or 4)


def _import() -> None:
    """Import what is needed, without pyspark's warnings about pandas, which is not used here."""
    try:
        import pyarrow  # noqa: F401
        import pyspark
    except ImportError as error:
        raise MissingPackageError(
            f"{error.name} is not installed, which the engine spark needs. {install_hint('spark')}"
        ) from None
    with warnings.catch_warnings(), suppress(ImportError):
        warnings.simplefilter("ignore")
        import pyspark.testing.utils  # noqa: F401


def _check(master: str | None, memory: int) -> None:
    if memory < _LEAST:
        raise ConfigError(f"memory: found {memory >> 20} MiB, expected {_LEAST >> 20} MiB or more for Spark. Raise --memory.")
    if master is not None and not _MASTER.fullmatch(master):
        raise ConfigError(f"master: found {master!r}, expected spark://HOST:PORT, local[N], yarn or k8s://….")
    if master is not None:
        _reach(master)
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else "java"
    if shutil.which(java) is None:
        raise MissingPackageError(f"{java} is not found; the engine spark needs Java 17 or newer. Install it, or set JAVA_HOME.")


def _reach(master: str) -> None:
    """Raise ConfigError if no address of a ``spark://`` master answers; Spark itself would try for minutes."""
    if not master.startswith("spark://"):
        return
    reasons = []
    for address in master.removeprefix("spark://").split(","):
        host, _, port = address.rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), _SECONDS).close()
            return
        except (OSError, ValueError) as error:
            reasons.append(f"{address}: {getattr(error, 'strerror', None) or error}")
    raise ConfigError(f"{master}: found no Spark master there ({'; '.join(reasons)}), expected a running one. Check its address.")


def _start(scratch: Path, master: str | None, memory: int, is_ours: bool) -> Any:
    """Return a new SparkContext."""
    from pyspark import SparkConf, SparkContext

    with _starting(scratch / "spark.log", master):
        conf = SparkConf(_jvm=SparkContext._jvm)
        if master is not None:
            conf.setMaster(master)
        master = conf.get("spark.master", None) or "local[*]"
        _reach(master)
        for key, value in _settings(master, memory).items():
            conf.set(key, value)
        if is_local(master) and is_ours:  # Java keeps using the folder it was first given
            conf.set("spark.local.dir", os.fspath(scratch / "spark"))
        context = SparkContext(conf=conf)
    python = conf.get("spark.pyspark.python", None) or os.environ.get("PYSPARK_PYTHON")
    context.pythonExec = python or (sys.executable if is_local(master) else "python3")
    return context


@contextmanager
def _java(log: Path, master: str | None, memory: int) -> Iterator[bool]:
    """Start Java, or use the one running; yield whether it is ours, and so ends with the block. Its output goes to a file."""
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway

    if SparkContext._gateway is not None:
        yield False
        return
    conf = SparkConf(loadDefaults=False).set("spark.log.level", "ERROR")
    if master is not None:
        conf.set("spark.master", master)
    if master is None or is_local(master):
        conf.set("spark.driver.memory", f"{memory >> 20}m")
    with _starting(log, master), open(log, "wb") as output:
        gateway = launch_gateway(conf, popen_kwargs={"stdout": output, "stderr": output})  # type: ignore[no-untyped-call]
    SparkContext._ensure_initialized(gateway=gateway, conf=conf)
    try:
        yield True
    finally:
        SparkContext._gateway = SparkContext._jvm = SparkContext._active_spark_context = None
        _end(gateway)


def _end(gateway: Any) -> None:
    """Make Java end by closing its input."""
    gateway.shutdown()
    if gateway.proc is not None:
        gateway.proc.stdin.close()
        try:
            gateway.proc.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            gateway.proc.kill()
            gateway.proc.wait()


@contextmanager
def _starting(log: Path, master: str | None) -> Iterator[None]:
    """Translate errors that keep Spark from starting into ours."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (Py4JError, PySparkException) as error:
        raise _not_started(master, log, error) from None


def _settings(master: str, memory: int) -> dict[str, str]:
    found = _MASTER.fullmatch(master)
    memory_of_worker = int(found["mib"] or 0) << 20 if found else 0
    memory = min(memory, memory_of_worker or memory)
    settings = {
        "spark.app.name": "paragen",
        "spark.executor.memory": f"{memory >> 20}m",
        "spark.log.level": "ERROR",
        "spark.ui.showConsoleProgress": "false",
    }
    if is_local(master):
        settings["spark.ui.enabled"] = "false"
    if is_local(master) and not memory_of_worker:
        settings |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    return settings


def _not_started(master: str | None, log: Path, error: Exception) -> Exception:
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    if "UnsupportedClassVersionError" in text + str(error):
        return MissingPackageError("java is too old; the engine spark needs Java 17 or newer. Install it, or set JAVA_HOME.")
    errors = [line for line in text.splitlines() if "rror" in line or "xception" in line]
    return ConfigError(f"{master or 'spark'}: Spark did not start ({(errors or [reason(error)])[-1].strip().rstrip('.')}).")


def _configured(session: Any) -> Any:
    """Set the SQL dialect, for this session only."""
    for key, value in _SQL.items():
        session.conf.set(key, value)
    context = session.sparkContext
    partitions = _LOCAL_PARTITIONS if is_local(context.master) else max(200, 4 * context.defaultParallelism)
    session.conf.set("spark.sql.shuffle.partitions", str(partitions))
    return session


@contextmanager
def _own_interrupts() -> Iterator[None]:
    """Restore the interrupt handler, which pyspark replaces."""
    main = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if main else None
    try:
        yield
    finally:
        if main and before is not None:
            signal.signal(signal.SIGINT, before)

"""A small cluster on this machine: two executors, each a process of its own."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

import pytest

from paragen.tables.engine import open_engine

CLUSTER = "local-cluster[2,1,1024]"


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
    """An engine that started the cluster, and stops it; others join it."""
    [package] = importlib.util.find_spec("pyspark").submodule_search_locations
    home = tmp_path_factory.mktemp("spark")
    for folder in Path(package).iterdir():  # executors work in a folder below Spark's own
        if folder.name in ("bin", "jars", "python", "sbin"):
            (home / folder.name).symlink_to(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_HOME", str(home))
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")  # soon up to speed, if not as fast
        patch.delenv("PYSPARK_PYTHON", raising=False)
        with open_engine("spark", memory="1G", master=CLUSTER, temp=tmp_path_factory.mktemp("temp")) as engine:
            yield engine


@pytest.fixture
def spark(cluster, tmp_path):
    """An engine on the cluster, without tables; its files have names that Spark takes as patterns."""
    folder = tmp_path / "a [b] {c,d} *"
    folder.mkdir()
    with open_engine("spark", memory="1G", temp=folder) as engine:
        yield engine

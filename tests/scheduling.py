"""Which worker of pytest-xdist runs what, and when."""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling

CLUSTER = ("tests/tables/engine/test_spark.py", "tests/cluster/test_spark.py")
"""Tests of one cluster, which each worker that runs one of them would start."""
LONG = (
    *CLUSTER, "tests/test_docs.py", "tests/tables/bilingual/syntax/test_chain.py", "tests/recipes/test_papers.py",
    "tests/tuning/page/test_browser.py", "tests/test_hostile_calls.py", "tests/decoder/test_moses.py",
    "tests/tables/bilingual/patterns/test_models.py", "tests/cli/test_graph.py", "tests/cli/test_eval.py",
    "tests/recipes/test_build.py", "tests/test_hostile.py", "tests/resources/test_sources.py",
    "tests/tables/bilingual/pivot/test_pivot.py", "tests/lm/test_fuzz_lm.py", "tests/cli/test_engine.py",
    "tests/server/test_page.py", "tests/lm/test_estimate.py", "tests/decoder/test_search.py",
)  # fmt: skip
"""Files that take long, the longest first: a worker that began one of them last would keep the others waiting."""


def rank(nodeid: str) -> int:
    """Return the place of a test's file in the order in which they begin."""
    file = nodeid.partition("::")[0]
    return LONG.index(file) if file in LONG else len(LONG)


class LongFilesFirst(LoadFileScheduling):
    """Gives a worker file after file, in the order of collection; the tests of the cluster are as one file."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return CLUSTER[0] if file in CLUSTER else file

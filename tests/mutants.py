"""Mutation testing: changes the package a little, many times, and counts the changes that the tests notice.

mutmut makes the changes and runs the tests that reach each of them. It works on a copy of the installed package, because
the folders of the checkout are laid out otherwise than what is imported.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import paragen

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "mutants"


def transcripts(calls: str, commands: str = "") -> list[str]:
    """Return the tests of some transcripts of calls and commands."""
    return [
        *(f"tests/test_golden_calls.py::test_calls[{name}]" for name in calls.split()),
        *(f"tests/cli/test_golden.py::test_transcript[{verb}]" for verb in commands.split()),
    ]


FRONT = ("model", "packing", "results", "rewriting", "settings")
SLOW_COMMANDS = (  # or those that only end processes, or see what mutmut imports
    "eval.py::test_on_real_labels", "eval.py::test_weights_retuned_for_each_combination", "graph.py::test_a_full_disk",
    "graph.py::test_ended_and_resumed", "parse.py::test_killed_it_leaves_no_output_and_no_process",
    "decode.py::test_very_long_and_very_many_lines", "comparable.py::test_ended_in_the_middle",
    "eval.py::test_same_bytes_for_any_threads_and_hash_seed", "pivot.py::test_interrupted", "pivot.py::test_two_at_once",
    "label.py::test_labels_until_ctrl_c_and_goes_on", "decode.py::test_interrupted", "pack.py::test_two_at_once",
    "definitions.py::test_killed_it_leaves_nothing_half_written", "decode.py::test_a_person_who_types_sees_the_answer",
    "decode.py::test_a_line_is_decoded_without_what_it_does_not_use",
)
SLOW_MODELS = (  # of whose kernels other tests see enough
    "estimate.py::test_memory_is_kept_to", "estimate.py::test_a_word_of_a_gigabyte_is_refused_before_it_is_held",
    "estimate.py::test_full_disk", "bad_models.py::test_cut_anywhere", "bad_models.py::test_any_bytes",
    "reading.py::test_any_model",
)
SERVER = [  # without browsers
    "tests/server", "--ignore=tests/server/test_page.py",
    "--deselect=tests/server/test_v1.py::test_any_json_is_answered_or_refused",
]
PACKAGES = {
    "text": ("text/*.py", [
        "tests/text", "tests/rewriting", "tests/packing/test_extending.py", "tests/test_paraphraser.py", *transcripts("text"),
    ]),
    "languages": ("text/*/*.py", [  # and opposites
        "tests/text", "tests/tables/opposites", "tests/decoder/test_guards.py", "tests/resources/test_languages.py",
        *transcripts("text"),
    ]),
    "base": ("base/*.py", [
        "tests/base", "tests/tables/test_corpus.py", "tests/model/test_weights.py", "tests/cli/test_destinations.py",
        "tests/lm/test_bad_models.py", "tests/tables/test_bad_tables.py", *transcripts("models labels tables"),
    ]),
    "inflection": ("tables/inflection/*.py", ["tests/tables/inflection", "tests/tables/opposites", "tests/cli/test_entries.py"]),
    "calibration": ("tables/calibration/*.py", ["tests/tables/calibration", "tests/cli/test_calibrate.py"]),
    "recipes": ("recipes/*.py", [
        "tests/recipes", "--ignore=tests/recipes/test_papers.py", "tests/resources", *transcripts("recipes", "build"),
    ]),
    "tuning": ("tuning/**/*.py", [
        "tests/tuning", "--ignore=tests/tuning/page/test_browser.py", "tests/cli/test_tune.py", "tests/cli/test_label.py",
        "tests/cli/test_labels.py", "tests/cli/test_eval.py", "tests/cli/test_fit.py",
        *transcripts("labels gold tuning fit page", "labels label tune eval fit"),
    ]),
    "witness": ("lm/*.py", ["tests/lm/test_witness.py", *transcripts("decoder")]),
    "lm": ("lm/*/*.py", [
        "tests/lm", "--ignore=tests/lm/test_fuzz_lm.py", "--ignore=tests/lm/test_witness.py",
        *(f"--deselect=tests/lm/test_{slow}" for slow in SLOW_MODELS), *transcripts("decoder lm models", "lm mix pack"),
    ]),
    "decoder": ("decoder/**/*.py", ["tests/decoder", "tests/test_paraphraser.py", *transcripts("decoder front models")]),
    "engine": ("tables/engine/*.py", [
        "tests/tables/engine", "--deselect=tests/tables/engine/test_spark.py::test_generated_rows",
        "--deselect=tests/tables/engine/test_spark.py::test_command_line", "tests/tables/bilingual/pivot/test_pivot.py",
        "tests/tables/bilingual/extraction/test_bad_bitext.py", *transcripts("tables", "extract pivot"),
    ]),
    "tables": ("tables/io/*.py tables/store/*.py tables/builder.py", [
        "tests/tables/test_bad_tables.py", "tests/tables/test_builder.py", "tests/tables/test_corpus.py",
        "tests/tables/test_formats.py",
        "tests/tables/test_writing.py", "tests/cli/test_pack.py", *transcripts("tables resources", "pack"),
    ]),
    "parses": ("tables/parses/*.py", [
        "tests/tables/parses", "tests/tables/resources/parallel", "tests/cli/test_parse.py",
        *transcripts("tables resources", "parse"),
    ]),
    "bilingual": ("tables/bilingual/**/*.py", [
        "tests/tables/bilingual", "--deselect=tests/tables/bilingual/alignment/test_eflomal.py::test_pairs_at_the_limit",
        "tests/cli/test_align.py", *transcripts("tables", "align extract pivot"),
    ]),
    "sources": ("tables/resources/**/*.py", [  # of tables
        "tests/tables/resources", "tests/cli/test_comparable.py", "tests/cli/test_definitions.py", "tests/cli/test_parallel.py",
        "tests/cli/test_queries.py", "tests/cli/test_thesaurus.py",
        *transcripts("resources", "comparable definitions parallel queries thesaurus"),
    ]),
    "front": ("__init__.py paraphraser.py " + " ".join(f"{part}/*.py" for part in FRONT), [
        "tests/test_paraphraser.py", *(f"tests/{part}" for part in FRONT if (ROOT / "tests" / part).is_dir()),
        "tests/spans/test_mapping.py", "tests/cli/test_pack.py", "tests/cli/test_decode.py", "tests/cli/test_substitutes.py",
        *(f"--deselect=tests/cli/test_{slow}" for slow in SLOW_COMMANDS),
        *transcripts("front models", "pack inspect verify decode substitutes"),
    ]),
    "io": ("io/*.py", [
        *(f"tests/cli/test_{name}.py" for name in ("columns", "copies", "decode", "documents", "in_place", "inputs")),
        *(f"tests/cli/test_{name}.py" for name in ("long_lines", "one_more_format", "pace", "spans", "style", "substitutes")),
        *(f"--deselect=tests/cli/test_{slow}" for slow in SLOW_COMMANDS), "tests/results", "tests/settings/test_strength.py",
        *transcripts("front", "decode substitutes"),
    ]),
    "spans": ("spans/*.py", ["tests/spans", "tests/cli/test_spans.py"]),
    "documents": ("documents/*.py", ["tests/documents", "tests/cli/test_documents.py"]),
    "adapters": ("adapters/*.py", [
        "tests/adapters", "--deselect=tests/adapters/test_spacy.py::test_spacy_finds_the_component_by_itself",
    ]),
    "lsp": ("lsp/*.py", ["tests/lsp"]),
    "web": ("web/*.py", ["tests/web", *SERVER, "tests/tuning/page", "--ignore=tests/tuning/page/test_browser.py"]),
    "server": ("server/**/*.py", SERVER),
    "cli": ("cli/**/*.py", [
        "tests/test_docs.py::test_command_reference_is_current",  # first: it imports the verbs, and sees what is done there
        "tests/test_docs.py::test_manual_page_is_current_and_well_formed", "tests/cli",
        *(f"--deselect=tests/cli/test_{slow}" for slow in SLOW_COMMANDS),
    ]),
    "cluster": ("cluster/*.py", ["tests/cluster", "--ignore=tests/cluster/test_spark.py"]),
}
"""Files to change, below the package, and the tests that ought to notice."""
CAUGHT = {1, 3, 24, 152, -6, -9, -11, -24, 36, 37, 255}  # failed, ended, or out of time
UNREACHED = 33
DECORATORS = ("cache", "cached_property", "contextmanager", "property")
PLUGIN = """import inspect
import json
import os
import sys
from pathlib import Path

from hypothesis import Phase, settings

settings.register_profile("mutants", derandomize=True, database=None, deadline=None, phases=[Phase.explicit, Phase.generate])
settings.load_profile("mutants")
of_function = inspect.getfullargspec
inspect.getfullargspec = lambda function: of_function(inspect.unwrap(function))  # spaCy asks what arguments a factory takes
STATS = os.environ.get("MUTANT_UNDER_TEST") == "stats"
if STATS:  # this process knows it; one that a test starts would have nowhere to note
    del os.environ["MUTANT_UNDER_TEST"]


def pytest_runtest_setup(item):
    # what an earlier test has cached is reached by this one, too
    if STATS:
        for name in [name for name in sys.modules if name.startswith("paragen.")]:
            for value in list(vars(sys.modules[name]).values()):
                getattr(value, "cache_clear", int)()


def pytest_collection_modifyitems(items):
    # quick tests first: one that fails ends the run
    try:
        durations = json.loads(Path("mutmut-stats.json").read_text())["duration_by_test"]
    except FileNotFoundError:
        return
    items.sort(key=lambda item: durations.get(item.nodeid, 0))
"""
MAKE = """from mutmut import __main__ as mutmut

mutmut.set_mutant_under_test("mutant_generation")
mutmut.copy_src_dir()
mutmut.copy_also_copy_files()
mutmut.setup_source_paths()
mutmut.create_mutants(1)
"""


def decorated_later(source: str) -> str:
    """Return a module that decorates its functions once they are defined: mutmut leaves those with a decorator alone."""
    lines = source.split("\n")
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for function in sorted(functions, key=lambda node: node.lineno, reverse=True):
        decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
        if len(decorators) == 1 and decorators[0] in DECORATORS:
            lines.insert(function.end_lineno, f"{' ' * function.col_offset}{function.name} = {decorators[0]}({function.name})")
            del lines[function.decorator_list[0].lineno - 1]
    return "\n".join(lines)


def prepare(name: str, folder: Path, decorated: bool) -> None:
    """Copy the installed package and the tests to where mutmut works, and say what it is to change."""
    files, tests = PACKAGES[name]
    package = folder / "src" / "paragen"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(Path(paragen.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    changed = sorted(path.relative_to(folder).as_posix() for pattern in files.split() for path in package.glob(pattern))
    for path in changed if decorated else ():
        (folder / path).write_text(decorated_later((folder / path).read_text("utf-8")), "utf-8")
    for part in ("tests", "docs", "resources", "decoder/fit", "tuning/page/static"):
        built = ["model"] if part == "resources" else []  # the starter pack's, which the package has
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", *built))
    (folder / "mutants_plugin.py").write_text(PLUGIN, encoding="utf-8")
    config = {
        "source_paths": ["src"], "only_mutate": changed,
        "also_copy": ["docs", "resources", "decoder", "tuning", "mutants_plugin.py"],
        "pytest_add_cli_args_test_selection": tests, "use_git_change_detection": False,
        "debug": True, "process_isolation": "forkserver",  # what the tests have cached must not hide a change
        "timeout_constant": 4.0,  # a cluster that starts slowly is no change that was noticed
        "pytest_add_cli_args": ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "mutants_plugin"],
    }  # fmt: skip
    pytest_options = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[tool.pytest.ini_options]")[2]
    (folder / "pyproject.toml").write_text(
        "[tool.mutmut]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in config.items())
        + "[tool.pytest.ini_options]" + pytest_options.partition("\n[")[0],
        encoding="utf-8",
    )  # fmt: skip


def python(folder: Path, *args: str, below: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "mutants" / "src"), str(folder)]), **variables}
    return subprocess.run([sys.executable, *args], cwd=folder / below, env=env, capture_output=True, text=True, check=False)


def said(done: subprocess.CompletedProcess[str]) -> str:
    """Return the end of what a process printed, without its spinner."""
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line[:1] not in "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"]
    return "\n".join(lines[-100:])


def results(folder: Path) -> dict[str, int | None]:
    """Return the exit code of the tests for each change, by its name."""
    found: dict[str, int | None] = {}
    for path in sorted((folder / "mutants").rglob("*.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def measure(name: str, sample: int, seed: int, decorated: bool) -> tuple[Counter[str], list[str]]:
    """Return how many changes were caught, survived and were not reached, and the names of the latter two."""
    folder = WORK / name
    prepare(name, folder, decorated)
    made = python(folder, "-c", MAKE)
    names = sorted(results(folder))
    if not names:
        sys.exit(f"{name}: no changes were made:\n{said(made)}")
    chosen = names if len(names) <= sample else random.Random(seed).sample(names, sample)
    ran = python(folder, "-m", "mutmut", "run", "--max-children", "1", *chosen)
    codes = {key: code for key, code in results(folder).items() if key in set(chosen)}
    if None in codes.values():
        sys.exit(f"{name}: not all were tried:\n{said(ran)}")
    for key in [key for key, code in codes.items() if code == UNREACHED]:  # a process that a test starts may reach it
        options = ["-x", "-o", "timeout=100", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "mutants_plugin"]
        if python(folder, "-m", "pytest", *options, *PACKAGES[name][1], below="mutants", MUTANT_UNDER_TEST=key).returncode == 1:
            codes[key] = 1
    counts = Counter("caught" if code in CAUGHT else "unreached" if code == UNREACHED else "survived" for code in codes.values())
    counts["made"] = len(names)
    return counts, sorted(key for key, code in codes.items() if code not in CAUGHT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packages", nargs="*", default=list(PACKAGES), help=f"of {', '.join(PACKAGES)}; all if none is named")
    parser.add_argument("--sample", type=int, default=200, help="changes to try in each package, at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decorated", action="store_true", help=f"change functions with {', '.join(DECORATORS)}, too")
    parser.add_argument("--diffs", action="store_true", help="show what the changes that survived are")
    options = parser.parse_args()
    for name in options.packages:
        counts, left = measure(name, options.sample, options.seed, options.decorated)
        tried = counts["caught"] + counts["survived"] + counts["unreached"]
        print(f"{name}: {counts['caught'] / tried:.1%} of {tried} caught ({counts['made']} made); "
              f"{counts['survived']} survived, {counts['unreached']} reached by no test", flush=True)
        for key in left:
            print(f"  {key}")
            if options.diffs:
                print(python(WORK / name, "-m", "mutmut", "show", key).stdout, flush=True)


if __name__ == "__main__":
    main()

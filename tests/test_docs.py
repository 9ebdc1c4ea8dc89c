"""The documentation is true: references are complete and current, links lead somewhere, and what stands in blocks runs."""

from __future__ import annotations

import gzip
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import command_line
import pytest
from command_line import shell, statements
from example_files import files, judgements
from languages import sources

import paragen
from paragen.cli import VERBS, cli
from paragen.cli.manual import manual
from paragen.cli.reference import actions, example, reference

ROOT = Path(__file__).resolve().parents[1]
PAGES = [str(path.relative_to(ROOT)) for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))]
JOBS = (
    "everyday",
    "decoding", "fit", "conditions", "substitutes", "syntax", "packing", "language-models", "bitext", "thesaurus", "parallel",
    "comparable", "definitions", "graphs", "server", "editors", "languages", "adapters",
    "patterns", "queries", "calibration", "building", "labels", "tuning", "papers", "starter-pack", "commands", "benchmarks",
)  # fmt: skip
STALE = "it is not what the program says now: run `make docs` and look at what has changed"


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def generator():
    """The script docs/generate.py as a module."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_an_example_and_a_place_in_the_docs(verb):
    command = cli.get_command(click.Context(cli), verb)
    assert command.help
    assert f"paragen {verb}" in example(command)
    assert all(param.help for param in command.params if isinstance(param, click.Option))
    shown = command.get_help(click.Context(command, **cli.context_settings))
    assert not [nothing for nothing in ('""', "True", "False") if f"[default: {nothing}]" in shown]
    assert f"paragen {verb}" in read("README.md") or f"`{verb}`" in read("README.md")
    assert f"## paragen {verb}\n" in read("docs/commands.md")
    assert any(
        f"\nparagen {verb}" in read(f"docs/{page}.md") or f"| paragen {verb}" in read(f"docs/{page}.md")
        for page in JOBS
        if page != "commands"
    )


def test_command_reference_is_current():
    assert read("docs/commands.md") == reference(), f"docs/commands.md: {STALE}"
    shown = " ".join(command_line.paragen("entries", "--help").stdout.split())
    assert "[default: 20; x>=1]" in shown and "[default: 0.0; 0<=x<=1]" in shown and shown.count("[default: ") == 2


def test_manual_page_is_current_and_well_formed():
    page = ROOT / "docs" / "paragen.1"
    assert page.read_text(encoding="ascii") == manual(), f"docs/paragen.1: {STALE}"
    if not shutil.which("groff"):
        pytest.skip("needs groff")
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True, check=True)
    assert done.stdout + done.stderr == ""


def test_readme_transcripts_are_current():
    readme = read("README.md")
    assert generator().filled(readme) == readme, f"README.md: {STALE}"


def test_readme_has_its_parts_in_order():
    readme = read("README.md")
    parts = [
        "# paragen",
        "## What it is for",
        "make demo\nmake test",
        "$ make demo",
        "```python",
        "how-it-works.svg",
        "## Where to read on",
    ]
    assert sorted(parts, key=readme.index) == parts
    assert all(f"(docs/{page}.md)" in readme for page in JOBS)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", read(page)):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert ((ROOT / page).parent / target).exists(), f"{page}: {target}"


@pytest.mark.parametrize("page", PAGES)
def test_options_exist(page):
    """Every option in a command line of the docs is an option of its verb."""
    commands = {verb: cli.get_command(click.Context(cli), verb) for verb in VERBS}
    known = {verb: {name for one in (command, *actions(command).values()) for param in one.params
                    for name in [*param.opts, *param.secondary_opts]}
             for verb, command in commands.items()}  # fmt: skip
    for line in re.findall(rf"^.*\bparagen (?:{'|'.join(VERBS)})\b.*$", read(page), re.M):
        for verb, rest in re.findall(r"\bparagen (\w+)([^|`]*)", line):
            for option in re.findall(r"(?<=\s)(--?[a-zA-Z][\w-]*)", rest) if verb in known else ():
                assert option in known[verb] | {"--help"}, f"{page}: {line}"


def flat_tree(line: str) -> str:
    """Return a tree of a sentence in which no word is nearer to one than to another."""
    tokens = re.sub(r"([()])", r" \1 ", line).split()
    escapes = {"(": "-LRB-", ")": "-RRB-"}
    return f"(S {' '.join(f'(X {escapes.get(token, token)})' for token in tokens)})\n"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory, english_model) -> Path:
    """A folder with the files that the examples of the docs name."""
    folder = tmp_path_factory.mktemp("workspace")
    (folder / "model").symlink_to(english_model)
    arpa, thesaurus = ((english_model.parent / name).read_text(encoding="utf-8") for name in ("lm.arpa", "thesaurus.txt"))
    several = "".join(f"{line.rpartition(' ')[0]} 0.1 0.2 0.3 0.4\n" for line in thesaurus.splitlines())
    prose = [line for path in sorted((ROOT / "resources/starter/prose").glob("*.txt")) for line in path.open(encoding="utf-8")]
    for name, text in {
        "thesaurus.txt": thesaurus, "phrases.gz": several, "lm.arpa.gz": arpa, "lm.arpa": arpa,
        "phrases.txt": "made a purchase\nbig\n", "model.arpa": arpa,
        "in.txt": "They made a purchase.\n\nThe house is big.\n", "help.md": "# Help\n\nIt is *big*.\n",
        "records.jsonl": '{"text": "They made a purchase.", "entities": [[0, 4, "WHO"]]}\n',
        "med.csv": "lay,medical\nheart attack,myocardial infarction\n", "always.csv": "US,United States\n", "block.txt": "firm\n",
        "questions.jsonl": '{"text": "They made a purchase.", "intent": "buy"}\n',
        "spacy.jsonl": '{"text": "The house is big.", "ents": [{"start": 4, "end": 9}], "sents": [{"start": 0, "end": 17}]}\n',
        "novels.txt": "".join(prose[::4]),
        "news.txt.gz": "".join(prose[1::20]), "news.trees.gz": "".join(map(flat_tree, prose[1::20])),
        "news.de": "Das Haus ist groß .\nDas Auto ist rot .\n", "news.en": "The house is big .\nThe car is red .\n",
        "stories.en": "The house is big .\n", "pairs.txt": "the [NN_1] is big ||| the [NN_1] is large ||| 0.4\n",
        "trees.txt": "(S (NP (PRP They)) (VP (VBD made) (NP (DT a) (NN purchase))) (. .))\n\n"
        "(S (NP (DT The) (NN house)) (VP (VBZ is) (ADJP (JJ big))) (. .))\n",
        "news.links": "0-0 1-1 2-2 3-3 4-4\n" * 2,
        "paragen.toml": re.findall(r"```toml\n(.*?)```", read("docs/building.md"), re.S)[0],
        "english.txt": "".join(prose[:200]), "small.arpa": arpa, **files(), **sources("de"),
        **judgements(english_model, [f"They made a purchase in {at}." for at in "May June July August autumn winter".split()]),
    }.items():  # fmt: skip
        (folder / name).write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    (folder / "corpus").mkdir()
    for name in ("part-0.txt", "part-1.txt"):
        (folder / "corpus" / name).write_text("They made a purchase.\nThe house is big.\n", encoding="utf-8")
    write_texts(folder / "table")
    for name in ("de-en", "fr-en"):
        write_phrase_table(folder / f"{name}.parquet")
    for name in ("de", "fr"):
        write_aligned_patterns(folder / f"{name}.parquet")
    write_pattern_pairs(folder / "pairs.parquet")
    done = command_line.paragen("graph", "build", "de-en.parquet", "--steps", "steps", "-o", "graph.parquet", cwd=folder)
    assert done.returncode == 0, done.stderr
    if importlib.util.find_spec("spacy"):
        write_pipeline(folder / "en_core_web_sm")
    return folder


def write_pipeline(folder: Path) -> None:
    """A pipeline of spaCy's that tags and parses after a fashion: it learnt one sentence."""
    import spacy
    from spacy.training import Example

    pipeline = spacy.blank("en")
    given = {
        "tags": ["DT", "NN", "VBZ", "JJ", "."], "heads": [1, 2, 2, 2, 2], "deps": ["det", "nsubj", "ROOT", "acomp", "punct"],
    }  # fmt: skip
    examples = [Example.from_dict(pipeline.make_doc("The house is big ."), given)]
    pipeline.add_pipe("tagger")
    pipeline.add_pipe("parser", config={"min_action_freq": 1})
    pipeline.initialize(lambda: examples)
    for _ in range(20):
        pipeline.update(examples)
    pipeline.to_disk(folder)


def write_texts(folder: Path) -> None:
    """A table with a column of text."""
    import pyarrow
    import pyarrow.parquet

    folder.mkdir()
    pyarrow.parquet.write_table(pyarrow.table({"text": ["They made a purchase.", None]}), folder / "part-0.parquet")


def write_phrase_table(path: Path) -> None:
    """A phrase table in which two foreign phrases lead from one English phrase to another."""
    import pyarrow
    import pyarrow.parquet

    counts = {("f", "big"): 6, ("f", "large"): 2, ("g", "big"): 2, ("g", "large"): 2}
    columns = {
        "source": [f for f, _ in counts], "target": [e for _, e in counts], "alignment": ["0-0"] * 4,
        "count": list(counts.values()),
        "p_source": [0.75, 0.5, 0.25, 0.5], "p_target": [0.75, 0.25, 0.5, 0.5], "lex_source": [0.5] * 4, "lex_target": [0.5] * 4,
    }  # fmt: skip
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def write_aligned_patterns(path: Path) -> None:
    """Aligned patterns of the first line of news.en, with a paraphrase."""
    import pyarrow
    import pyarrow.parquet

    columns = {
        "pattern": ["the [NN_1] is big", "the [NN_1] is large"], "pivot": ["das [NN_1] ist groß"] * 2, "count": [3, 1],
        "lex_pattern": [0.5, 0.5], "lex_pivot": [0.5, 0.5], "line": [1, 1],
    }  # fmt: skip
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def write_pattern_pairs(path: Path) -> None:
    """The pair of those patterns."""
    import pyarrow
    import pyarrow.parquet

    columns = {
        "source": ["the [NN_1] is big"], "target": ["the [NN_1] is large"], "score": [0.25], "likelihood": [0.25], "line": [1],
        "bitext": [1],
    }  # fmt: skip
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


@pytest.fixture
def lay(workspace, tmp_path, monkeypatch):
    """Make a folder with the files of the workspace, but for those that an example makes itself, and go there."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def laid(makes: set[str]) -> None:
        copy_desk(workspace, tmp_path / "workspace", makes)
        monkeypatch.chdir(tmp_path / "workspace")

    return laid


def copy_desk(workspace: Path, work: Path, makes: set[str]) -> None:
    work.mkdir()
    for file in workspace.iterdir():
        if file.name in makes:
            continue
        if file.is_dir():
            (work / file.name).symlink_to(file.resolve())
        else:
            shutil.copy(file, work)  # a link would be followed, by --in-place for one


def python_blocks():
    for page in PAGES:
        for number, code in enumerate(re.findall(r"```python\n(.*?)```", read(page), re.S)):
            yield pytest.param(code, id=f"{page}-{number}")


@pytest.mark.parametrize("code", list(python_blocks()))
def test_python_blocks_run(code, lay):
    lay({"model"} if "pack(" in code else set())
    used = [name for line in code.splitlines() if "import" not in line for name in re.findall(r"paragen\.(\w+)", line)]
    assert set(used) <= set(paragen.__all__)  # what other tests have imported is there, but not for a reader
    if re.search(r"Process|process|num_proc", code):  # those start more of their own kind
        subprocess.run([sys.executable, "-c", code], check=True)
    else:
        exec(compile(code, "block", "exec"), {"__name__": "__main__"})


def shell_blocks():
    """Each block once, by the first page that has it."""
    seen = set()
    for page in PAGES:
        if page == "docs/papers.md":
            continue  # its commands are of corpora that lie beside the checkout, and take hours
        blocks = re.findall(r"^```(.*)\n((?:.*\n)*?)^```$", read(page), re.M)
        for number, block in enumerate(text for kind, text in blocks if kind in ("", "sh")):
            if re.match(rf"echo |paragen ({'|'.join(VERBS)}) ", block) and block not in seen:
                seen.add(block)
                yield pytest.param(block, id=f"{page}-{number}")


@pytest.mark.parametrize("block", list(shell_blocks()))
@pytest.mark.usefixtures("steps_here")
def test_shell_blocks_run(block, lay, tmp_path):
    if "spacy:" in block and not importlib.util.find_spec("spacy"):
        pytest.skip("needs the package spacy")
    for verb, where in (("fit", "cli/test_fit.py"), ("patterns tune", "tuning/patterns")):
        if block.startswith(f"paragen {verb} "):
            pytest.skip(f"needs labels of more sentences than these; tests/{where} runs it")
    if block.startswith("paragen serve "):
        pytest.skip("serves until it is interrupted; tests/server runs it")
    if "--trees news.trees " in block:
        pytest.skip("needs trees of the whole bitext; tests/tables/bilingual/syntax has it")
    if re.search("^paragen label ", block, re.M):
        pytest.skip("serves a page until it is interrupted; tests/tuning/page runs it")
    lay({"model"} if "-o model" in block else {"steps"} if "--steps steps" in block else {"model.arpa"})
    ran = [shell(command, tmp_path / "workspace") for command in statements(block)]
    assert all(done.returncode == 0 for done in ran), [done.stderr for done in ran]


def test_every_cited_paper_is_listed():
    references = read("REFERENCES.md")
    for key in ("Z08", "Z09", "MM12", "CB08", "BC05"):
        assert f"| [{key}] |" in references
    for folder in ("src", "decoder", "tables", "tuning", "resources", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".pyx", ".pxd", ".hh"):
                for key in re.findall(r"\[([A-Z]{1,3}\d\d)\b[^\]]*\]", path.read_text(encoding="utf-8")):
                    assert f"| [{key}] |" in references, f"{path.relative_to(ROOT)} cites [{key}]"


def test_public_names_are_documented():
    for name in paragen.__all__:
        assert getattr(paragen, name).__doc__, name

"""Small wordnets, written in both forms: for the tests of what reads them."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from paragen.tables.resources.oewn import Synset

CAR = Synset("00000001-n", "n", ("car", "automobile"), (1, 1), ("a motor vehicle",), ("he needs a car",), ("00000003-n",), ())
COACH = Synset("00000002-n", "n", ("car", "railway car"), (2, 1), ("a wheeled vehicle; on rails",), (), ("00000003-n",), ())
VEHICLE = Synset("00000003-n", "n", ("vehicle",), (1,), ("a conveyance",), (), (), ())
BUY = Synset("00000004-v", "v", ("buy", "take over"), (1, 1), ("get with money",), ("buy a car", "he took it over"), (), ())
BIG = Synset("00000005-a", "a", ("big",), (1,), ("great in size",), (), (), ("00000006-a",))
HUGE = Synset("00000006-a", "a", ("huge", "Brobdingnagian"), (1, 1), ("very big",), ("huge; and how",), (), ("00000005-a",))
SOON = Synset("00000007-r", "r", ("soon",), (1,), ("before long",), (), (), ())
SYNSETS = [BIG, HUGE, SOON, CAR, COACH, VEHICLE, BUY]

LICENCE = "  1 This is the licence.  \n  2 Of the test.  \n"
_NAMES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


def senses(synsets: list[Synset]) -> dict[tuple[str, str], list[str]]:
    """Return word, part of speech -> ids of its synsets, first sense first."""
    ranked: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for synset in synsets:
        for word, rank in zip(synset.words, synset.ranks, strict=True):
            ranked.setdefault((word, synset.part), []).append((rank, synset.id))
    return {key: [id_ for _, id_ in sorted(found)] for key, found in ranked.items()}


def write_database(folder: Path, synsets: list[Synset], markers: bool = False) -> Path:
    """Write WordNet's database files; adjectives with a marker of their place, if asked for."""
    folder.mkdir(exist_ok=True)
    listed = senses([synset._replace(words=tuple(map(str.lower, synset.words))) for synset in synsets])
    for part, name in _NAMES.items():
        lines = []
        for synset in (synset for synset in synsets if synset.part == part):
            words = [word.replace(" ", "_") + "(p)" * (markers and part == "a") for word in synset.words]
            related = (("@", synset.hypernyms), ("&", synset.similar))
            pointers = [f"{sign} {id_[:8]} {id_[-1]} 0000" for sign, ids in related for id_ in ids] + ["+ 00000001 n 0101"]
            fields = [synset.id[:8], "03", part, f"{len(words):02x}", *(f"{word} 0" for word in words)]
            fields += [f"{len(pointers):03}", *pointers]
            gloss = "; ".join([*synset.definitions, *(f'"{example}"' for example in synset.examples)])
            lines.append(" ".join([*fields, *["01 + 08 00"] * (part == "v"), "|", gloss]) + "  \n")
        (folder / f"data.{name}").write_text(LICENCE + "".join(lines), encoding="utf-8")
        index = [
            f"{word.replace(' ', '_')} {part} {len(ids)} 2 @ + {len(ids)} 0 {' '.join(id_[:8] for id_ in ids)}  \n"
            for (word, of), ids in sorted(listed.items()) if of == part
        ]  # fmt: skip
        (folder / f"index.{name}").write_text(LICENCE + "".join(index), encoding="utf-8")
    return folder


def yaml_files(synsets: list[Synset]) -> dict[str, str]:
    """Return Open English WordNet's files, by name."""
    def quoted(text: str) -> str:
        return "'" + text.replace("'", "''") + "'"

    files = {f"{name}.all.yaml": "" for name in _NAMES.values()}
    for synset in synsets:
        text = f"{synset.id}:\n  ili: i1\n  partOfSpeech: {'s' if synset is HUGE else synset.part}\n"
        for name, values in (
            ("members", synset.words), ("definition", synset.definitions), ("example", synset.examples),
            ("hypernym", synset.hypernyms), ("similar", synset.similar),
        ):  # fmt: skip
            text += f"  {name}:\n" + "".join(f"  - {quoted(value)}\n" for value in values) if values else ""
        files[f"{_NAMES[synset.part]}.all.yaml"] += text
    entries: dict[str, str] = {}
    for (word, part), ids in senses(synsets).items():
        listed = "".join(f"    - id: x\n      synset: {id_}\n" for id_ in ids)
        entries[word] = entries.get(word, f"{quoted(word)}:\n") + f"  {part}:\n    sense:\n{listed}"
    return {"entries-a.yaml": "".join(entries.values()), "frames.yaml": "vii: Somebody ----s\n", **files}


def write_yaml(folder: Path, synsets: list[Synset]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in yaml_files(synsets).items():
        (folder / name).write_text(text or "{}\n", encoding="utf-8")
    return folder


def write_archive(path: Path, synsets: list[Synset]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in yaml_files(synsets).items():
            info = tarfile.TarInfo(f"english-wordnet/src/yaml/{name}")
            info.size = len((text or "{}\n").encode())
            archive.addfile(info, io.BytesIO((text or "{}\n").encode()))
    return path

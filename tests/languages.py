"""Small models of other languages to test with."""

from __future__ import annotations

from pathlib import Path

from paragen.packing import TableSource, pack

TABLES = {
    "de": """
        Auto ||| Wagen ||| 0.3
        kaufen ||| erwerben ||| 0.8
        das Auto ||| der Wagen ||| 1
        sofort ||| auf der Stelle ||| 0.9
        wir brauchen ||| nötig ist ||| 0.9
        Müller ||| Bäcker ||| 0.9
        nicht ||| oft ||| 0.9
        groß ||| riesig ||| 0.9
        5 ||| fünf ||| 0.9
        „ sofort “ ||| „ gleich “ ||| 0.9
        . „ ||| „ . ||| 0.9
    """,
    "fr": """
        ami ||| copain ||| 0.9
        copain ||| ami ||| 0.9
        voiture ||| automobile ||| 0.9
        acheter ||| acquérir ||| 0.9
        vraiment ||| en vérité ||| 0.8
        grand ||| immense ||| 0.9
        content ! ||| ravi ! ||| 0.9
        content ||| heureux ||| 0.5
        le chef ||| le patron ||| 0.9
        mon chef ||| le patron ||| 0.9
        Martin ||| Dupont ||| 0.9
        pas ||| souvent ||| 0.9
    """,
}
_MORE = {
    "de": "Das Das das Wir wir brauchen ein neues . , ! Morgen morgen Frau Herr am kommt nicht".split(),
    "fr": "Le le la l' d' J' j' qu' un mon ce cet est de du du . , ! ; Nous nous achetons voulons une".split(),
}
_COMMON = {"das", "wir", "morgen", "le", "j'", "nous"}


def sources(code: str) -> dict[str, str]:
    """Return the text of a table and a language model, whose every word is as likely, but for those that are mostly small."""
    lines = [line.strip() for line in TABLES[code].strip().splitlines()]
    split = [line.replace("|||", " ").split()[:-1] for line in lines]
    words = sorted({word for line in split for word in line if not word[0].isdigit()} | {*_MORE[code]})
    unigrams = [f"{-2 if word in _COMMON else -3}\t{word}" for word in words]
    head = f"\\data\\\nngram 1={len(words) + 3}\n\n\\1-grams:\n-4\t<unk>\n-99\t<s>\n-1\t</s>"
    arpa = "\n".join([head, *unigrams, "", "\\end\\", ""])
    return {f"{code}.arpa": arpa, f"{code}.txt": "\n".join(lines) + "\n"}


def model(folder: Path, code: str, **options: object) -> Path:
    """Pack the model of a language."""
    for name, text in sources(code).items():
        (folder / name).write_text(text, encoding="utf-8")
    weights = {"lm": 0.1, "hand": 1, "edit": 3}
    tables = {"hand": TableSource(folder / f"{code}.txt", floor=0)}
    return pack(folder / code, folder / f"{code}.arpa", tables, language=code, weights=weights, **options)

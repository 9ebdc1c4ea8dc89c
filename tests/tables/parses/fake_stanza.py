"""A module in Stanza's place: words are what spaces separate, a full stop ends a sentence, each word hangs on the one before;
as a tree, all hang on S.

Some words make trouble: BOOM raises, KILL ends the process.
"""

SOURCE = '''
import os, signal
from types import SimpleNamespace

class Pipeline:
    def __init__(self, lang, processors="", tokenize_pretokenized=False, download_method="", verbose=True):
        if lang != "en" or download_method is not None or verbose:
            raise FileNotFoundError(f"no models for {lang}")
        if "mwt" in processors:
            raise ValueError("no multiword tokens in this language")
        self.pretokenized = tokenize_pretokenized

    def __call__(self, rows):
        assert self.pretokenized and all(rows)
        return SimpleNamespace(sentences=[sentence(row) for row in rows])

    def bulk_process(self, texts):
        assert not self.pretokenized
        return [SimpleNamespace(sentences=[sentence(part) for part in parts(text.split())]) for text in texts]

def parts(words):
    part = []
    for word in words:
        part.append(word)
        if word == ".":
            yield part
            part = []
    if part:
        yield part

def sentence(words):
    if "BOOM" in words:
        raise RuntimeError("too hard\\nand more")
    if "KILL" in words:
        os.kill(os.getpid(), signal.SIGKILL)
    return SimpleNamespace(constituency=tree("ROOT", tree("S", *(tree("NN", tree(word)) for word in words))), words=[
        SimpleNamespace(
            id=i, text=word, lemma=word.lower(), upos="NOUN", xpos=None, head=i - 1, deprel="dep" if i > 1 else "root"
        )
        for i, word in enumerate(words, 1)
    ])

def tree(label, *children):
    return SimpleNamespace(label=label, children=children)
'''

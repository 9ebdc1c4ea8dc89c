"""Small models for parsers of others, made by their own training code: they load and parse as large ones do, if badly."""

from __future__ import annotations

import json
from pathlib import Path

TREES = """
(ROOT (S (NP (PRP I)) (VP (VBP like) (NP (DT the) (NN dog))) (. .)))
(ROOT (S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)))
(ROOT (S (NP (NNS Dogs)) (VP (VBP bark) (PP (IN in) (NP (DT the) (NN house)))) (. .)))
"""
WORDS = "i like the dog barks dogs bark in house .".split()
TAGS = {"I": "PRP", "like": "VBP", "the": "DT", "dog": "NN", ".": ".", "The": "DT", "barks": "VBZ", "Dogs": "NNS"}


def stanza_resources(folder: Path) -> Path:
    """Write vectors, a tagger and a constituency parser as Stanza keeps them; return the folder of the language."""
    from stanza.models import constituency_parser, tagger
    from stanza.models.common.foundation_cache import FoundationCache
    from stanza.models.common.pretrain import Pretrain
    from stanza.models.constituency import parser_training, tree_reader

    for name in ("pretrain", "tokenize", "pos", "constituency"):
        (folder / "en" / name).mkdir(parents=True)
    vectors = folder / "vectors.txt"
    vectors.write_text("".join(f"{word} {n % 3}.0 {n % 2}.0 {n / 10}\n" for n, word in enumerate(WORDS)))
    pretrain = str(folder / "en/pretrain/tiny.pt")
    Pretrain(pretrain, str(vectors)).load()

    sentence = "".join(
        f"{n}\t{word}\t_\tX\t{tag}\t_\t{n - 1}\tdep\t_\t_\n" for n, (word, tag) in enumerate(TAGS.items(), 1)
    )
    conllu = folder / "tagged.conllu"
    conllu.write_text(f"{sentence}\n" * 2)
    files = ["--wordvec_pretrain_file", pretrain, "--shorthand", "en_tiny", "--lang", "en"]
    tagger.main([
        *files, "--train_file", str(conllu), "--eval_file", str(conllu), "--max_steps", "2", "--eval_interval", "2",
        "--save_dir", str(folder / "en/pos"), "--save_name", "tiny.pt", "--output_file", str(folder / "out"),
        "--hidden_dim", "8", "--deep_biaff_hidden_dim", "8", "--tag_emb_dim", "4", "--word_emb_dim", "4", "--no_char",
    ])  # fmt: skip
    _train_tokenizer(folder)
    trees = tree_reader.read_trees(TREES)
    small = ["--hidden_size", "12", "--delta_embedding_dim", "4", "--tag_embedding_dim", "4", "--pattn_num_layers", "0"]
    args = constituency_parser.parse_args([*files, *small, "--lattn_d_proj", "0", "--transition_hidden_size", "8"])
    trainer, *_ = parser_training.build_trainer(args, trees, trees[-1:], [], FoundationCache(), None)
    trainer.save(str(folder / "en/constituency/tiny.pt"), save_optimizer=False)

    needs = {"tiny": {"dependencies": [{"model": "pretrain", "package": "tiny"}]}}
    english = {
        "lang_name": "English", "default_processors": dict.fromkeys(("tokenize", "pos", "constituency"), "tiny"),
        "packages": {"default": dict.fromkeys(("tokenize", "pos", "constituency"), "tiny")},
        "tokenize": {"tiny": {}}, "pretrain": {"tiny": {}}, "pos": needs, "constituency": needs,
    }  # fmt: skip
    (folder / "resources.json").write_text(json.dumps({"en": english}))
    return folder / "en"


def _train_tokenizer(folder: Path) -> None:
    """Let Stanza learn a little of where tokens end; labels are 1 for the end of a token, 2 for that of a sentence."""
    from stanza.models import tokenizer

    sentences = ["I like the dog .", "The dog barks ."] * 4
    ends = ["".join("1" if at == " " else "0" for at in f"{text[1:]}.")[:-1] + "2" for text in sentences]
    text, labels, words = folder / "text", folder / "labels", folder / "words.json"
    words.write_text("[]")  # no tokens of several words
    text.write_text("".join(f"{sentence}\n\n" for sentence in sentences))
    labels.write_text("".join(f"{line}\n\n" for line in ends))
    args = tokenizer.parse_args([
        "--txt_file", str(text), "--label_file", str(labels), "--dev_txt_file", str(text), "--dev_label_file", str(labels),
        "--mwt_json_file", str(words), "--lang", "en", "--shorthand", "en_tiny", "--steps", "20", "--eval_steps", "10",
        "--hidden_dim", "8", "--emb_dim", "8",
    ])  # fmt: skip
    features = ["space_before", "capitalized", "numeric", "end_of_para", "start_of_para"]
    args |= {"feat_funcs": features, "feat_dim": len(features), "save_name": str(folder / "en/tokenize/tiny.pt")}
    tokenizer.train(args)


def benepar_model(path: Path) -> Path:
    """Write a benepar model over letters, as its training saves one."""
    import torch
    from benepar.char_lstm import RetokenizerForCharLSTM
    from benepar.nkutil import HParams
    from benepar.parse_chart import ChartParser

    torch.manual_seed(1)
    rates = ("attention_dropout", "relu_dropout", "residual_dropout", "morpho_emb_dropout", "char_lstm_input_dropout")
    hparams = HParams(
        use_chars_lstm=True, use_pretrained=False, use_encoder=True, d_model=16, d_char_emb=4, num_heads=2, d_kv=4, d_ff=8,
        num_layers=1, encoder_max_len=64, d_label_hidden=8, d_tag_hidden=8, predict_tags=True, tag_loss_scale=1.0,
        force_root_constituent=True, pretrained_model="", **dict.fromkeys(rates, 0.0),
    )  # fmt: skip
    labels = {"": 0, "S": 1, "NP": 2, "VP": 3, "S::VP": 4}
    tags = {tag: n for n, tag in enumerate(["UNK", *sorted(set(TAGS.values()))])}
    letters = RetokenizerForCharLSTM.build_vocab([WORDS])
    parser = ChartParser(tags, labels, letters, hparams)
    torch.save({"config": parser.config, "state_dict": parser.state_dict()}, path)
    return path


def spacy_sentences(folder: Path) -> Path:
    """Write a spaCy pipeline that finds sentences by their full stops."""
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.to_disk(folder)
    return folder

"""The formats by their names."""

from paragen.tuning.labels.exchange import doccano, label_studio, prodigy, tables
from paragen.tuning.labels.exchange.imported_label import Form

FORMS = {
    "jsonl": Form(tables.read_jsonl, tables.write_jsonl),
    "prodigy": Form(prodigy.read, prodigy.write),
    "label-studio": Form(label_studio.read, label_studio.write),
    "doccano": Form(doccano.read, doccano.write),
    "tsv": Form(tables.read_tsv, tables.write_tsv),
}

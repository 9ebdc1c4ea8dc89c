"""The formats by name."""

from paragen.tuning.labels import tables
from paragen.tuning.labels.answers import Form
from paragen.tuning.labels.exchange import doccano, label_studio, lines, prodigy

FORMS = {
    "jsonl": Form(lines.read, lines.write),
    "prodigy": Form(prodigy.read, prodigy.write),
    "label-studio": Form(label_studio.read, label_studio.write),
    "doccano": Form(doccano.read, doccano.write),
    "tsv": Form(tables.read_tsv, tables.write_tsv),
}

"""Labels to and from other tools: Prodigy, Label Studio, doccano, tab-separated tables."""

from paragen.tuning.labels.exchange.exporting import Exported, export_labels
from paragen.tuning.labels.exchange.formats import FORMS
from paragen.tuning.labels.exchange.importing import Imported, import_labels

__all__ = ["FORMS", "Exported", "Imported", "export_labels", "import_labels"]

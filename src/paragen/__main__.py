"""``python -m paragen``."""

import sys

from paragen.cli import main

sys.exit(main())

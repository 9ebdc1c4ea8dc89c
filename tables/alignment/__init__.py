"""Word alignment: eflomal, links from files, symmetrisation, error rate."""

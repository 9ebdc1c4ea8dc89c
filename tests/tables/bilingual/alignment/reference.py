"""Symmetrisation, slow and readable: sets walked as Moses' symal walks them [KOM03]."""

from __future__ import annotations

NEIGHBOURS = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]


def symmetrise(forward, backward, heuristic):
    """Links are sets of (source, target); the walk is by target, then source."""
    union = forward | backward
    links = forward & backward
    if heuristic in ("union", "intersection"):
        return union if heuristic == "union" else links
    links = set(links)
    covered_source, covered_target = {i for i, _ in links}, {j for _, j in links}

    def add(link):
        links.add(link)
        covered_source.add(link[0])
        covered_target.add(link[1])

    added = True
    while added:
        added = False
        for j in range(-1, 1 + max((j for _, j in union), default=0)):
            for i in range(-1, 1 + max((i for i, _ in union), default=0)):
                if (i, j) not in links:
                    continue
                for target_step, source_step in NEIGHBOURS:
                    new = i + source_step, j + target_step
                    if new in union and not (new[0] in covered_source and new[1] in covered_target):
                        add(new)
                        added = True
    if heuristic == "grow-diag":
        return links
    for one, other in ((forward, backward), (backward, forward)):
        for i, j in sorted(one - other, key=lambda link: (link[1], link[0])):
            uncovered = (i not in covered_source) + (j not in covered_target)
            if (i, j) not in links and uncovered >= (2 if heuristic == "grow-diag-final-and" else 1):
                add((i, j))
    return links

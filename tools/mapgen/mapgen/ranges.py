"""Mountain ranges: chains along the highest mountain squares, made once for the whole map."""

import numpy as np

from mapgen import facts
from mapgen.chance import draw
from mapgen.terrain import HIGH, MOUNTAIN
from mapgen.trace import trace


def chain(plan, land, ground):
    """Ranges as (path, places). The highest pairs of neighbours are linked first; no square has more than two
    links, and no chain comes back to itself."""
    links = {}
    group = {}

    def root(square):
        while group.setdefault(square, square) != square:
            square = group[square]
        return square

    for _, _, a, b in sorted(_pairs(plan, land, ground)):
        if len(links.get(a, ())) < 2 and len(links.get(b, ())) < 2 and root(a) != root(b):
            group[root(a)] = root(b)
            links.setdefault(a, []).append(b)
            links.setdefault(b, []).append(a)
    return [(path, _places(plan, path)) for path in _walks(links)]


def by_hand(plan):
    """The ranges of the facts: single ridges that 5' heights do not show."""
    traced = []
    for line in facts.lines("range_lines.txt"):
        head, points = line.halves()
        maps, _ = facts.Line(line.file, line.number, head).columns(2)
        if plan.id in maps.split():
            traced.append(trace(plan.grid, np.array(line.points(points))))
    return traced


def _pairs(plan, land, ground):
    height = np.nan_to_num(land.mean)
    high = (ground == MOUNTAIN) | (ground == HIGH)
    for row, col in zip(*np.nonzero(high)):
        for dx, dy in ((1, 0), (0, 1)):
            a, b = (int(col), int(row)), (int(col) + dx, int(row) + dy)
            if plan.grid.inside(b) and high[b[1], b[0]]:
                yield -float(height[row, col] + height[b[1], b[0]]), draw(plan.id, "range", a, b), a, b


def _walks(links):
    seen = set()
    for start in sorted(links):
        if len(links[start]) != 1 or start in seen:
            continue
        path = [start]
        seen.add(start)
        while onward := [square for square in links[path[-1]] if square not in seen]:
            path.append(onward[0])
            seen.add(onward[0])
        yield path


def _places(plan, path):
    return [2 + draw(plan.id, "ridge", *pair) % 11 for pair in zip(path, path[1:])]

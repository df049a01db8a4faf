"""The terrain layer: from heights, relief and forest, the regions of the facts, and the corridors of the passes."""

from dataclasses import dataclass

import numpy as np

from mapgen import facts
from mapgen.land import mask
from mapgen.trace import trace

OPEN, WATER, HILLS, FOREST, WOODED, MOUNTAIN, HIGH, MARSH, SWAMP = ".~hfFmM%#"
WORDS = {
    OPEN: "open", WATER: "water", HILLS: "hills", FOREST: "forest", WOODED: "forested hills",
    MOUNTAIN: "mountain", HIGH: "high mountain", MARSH: "marsh", SWAMP: "swamp",
}
KINDS = {"forest", "clear", "marsh", "swamp", "water", "land", "mountain", "hills", "level"}
DRY = 0.45  # share of land from which a square is land


@dataclass
class Pass:
    """A named pass."""

    name: str
    at: tuple


def shape(plan, land, log):
    """The terrain of every square, water included."""
    regions = list(_regions(plan, log))
    forest = np.nan_to_num(land.brightness, nan=999) < plan.forest
    for kind, share in regions:
        if kind == "forest":
            forest |= share > 0.5
        elif kind == "clear":
            forest &= share <= 0.5
    ground = _relief(plan, land, forest)
    water = land.dry < DRY
    for kind, share in regions:
        _lay(kind, share, ground, water, forest)
    ground[water] = WATER
    return ground


def _relief(plan, land, forest):
    mean, relief = np.nan_to_num(land.mean), land.relief
    hills = (relief >= plan.hill) | ((mean >= 500) & (relief >= plan.hill * 0.75))
    mountain = (relief >= plan.mountain) | ((mean >= plan.mountain_mean) & (relief >= plan.mountain * 0.5))
    high = (mean >= plan.high_mean) | ((mean >= plan.high_both[0]) & (relief >= plan.high_both[1]))
    ground = np.full(mean.shape, OPEN)
    ground[forest] = FOREST
    ground[hills] = HILLS
    ground[hills & forest] = WOODED
    ground[mountain] = MOUNTAIN
    ground[high] = HIGH
    return ground


def _lay(kind, share, ground, water, forest):
    """One region; marsh and swamp take squares of which they cover a third, the others half."""
    if kind == "marsh":
        ground[share > 0.35] = MARSH
    elif kind == "swamp":
        ground[share > 0.35] = SWAMP
    elif kind == "water":
        water |= share > 0.45
    elif kind == "land":
        water &= share <= 0.45
    elif kind == "mountain":
        ground[share > 0.5] = MOUNTAIN
    elif kind == "hills":
        ground[(share > 0.5) & forest] = WOODED
        ground[(share > 0.5) & ~forest] = HILLS
    elif kind == "level":
        ground[(share > 0.5) & forest] = FOREST
        ground[(share > 0.5) & ~forest] = OPEN


def _regions(plan, log):
    for line in facts.lines("regions.txt"):
        head, polygon = line.halves()
        kind, maps, name = facts.Line(line.file, line.number, head).columns(3)
        if kind not in KINDS:
            raise line.fault(f"expected one of {', '.join(sorted(KINDS))}, found {kind!r}")
        if plan.id not in maps.split():
            continue
        share = mask(plan.grid, line.points(polygon))
        if share.max() <= 0.35:
            log.append(f"region {name} covers no square")
        yield kind, share


def open_passes(plan, land, ground):
    """Makes every corridor of the facts passable; names its highest square if that is a mountain."""
    passes = []
    for line in facts.lines("passes.txt"):
        name, points = line.halves()
        squares, _ = trace(plan.grid, np.array(line.points(points)))
        squares = [square for square in squares if plan.grid.inside(square)]
        if len(squares) < 2:
            continue
        for col, row in squares:
            if ground[row, col] == HIGH:
                ground[row, col] = MOUNTAIN
        heights = [np.nan_to_num(land.mean[row, col]) for col, row in squares]
        col, row = squares[int(np.argmax(heights))]
        if ground[row, col] == MOUNTAIN:
            passes.append(Pass(name, (col, row)))
    return passes

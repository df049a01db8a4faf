"""The class of every river by name and reach, and the rivers that railways bridge at named places only."""

import re

from mapgen import facts


def classify(plan, rivers, log):
    """Gives every square of every river its class, by the facts: name and reach."""
    rules = {}
    for line in facts.lines("river_classes.txt"):
        maps, name, reach, kind, _ = line.columns(5)
        if kind not in "fub" or len(kind) != 1:
            raise line.fault(f"expected f, u or b, found {kind!r}")
        if plan.id in maps.split():
            rules.setdefault(name, []).append((_reach(line, reach), kind))
    for name in sorted(set(rules) - {river.name for river in rivers}):
        log.append(f"river_classes.txt: no river {name}")
    for river in rivers:
        for col, row in river.path:
            lon, lat = (float(part) for part in plan.grid.lonlat(col + 0.5, row + 0.5))
            fits = (kind for reach, kind in rules.get(river.name, []) if reach(lon, lat))
            river.classes.append(next(fits, "f"))
    _name_bridges(plan, rivers)


def _reach(line, words):
    """`all`, or conditions such as `lat>50.2 lon<14`, of which all must hold."""
    if words == "all":
        return lambda lon, lat: True
    tests = []
    for word in words.split():
        found = re.fullmatch(r"(lon|lat)([<>])(-?[\d.]+)", word)
        if not found:
            raise line.fault(f"expected all, or conditions such as lat>50.2, found {word!r}")
        tests.append((found[1], found[2], float(found[3])))

    def holds(lon, lat):
        here = {"lon": lon, "lat": lat}
        return all(here[which] < limit if sign == "<" else here[which] > limit for which, sign, limit in tests)
    return holds


def _name_bridges(plan, rivers):
    for line in facts.lines("rail_bridges.txt"):
        maps, name, words = line.columns(3)
        if plan.id not in maps.split():
            continue
        places = [] if words == "none" else line.points(words)
        squares = [plan.grid.square_at(lon, lat) for lon, lat in places]
        for river in rivers:
            if river.name == name:
                river.bridges = [square for square in squares if square in river.path]

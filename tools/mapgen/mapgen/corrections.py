"""Corrections by hand (maps/data/corrections.txt): applied to what the sources and facts gave, each with a reason."""

from mapgen import facts
from mapgen.grid import SIDES
from mapgen.terrain import WATER, WORDS, Pass

SITES = {"site"}
EARLY = {"ground"}
LATE = {"terrain", "state", "city", "class", "river", "cross", "bridge", "reach", "drop", "rail", "remove", "pass"}


def _corrections(plan, kinds):
    for line in facts.lines("corrections.txt"):
        maps, kind, what, value, reason = line.columns(5)
        if kind not in SITES | EARLY | LATE:
            raise line.fault(f"expected one of {', '.join(sorted(SITES | EARLY | LATE))}, found {kind!r}")
        if not reason:
            raise line.fault("expected a reason in the last column")
        if plan.id in maps.split() and kind in kinds:
            yield line, kind, what, value


def sites(plan, cities):
    """`site`: a city's square, taken before all others settle, so that railways lead to it."""
    known = {city.name: city for city in cities}
    for line, _, what, value in _corrections(plan, SITES):
        _named(line, known, what, "city")
        city = known[what]
        city.at = _square(line, plan.grid, value)
        city.moved, city.fixed = city.at != tuple(int(part) for part in city.place), True


def before_lines(plan, ground):
    """`ground`: terrain that rivers and railways must know of."""
    for line, _, what, value in _corrections(plan, EARLY):
        for label in what.split():
            col, row = _square(line, plan.grid, label)
            ground[row, col] = _terrain(line, value)


def at_the_end(world):
    """Everything else."""
    doing = {
        "terrain": _set_terrain, "state": _set_state, "city": _set_city, "class": _set_class, "river": _set_river,
        "cross": _set_cross, "bridge": _set_bridge, "reach": _set_reach, "drop": _drop, "rail": _set_rail, "remove": _remove, "pass": _set_pass,
    }
    for line, kind, what, value in _corrections(world.plan, LATE):
        doing[kind](world, line, what, value)


def _square(line, grid, label):
    try:
        return grid.parse(label)
    except ValueError as fault:
        raise line.fault(str(fault)) from None


def _squares(world, line, labels):
    return [_square(line, world.plan.grid, label) for label in labels.split()]


def _terrain(line, words):
    for key, known in WORDS.items():
        if known == words:
            return key
    raise line.fault(f"expected one of {', '.join(WORDS.values())}, found {words!r}")


def _set_terrain(world, line, what, value):
    for col, row in _squares(world, line, what):
        key = _terrain(line, value)
        if (key == WATER) != (world.ground[row, col] == WATER):
            raise line.fault("land and water change before the rivers are drawn: write ground, not terrain")
        world.ground[row, col] = key


def _set_state(world, line, what, value):
    keys = [state.key for state in world.states.values() if state.name == value]
    if not keys:
        raise line.fault(f"no state is called {value!r}")
    for col, row in _squares(world, line, what):
        if world.ground[row, col] == WATER:
            raise line.fault(f"{world.plan.grid.label((col, row))} is water")
        world.state[row, col] = keys[0]


def _named(line, things, name, what):
    found = [thing for thing in things if thing == name]
    if not found:
        raise line.fault(f"no {what} is called {name!r}")
    return found


def _set_city(world, line, what, value):
    cities = {city.name: city for city in world.cities}
    _named(line, cities, what, "city")
    at = _square(line, world.plan.grid, value)
    if at in [city.at for city in world.cities]:
        raise line.fault(f"{value} has a city already")
    city = cities[what]
    city.at, city.moved = at, at != tuple(int(part) for part in city.place)


def _rivers_called(world, line, name):
    rivers = [river for river in world.rivers if river.name == name]
    if not rivers:
        raise line.fault(f"no river is called {name!r}")
    return rivers


def _set_class(world, line, what, value):
    """what: `River: D2-T2 D2-T1 ...`."""
    name, _, labels = what.partition(":")
    squares = set(_squares(world, line, labels))
    for river in _rivers_called(world, line, name.strip()):
        river.classes = [value if at in squares else kind for at, kind in zip(river.path, river.classes)]


def _set_river(world, line, what, value):
    """what: `River: first last`; value: the squares between them, which replace those of the path."""
    name, _, labels = what.partition(":")
    first, last = _squares(world, line, labels)
    between = [_square(line, world.plan.grid, label) for label in value.split() if label != "-"]
    for river in _rivers_called(world, line, name.strip()):
        if first in river.path and last in river.path:
            _reroute(line, river, river.path.index(first), river.path.index(last), between)
            return
    raise line.fault(f"{name} does not run from {labels.strip()}")


def _set_cross(world, line, what, value):
    """what: `River: a b`; value: the place where it goes over the edge between the two squares."""
    name, _, labels = what.partition(":")
    pair, place = _squares(world, line, labels), int(line.number_of(value))
    if not 1 <= place <= 13:
        raise line.fault(f"expected a place 1 to 13, found {place}")
    for river in _rivers_called(world, line, name.strip()):
        for step, edge in enumerate(zip(river.path, river.path[1:])):
            if sorted(edge) == sorted(pair):
                river.cross[step] = place
                return
    raise line.fault(f"{name} does not cross from {labels.strip()}")


def _set_bridge(world, line, what, value):
    """what: `River: squares`: where railways cross it too."""
    name, _, labels = what.partition(":")
    for river in _rivers_called(world, line, name.strip()):
        river.bridges = (river.bridges or []) + [at for at in _squares(world, line, labels) if at in river.path]


def _reroute(line, river, start, end, between):
    path = [river.path[start], *between, river.path[end]]
    for a, b in zip(path, path[1:]):
        if (b[0] - a[0], b[1] - a[1]) not in SIDES:
            raise line.fault("expected squares that share an edge")
    river.path[start:end + 1] = path
    river.cross[start:end] = [7] * (len(path) - 1)
    river.classes[start:end + 1] = [river.classes[start]] * (len(path) - 1) + [river.classes[end]]


def _piece(world, line, what):
    """The river, or piece of one, from a first square to a last: `River: first last`."""
    name, _, labels = what.partition(":")
    ends = _squares(world, line, labels)
    for river in _rivers_called(world, line, name.strip()):
        if [river.path[0], river.path[-1]] == ends:
            return river
    raise line.fault(f"{name} has no piece from {labels.strip()}")


def _set_reach(world, line, what, value):
    """what: `River: first last`; value: the squares it runs on through, and a mouth such as S7 if it ends in water."""
    river = _piece(world, line, what)
    words = value.split()
    mouth = words.pop() if words and "-" not in words[-1] else ""
    river.mouth = (mouth[0], int(mouth[1:])) if mouth else ()
    onward = _squares(world, line, " ".join(words))
    for a, b in zip([river.path[-1], *onward], onward):
        if (b[0] - a[0], b[1] - a[1]) not in SIDES:
            raise line.fault("expected squares that share an edge")
    river.classes += [river.classes[-1]] * len(onward)
    river.cross += [7] * len(onward)
    river.path += onward


def _drop(world, line, what, value):
    """what: `River: first last`; value: how many of its last squares go, or all."""
    river = _piece(world, line, what)
    if value == "all":
        world.rivers.remove(river)
        return
    count = int(line.number_of(value))
    if not 0 < count < len(river.path):
        raise line.fault(f"expected all, or fewer squares than the {len(river.path)} of the river")
    river.path, river.cross, river.classes = river.path[:-count], river.cross[:-count], river.classes[:-count]
    river.mouth = ()


def _set_rail(world, line, what, value):
    """what: the railway, or a new one; value: its whole path."""
    names = [name for name, _ in world.rails]
    path = _squares(world, line, value)
    if what in names:
        world.rails[names.index(what)] = (what, path)
    else:
        world.rails.append((what, path))


def _remove(world, line, what, value):
    """what: river, rail, city or pass; value: its name."""
    lists = {"river": world.rivers, "city": world.cities, "pass": world.passes}
    if what == "rail":
        names = [name for name, _ in world.rails]
        _named(line, names, value, "railway")
        world.rails[:] = [(name, path) for name, path in world.rails if name != value]
    elif what in lists:
        _named(line, [thing.name for thing in lists[what]], value, what)
        lists[what][:] = [thing for thing in lists[what] if thing.name != value]
    else:
        raise line.fault(f"expected river, rail, city or pass, found {what!r}")


def _set_pass(world, line, what, value):
    at = _square(line, world.plan.grid, value)
    for known in world.passes:
        if known.name == what:
            known.at = at
            return
    world.passes.append(Pass(what, at))

"""Which state every square of land belongs to: modern provinces and hand-drawn borders of the facts."""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import distance_transform_edt

from mapgen import cells, facts
from mapgen.terrain import WATER


@dataclass(frozen=True)
class State:
    """A state: one character of the state layer, its name, its nation at the start date."""

    key: str
    name: str
    nation: str


def read_states(plan):
    """The states of a map's facts, in their order."""
    states = {}
    for line, kind, rest in _rules(plan):
        if kind == "state":
            key, name, nation = rest
            if len(key) != 1 or key in '~"\\.# ':
                raise line.fault(f"expected a key of one character, found {key!r}")
            if key in states or name in [state.name for state in states.values()]:
                raise line.fault(f"a second state {key!r} or {name!r}")
            states[key] = State(key, name, nation)
    return states


def _rules(plan):
    for line in facts.lines(f"states_{plan.id}.txt"):
        kind, *rest = line.columns(3, 4)
        if kind not in ("state", "take", "draw", "seed"):
            raise line.fault(f"expected state, take, draw or seed, found {kind!r}")
        if len(rest) != {"take": 2, "seed": 2}.get(kind, 3):
            raise line.fault(f"too many or too few columns for {kind}")
        yield line, kind, rest


def paint(plan, states, ground, log):
    """The key of every square's state; water has none. Parts of a square vote, the most wins."""
    seeds = [_seed(line, rest) for line, kind, rest in _rules(plan) if kind == "seed"]
    modern = cells.Modern(plan, seeds)
    keys = [""] + list(states)
    points = np.zeros(modern.country.shape, dtype=np.int32)
    for line, kind, rest in _rules(plan):
        if kind in ("take", "draw"):
            number = _known(line, keys, rest[0])
            chosen = _take(line, modern, rest[1]) if kind == "take" else _draw(line, plan, modern, keys, points, rest)
            if not chosen.any():
                log.append(f"states_{plan.id}.txt, line {line.number}: covers nothing")
            points[chosen] = number
    squares = _votes(points, len(keys), ground != WATER)
    return np.array(keys)[squares]


def _seed(line, rest):
    country, _, province = rest[0].partition(": ")
    lon, lat = line.point(rest[1])
    return lon, lat, (country, province)


def _known(line, keys, key):
    if key not in keys[1:]:
        raise line.fault(f"no state has the key {key!r}")
    return keys.index(key)


def _take(line, modern, words):
    country, colon, provinces = words.partition(":")
    if not colon:
        return modern.country == modern.numbers.get((country, ""), -1)
    numbers = [modern.numbers.get((country, name.strip()), -1) for name in provinces.split(",")]
    return np.isin(modern.province, [number for number in numbers if number > 0])


def _draw(line, plan, modern, keys, points, rest):
    polygon = line.points(rest[2].rpartition(":")[2])
    within = np.zeros(points.shape, dtype=bool)
    for word in rest[1].split():
        if word == "*":
            within |= points > 0
        elif len(word) == 1:
            within |= points == _known(line, keys, word)
        else:
            within |= modern.country == modern.numbers.get((word, ""), -1)
    return within & cells.inside(plan.grid, polygon)


def _votes(points, count, land):
    rows, cols = land.shape
    parts = points.reshape(rows, cells.FINE, cols, cells.FINE).transpose(0, 2, 1, 3).reshape(rows, cols, -1)
    votes = np.stack([(parts == number).sum(-1) for number in range(count)], -1)
    votes[..., 0] = 0
    squares = votes.argmax(-1)
    _, near = distance_transform_edt(squares == 0, return_indices=True)
    return np.where(land, squares[near[0], near[1]], 0)


def give_cities_their_state(plan, cities, states, state, log):
    """The square of a city belongs to the city's state, whatever the borders say."""
    keys = {known.name: key for key, known in states.items()}
    for city in cities:
        col, row = city.at
        painted = state[row, col]
        city.state = keys.get(city.state, city.state)
        if city.state and city.state not in states:
            raise facts.FactFault(f"{city.name}: no state has the key {city.state!r}")
        if city.state and painted != city.state:
            log.append(f"{city.name}: {plan.grid.label(city.at)} given to {states[city.state].name}")
            state[row, col] = city.state

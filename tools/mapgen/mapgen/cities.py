"""The cities of the facts, each on a square of its own."""

from dataclasses import dataclass, field

import numpy as np

from mapgen import facts
from mapgen.terrain import HIGH, MARSH, MOUNTAIN, OPEN, SWAMP, WATER

PORTS = {"O": "ocean", "R": "river", "-": ""}


@dataclass
class City:
    """A city; `moved` if its square is not the one it truly lies in."""

    name: str
    lon: float
    lat: float
    population: int
    port: str
    state: str
    manufacturing: int
    supplies: int
    fort: tuple
    at: tuple
    place: tuple = field(repr=False)  # in squares, with fractions
    moved: bool = False
    fixed: bool = False  # its square stands in the corrections

    def tactical(self):
        """The tactical square: the true place, kept two squares off the edge; the middle if it was moved."""
        if self.moved:
            return 7, 7
        inside = (int((place - whole) * 15) for place, whole in zip(self.place, self.at))
        return tuple(min(12, max(2, part)) for part in inside)


def read(plan, log):
    """The cities on the map, big ones first."""
    cities = []
    for line in facts.lines(f"cities_{plan.id}.txt"):
        city = _city(plan.grid, line)
        if plan.grid.inside(city.at):
            cities.append(city)
        else:
            log.append(f"{city.name}: beyond the map")
    names = [city.name for city in cities]
    if twice := {name for name in names if names.count(name) > 1}:
        raise facts.FactFault(f"maps/data/cities_{plan.id}.txt: two cities are called {', '.join(sorted(twice))}")
    return sorted(cities, key=lambda city: (-city.population, city.name))


def _city(grid, line):
    columns = line.columns(5, 9)
    name, lon, lat, population, port, state, manufacturing, supplies, fort = columns + [""] * (9 - len(columns))
    if port not in PORTS:
        raise line.fault(f"expected the port O, R or -, found {port!r}")
    lon, lat = line.number_of(lon), line.number_of(lat)
    x, y = grid.xy(lon, lat)
    return City(
        name, lon, lat, max(1, round(line.number_of(population))), PORTS[port], state,
        int(line.number_of(manufacturing or "0")), int(line.number_of(supplies or "0")), _fort(line, fort),
        grid.square_at(lon, lat), (float(x), float(y)),
    )


def _fort(line, words):
    """`4 12000`: strength 1 to 5, room for that many men."""
    if not words or words == "-":
        return ()
    strength, _, capacity = words.partition(" ")
    fort = int(line.number_of(strength)), int(line.number_of(capacity))
    if not 1 <= fort[0] <= 5:
        raise line.fault(f"expected a fort's strength 1 to 5, found {strength}")
    return fort


def settle(plan, cities, land, ground, log):
    """Gives every city a square of its own, on land that troops can enter."""
    grid, taken = plan.grid, {}
    for city in sorted(cities, key=lambda city: not city.fixed):
        if city.at in taken:
            free = _nearest_free(grid, city, taken, land)
            if free is None:
                raise facts.FactFault(f"{city.name}: no free square near {grid.label(city.at)}")
            log.append(f"{city.name}: {grid.label(city.at)} is {taken[city.at]}'s, moved to {grid.label(free)}")
            city.at, city.moved = free, True
        taken[city.at] = city.name
        _make_habitable(grid, city, land, ground, log)


def _nearest_free(grid, city, taken, land):
    def far(square):
        return sum((part + 0.5 - place) ** 2 for part, place in zip(square, city.place))
    free = [at for at in grid.near(city.at) if at not in taken and land.dry[at[1], at[0]] >= 0.3]
    return min(free, key=far, default=None)


def _make_habitable(grid, city, land, ground, log):
    col, row = city.at
    if ground[row, col] == WATER:
        log.append(f"{city.name}: {grid.label(city.at)} is {land.dry[row, col]:.2f} land, made land")
        ground[row, col] = OPEN
    ground[row, col] = {HIGH: MOUNTAIN, SWAMP: MARSH}.get(ground[row, col], ground[row, col])


def to_the_water(plan, cities, ground, wet, log):
    """Moves river ports whose river runs one square on to it, if that square is free."""
    grid, taken = plan.grid, {city.at for city in cities}
    for city in cities:
        if city.port != "river" or city.at in wet:
            continue
        banks = [at for at in grid.near(city.at) if at in wet and at not in taken]
        banks = [at for at in banks if ground[at[1], at[0]] != WATER]
        if not banks:
            log.append(f"{city.name}: a river port, and no river at {grid.label(city.at)}")
            continue
        bank = min(banks, key=lambda at: np.hypot(at[0] + 0.5 - city.place[0], at[1] + 0.5 - city.place[1]))
        log.append(f"{city.name}: moved from {grid.label(city.at)} to the river, {grid.label(bank)}")
        taken.discard(city.at)
        taken.add(bank)
        city.at, city.moved = bank, True

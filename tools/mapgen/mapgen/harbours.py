"""Ocean ports that the grid cuts off from the sea: they move to the shore, or get a channel."""

from mapgen.chance import draw
from mapgen.grid import SIDES
from mapgen.rivers import River
from mapgen.terrain import HIGH, SWAMP, WATER


def dig(plan, cities, rivers, ground, log):
    """Ocean ports whose square touches neither water nor a river get a short channel for deep ships."""
    wet = {square for river in rivers for square in river.path}
    for city in cities:
        touched = any(ground[row, col] == WATER for col, row in plan.grid.beside(city.at))
        if city.port != "ocean" or city.at in wet or touched:
            continue
        if _to_the_shore(plan, city, cities, ground):
            log.append(f"{city.name}: moved to the shore, {plan.grid.label(city.at)}")
            continue
        river = _channel(plan, city, ground)
        if river is None:
            log.append(f"{city.name}: an ocean port without water or river within three squares")
            continue
        rivers.append(river)
        wet.update(river.path)
        log.append(f"{city.name}: a harbour channel of {len(river.path)} squares")


def _to_the_shore(plan, city, cities, ground):
    """Moves a city that was not moved yet to a free neighbouring square beside the sea, if there is one."""
    taken = {other.at for other in cities}

    def coastal(at):
        wet = any(ground[row, col] == WATER for col, row in plan.grid.beside(at))
        return wet and at not in taken and ground[at[1], at[0]] not in (WATER, HIGH, SWAMP)
    shore = [at for at in plan.grid.near(city.at) if coastal(at)]
    if city.moved or not shore:
        return False
    city.at = min(shore, key=lambda at: sum((part + 0.5 - place) ** 2 for part, place in zip(at, city.place)))
    city.moved = True
    return True


def _channel(plan, city, ground):
    ways = [[city.at]]
    for _ in range(3):
        longer = []
        for way in ways:
            for step in plan.grid.beside(way[-1]):
                if ground[step[1], step[0]] == WATER:
                    places = [3 + draw(plan.id, "harbour", *pair) % 9 for pair in zip(way, way[1:] + [step])]
                    mouth = SIDES[step[0] - way[-1][0], step[1] - way[-1][1]], places[-1]
                    return River(f"{city.name} harbour", way, places[:-1], (), mouth, ["b"] * len(way))
                if step not in way and ground[step[1], step[0]] not in (HIGH, SWAMP):
                    longer.append(way + [step])
        ways = longer
    return None

"""Builds one map: the order of the ground."""

from dataclasses import dataclass, field

import numpy as np

from mapgen import borders, cities, corrections, harbours, land, rails, ranges, river_classes, rivers, terrain
from mapgen.terrain import OPEN, WATER


@dataclass
class World:
    """A map before it is written, and what was noticed on the way."""

    plan: object
    ground: np.ndarray
    states: dict
    state: np.ndarray
    cities: list
    rivers: list
    ranges: list
    passes: list
    rails: list
    log: list = field(default_factory=list)


def build(plan):
    """Everything, from the sources to the corrections."""
    log = []
    base = land.survey(plan)
    ground = terrain.shape(plan, base, log)
    towns = cities.read(plan, log)
    corrections.sites(plan, towns)
    cities.settle(plan, towns, base, ground, log)
    passes = terrain.open_passes(plan, base, ground)
    corrections.before_lines(plan, ground)
    ground[(ground != WATER) & np.isnan(base.mean)] = OPEN
    states = borders.read_states(plan)
    state = borders.paint(plan, states, ground, log)
    streams = rivers.draw_rivers(plan, ground, log)
    rivers.add_channels(plan, streams)
    wet = {square for river in streams for square in river.path}
    cities.to_the_water(plan, towns, ground, wet, log)
    river_classes.classify(plan, streams, log)
    harbours.dig(plan, towns, streams, ground, log)
    tracks = rails.lay(plan, towns, streams, ground, log)
    world = World(plan, ground, states, state, towns, streams, [], passes, tracks, log)
    world.ranges = ranges.chain(plan, base, ground) + ranges.by_hand(plan)
    corrections.at_the_end(world)
    borders.give_cities_their_state(plan, world.cities, states, state, log)
    return world

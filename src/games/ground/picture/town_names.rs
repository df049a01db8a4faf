//! The names of towns on a map: those that matter always have theirs, beside the town, farther off with a line to it, or by a number in the
//! key.

use crate::cities::Sign;
use crate::country::Country;
use crate::legend::Entry;
use fieldpost_ground::map::Port;
use fieldpost_ground::spelling::spelt;
use fieldpost_print::picture::ink;
use fieldpost_print::picture::room::{Seat, Wish};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point};

/// A name where it stands.
pub struct Named {
    words: String,
    seat: Seat,
    face: Face,
    leader: Option<[Point; 2]>,
}

impl Country<'_> {
    /// Places the names of towns, those that matter first; what the key says of those that have a number only.
    pub fn name_towns(&mut self, signs: &[Sign<'_>]) -> (Vec<Named>, Vec<Entry>) {
        let (first, rest): (Vec<&Sign<'_>>, Vec<&Sign<'_>>) =
            signs.iter().partition(|sign| self.matters(sign));
        let (mut named, mut numbered) = (Vec::new(), Vec::new());
        for sign in first {
            match self.name_town(sign, true) {
                Some(name) => named.push(name),
                None => self.number_town(sign, &mut named, &mut numbered),
            }
        }
        named.extend(rest.into_iter().filter_map(|sign| self.name_town(sign, false)));
        (named, numbered.into_iter().map(Entry::Words).collect())
    }

    /// Whether a town's name may not be left out: it says where something is that the picture shows.
    fn matters(&self, sign: &Sign<'_>) -> bool {
        let (site, picture) = (sign.site, self.picture);
        let name = site.name.as_str();
        let afloat = || picture.ships.iter().any(|moored| moored.at == site.at) && site.port != Port::None;
        picture.towns.matter.contains(&name)
            || picture.flags.iter().any(|flag| flag.at == site.at)
            || afloat()
            || sign.is_besieged
            || picture.deeds.changed.contains(&site.name)
            || picture.deeds.battles.iter().any(|battle| battle.at == site.at)
            || picture.deeds.naval.iter().any(|battle| battle.at == site.at)
    }

    fn name_town(&mut self, sign: &Sign<'_>, matters: bool) -> Option<Named> {
        let (size, face) = sign.letters();
        let words = spelt(&sign.site.name).into_owned();
        let sizes = [size, size * 0.9, (size * 0.8).max(9.0)];
        let sizes = if matters { &sizes[..] } else { &sizes[..1] };
        let reach = if matters { self.canvas.frame.cell.max(30.0) * 1.5 } else { 0.0 };
        let wish = Wish { words: &words, at: sign.at, off: sign.reach() + 1.5, sizes, face, reach };
        let seat = self.canvas.room.place(wish)?;
        let leader = seat.leader(sign.at, sign.reach());
        Some(Named { words, seat, face, leader })
    }

    /// A number at a town whose name has no room, and its name behind it for the key.
    fn number_town(&mut self, sign: &Sign<'_>, named: &mut Vec<Named>, numbered: &mut Vec<String>) {
        let words = (numbered.len() + 1).to_string();
        let reach = self.canvas.frame.cell * 2.0;
        let wish = Wish {
            words: &words,
            at: sign.at,
            off: sign.reach() + 1.0,
            sizes: &[9.0],
            face: Face::Bold,
            reach,
        };
        let Some(seat) = self.canvas.room.place(wish) else {
            self.canvas.room.drop(&sign.site.name);
            return;
        };
        numbered.push(format!("{words} {}", spelt(&sign.site.name)));
        named.push(Named { leader: seat.leader(sign.at, sign.reach()), words, seat, face: Face::Bold });
    }

    pub fn write_names(&mut self, names: &[Named]) {
        let svg = &mut self.canvas.svg;
        for leader in names.iter().filter_map(|name| name.leader) {
            let mut path = Path::new();
            path.segment(leader[0], leader[1]);
            svg.stroke("leader halo", &path, Pen::round(ink::PAPER, 2.6));
            svg.stroke("leader", &path, Pen::round(ink::BLACK, 0.8));
        }
        for Named { words, seat, face, .. } in names {
            let (size, face) = (seat.size, *face);
            let hand = Hand { size, face, colour: ink::BLACK, anchor: "start", halo: Some(ink::PAPER) };
            svg.words("city-name", seat.start, words, hand);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::deeds::{Battle, Deeds};
    use crate::flags::Troops;
    use crate::seas::Seas;
    use crate::ships::Ships;
    use crate::strategic::{Flag, Moored, StrategicPicture, Window};
    use crate::tints::Livery;
    use crate::towns::Towns;
    use crate::{Side, State};
    use fieldpost_ground::map_file::{DEMO, EUWOL, load};
    use fieldpost_ground::tactical::Atlas;
    use fieldpost_print::picture::Drawing;

    fn draw(atlas: &Atlas, window: Window, towns: &Towns<'_>, crowd: bool) -> Drawing {
        let all: Vec<_> = atlas.map.cities.iter().filter(|_| crowd).map(|city| city.at).collect();
        let troops = |side| Troops { side, state: State::Active, count: 12, is_about: true };
        let flags = all
            .iter()
            .flat_map(|at| [Side::Allied, Side::Hostile].map(|side| Flag { at: *at, troops: troops(side) }));
        let ships = all.iter().map(|at| Moored { at: *at, ships: Ships { side: Side::Hostile, count: 14 } });
        let losses = ["2635".to_owned(), "~1900".to_owned()];
        let battles = all.iter().step_by(3).map(|at| Battle { at: *at, losses: losses.clone() });
        StrategicPicture {
            atlas,
            title: "",
            window,
            flags: &flags.collect::<Vec<_>>(),
            deeds: &Deeds { battles: battles.collect(), ..Deeds::default() },
            highlights: &[],
            towns,
            holders: &[],
            ships: &ships.collect::<Vec<_>>(),
            seas: &Seas::default(),
            is_chart: false,
            destroyed_track: &[],
            owners: &BTreeMap::new(),
            width: 600,
            is_grey: true,
            livery: Livery::default(),
        }
        .draw()
    }

    /// Towns of enemies were told from one's own by a flag's colour, where they had a flag.
    #[test]
    fn towns_of_each_side_have_a_shape_of_their_own_in_grey_too() {
        let atlas = load(DEMO).unwrap().atlas;
        let whole = Window::whole(&atlas.map.grid);
        let rings = |side: Option<Side>| {
            let others = side.map(|side| ("Glatz", side)).into_iter().collect();
            let svg = draw(&atlas, whole, &Towns { others, ..Towns::default() }, false).svg;
            let key = svg.contains(">town of enemies<") || svg.contains(">town of neutrals<");
            assert_eq!(key, side.is_some());
            svg
        };
        let drawn = [rings(None), rings(Some(Side::Hostile)), rings(Some(Side::Neutral))];
        assert!(drawn[0] != drawn[1] && drawn[1] != drawn[2] && drawn[0] != drawn[2]);
    }

    /// Whatever stands in a town's square, its name can be read, and so can every flag and number.
    #[test]
    fn a_town_with_troops_ships_and_a_battle_keeps_its_name() {
        let demo = load(DEMO).unwrap().atlas;
        let europe = load(EUWOL).unwrap().atlas;
        let corner = |name: &str| europe.map.grid.parse(name).unwrap();
        let bohemia = Window { from: corner("I0-R0"), to: corner("K1-T5") };
        for (atlas, window) in [(&demo, Window::whole(&demo.map.grid)), (&europe, bohemia)] {
            let layout = draw(atlas, window, &Towns::default(), true).layout;
            assert_eq!(layout.dropped, Vec::<String>::new());
            assert_eq!(layout.covered(), Vec::<String>::new());
            let towns = atlas.map.cities.iter().filter(|city| window.holds(city.at));
            for town in towns {
                let name = spelt(&town.name);
                assert!(
                    layout.names().any(|placed| placed.words == *name || placed.words.parse::<u32>().is_ok()),
                    "{name}"
                );
            }
        }
    }
}

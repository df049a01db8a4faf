//! What is known of the towns on a map, and their names: those that matter always have theirs, beside the town, farther off with a line to
//! it, or by a number in the key.

use crate::Side;
use crate::cities::Sign;
use crate::country::Country;
use crate::legend::Entry;
use fieldpost_ground::map::Port;
use fieldpost_ground::spelling::spelt;
use fieldpost_print::picture::ink;
use fieldpost_print::picture::room::{Seat, Wish};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point};

/// What is known of towns, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Towns<'a> {
    /// Those with forts.
    pub forts: Vec<&'a str>,
    /// Those that are besieged (rule 2.7).
    pub besieged: Vec<&'a str>,
    /// Those that another nation controls than the one on whose soil they lie (rule 1.4), and whose side it is on.
    pub taken: Vec<(&'a str, Side)>,
    /// Whose side those are on that are not the own side's.
    pub others: Vec<(&'a str, Side)>,
    /// Those whose names may not be left out, whatever stands there.
    pub matter: Vec<&'a str>,
}

impl Towns<'_> {
    /// On whose side a town is.
    pub fn side(&self, name: &str) -> Side {
        self.others.iter().find(|(town, _)| *town == name).map_or(Side::Allied, |(_, side)| *side)
    }
}

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

//! The ways out of a square for who hears them: where each leads and what lies there, and what bars the others.

use std::collections::BTreeSet;

use crate::extract::SquareView;
use crate::places::Side;
use crate::standing::Standing;
use crate::ways::Way;
use fieldpost_engine::words::listed;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::movement::hindrance::Hindrance;

/// What was told of squares before: each is told of once.
#[derive(Default)]
pub(crate) struct Told(BTreeSet<StrategicSquare>);

/// What lies in a square that somebody may march to: its ground, what runs through it, whose men are seen there. Of where the player stands,
/// and of what was told before, only who is seen.
fn described(standing: &Standing<'_>, at: StrategicSquare, told: &Told) -> Vec<String> {
    let vantage = standing.vantage;
    let label = vantage.atlas.map.grid.label(at);
    let mut words = Vec::new();
    if !told.0.contains(&at) && vantage.own.iter().all(|own| own.unit.at != at) {
        words.push(vantage.atlas.map.terrain_at(at).words().to_owned());
        if let Some(view) = square_view(standing, &label) {
            words.extend(view.river.then(|| "river".to_owned()));
            let rail = if view.track_destroyed { "track destroyed" } else { "railway" };
            words.extend(view.rail.then(|| rail.to_owned()));
            words.extend(view.city.clone());
        }
    }
    let seen = standing.view.position.sightings.iter().filter(|seen| seen.square == label);
    let sides: BTreeSet<Side> = seen.map(|seen| seen.side).collect();
    words.extend(sides.into_iter().filter_map(|side| match side {
        Side::Own => None,
        Side::Allied => Some("allies".to_owned()),
        Side::Neutral => Some("neutrals".to_owned()),
        Side::Enemy => Some("enemies".to_owned()),
    }));
    words
}

/// The steps that are open, those together that lead into the same kind of square.
pub(crate) fn ways_words(standing: &Standing<'_>, whose: &str, ways: &[Way], told: &Told) -> Option<String> {
    let grid = &standing.vantage.atlas.map.grid;
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for way in ways.iter().filter(|way| way.barred.is_none()) {
        let risk = way.is_risky.then(|| "where enemies beside the way may stop you".to_owned());
        let what = described(standing, way.to, told).into_iter().chain(risk).collect::<Vec<_>>().join(", ");
        // Its name was told, or is the next one to that of a square where the player stands.
        let is_known =
            told.0.contains(&way.to) || standing.vantage.own.iter().any(|own| own.unit.at == way.to);
        let where_to = match is_known {
            true => way.direction.words().to_owned(),
            false => format!("{} {}", way.direction.words(), grid.label(way.to)),
        };
        match kinds.iter_mut().find(|(known, _)| *known == what) {
            Some((_, all)) => all.push(where_to),
            None => kinds.push((what, vec![where_to])),
        }
    }
    let described = |(what, all): (String, Vec<String>)| match what.is_empty() {
        true => listed(&all),
        false => format!("{}, {what}", listed(&all)),
    };
    let kinds: Vec<String> = kinds.into_iter().map(described).collect();
    match kinds.is_empty() {
        true => Some(format!("No way out{whose}.")),
        false => Some(format!("Ways out{whose}: {}.", kinds.join("; "))),
    }
}

/// The same in short, for units that the player orders seldom: by their directions alone.
pub(crate) fn ways_in_short(standing: &Standing<'_>, whose: &str, ways: &[Way]) -> String {
    let open: Vec<&str> =
        ways.iter().filter(|way| way.barred.is_none()).map(|way| way.direction.words()).collect();
    match (open.len(), ways.len() - open.len()) {
        (0, _) => format!("No way out{whose}."),
        (_, 0) => format!("All ways out{whose} are open."),
        _ => barred_words(standing, whose, ways)
            .map(|words| format!("{words} All other ways are open."))
            .unwrap_or_default(),
    }
}

/// The steps that are not, by what bars them.
pub(crate) fn barred_words(standing: &Standing<'_>, whose: &str, ways: &[Way]) -> Option<String> {
    let mut kinds: Vec<(String, Vec<&str>)> = Vec::new();
    for (way, why) in ways.iter().filter_map(|way| Some((way, way.barred?))) {
        let why = bar(why, standing);
        match kinds.iter_mut().find(|(known, _)| *known == why) {
            Some((_, all)) => all.push(way.direction.words()),
            None => kinds.push((why, vec![way.direction.words()])),
        }
    }
    let kinds: Vec<String> =
        kinds.into_iter().map(|(why, all)| format!("{} by {why}", listed(&all))).collect();
    (!kinds.is_empty()).then(|| format!("Barred{whose}: {}.", kinds.join("; ")))
}

/// What bars a step, behind `by`.
fn bar(why: Hindrance, standing: &Standing<'_>) -> String {
    match why {
        Hindrance::Impassable(_, terrain) => terrain.words().to_owned(),
        Hindrance::Between(_, terrain) => format!("{} on both sides", terrain.words()),
        Hindrance::LeavesHome(_) => "the border that militia keeps to".into(),
        Hindrance::Closed(_) => "a border that nobody may cross".into(),
        Hindrance::Besieged => "the siege".into(),
        Hindrance::NotClear(_) | Hindrance::Squeezed(_) => "units in the way".into(),
        Hindrance::WrongBank(_) => "a river or range that lies in between".into(),
        Hindrance::InMarsh(_) => "the marsh, while enemies are here".into(),
        Hindrance::Full(_) => "want of room".into(),
        Hindrance::NoWayIn(_) => "want of a place to come in".into(),
        Hindrance::Laid => "the bridge that it is".into(),
        other => other.reason(&standing.vantage.atlas.map.grid).words().into_owned(),
    }
}

impl Told {
    /// What these ways lead to is told now.
    pub(crate) fn add(&mut self, ways: &[Way]) {
        self.0.extend(ways.iter().filter(|way| way.barred.is_none()).map(|way| way.to));
    }
}

pub(crate) fn square_view<'a>(standing: &Standing<'a>, label: &str) -> Option<&'a SquareView> {
    standing.view.position.squares.iter().find(|view| view.square == label)
}

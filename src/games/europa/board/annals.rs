//! The numbers of a game deadline by deadline, for who looks back. The score lies open to everybody; a treasury and what an army is made
//! of are a power's own.

use std::collections::BTreeMap;

use fieldpost_door::{Eyes, Past};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_print::plot::{Plot, Series};

use crate::map::Owner;
use crate::position::Position;
use crate::scenario::Scenario;
use crate::tell::Eye;

/// Numbers of each power, turns in their order.
type Lines = BTreeMap<Owner, Vec<(u32, i64)>>;

/// The plots of a game.
///
/// # Errors
/// If a turn is none of this game's.
pub(super) fn plots(
    (scenario, now): (&Scenario, &Position),
    past: Past<'_>,
    eyes: &Eyes,
) -> Result<Vec<Plot>, String> {
    let (mut points, mut treasuries, mut armies) = (Lines::new(), Lines::new(), Lines::new());
    for turn in past {
        let turn = turn?;
        let position: Position =
            serde_json::from_slice(&turn.after).map_err(|why| format!("a position cannot be read: {why}"))?;
        let add = |lines: &mut Lines, seat: &Owner, value: i64| {
            lines.entry(seat.clone()).or_default().push((turn.turn, value));
        };
        for (seat, score) in (Eye { scenario, position: &position, power: None }).score() {
            add(&mut points, &seat, score.into());
        }
        for (player, (_, seat)) in (0..).map(PlayerNo).zip(&scenario.players) {
            if *eyes != Eyes::All && !eyes.are_of(player) {
                continue;
            }
            add(&mut treasuries, seat, position.powers.get(seat).map_or(0, |power| power.treasury));
            add(&mut armies, seat, thirds_of(&position, seat) / 3);
        }
    }
    let plot = |key, title: &str, about, lines: Lines| {
        let name = |seat: &Owner| now.name(seat).to_owned();
        let series = lines.into_iter().map(|(seat, values)| Series { name: name(&seat), values });
        Plot { key, title: title.to_owned(), about, series: series.collect() }
    };
    let all = [
        plot("points", "Points", "What each power would have if the game had ended then.", points),
        plot("treasury", "Treasury, in ducats", "", treasuries),
        plot("armies", "Armies, in detachments", "Begun detachments are left out.", armies),
    ];
    Ok(all.into_iter().filter(|plot| !plot.is_empty()).collect())
}

/// The land forces of a power and of whoever obeys it, in thirds of a detachment.
fn thirds_of(position: &Position, seat: &Owner) -> i64 {
    let own = position.stacks.values().filter(|stack| position.seat(&stack.owner) == seat);
    own.map(|stack| i64::from(stack.force.thirds())).sum()
}

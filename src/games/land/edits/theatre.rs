//! A small theatre of war with one of everything, for the tests of hand edits.

use crate::book::ROTD_EUWOL;
use crate::communications;
use crate::edits::{Edit, Edited, Ground, Refused, carry_out};
use crate::sandbox::{Sandbox, id, nation, tac};
use crate::state::{Depot, DepotKind, LandState, Player, Rank};
use crate::unit::Guns;
use fieldpost_ground::map::{Fort, Port};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Ground as Lie;

/// Four columns and three rows: water in A0-N0, a great river down A2, a railway along N1, the east Austria's.
pub fn theatre() -> Sandbox {
    let mut sandbox = Sandbox::new("4x3", |sketch| {
        sketch.terrain("A0-N0", "water").unwrap();
        for square in ["A3-N0", "A3-N1", "A3-N2"] {
            sketch.owner(square, "Austria").unwrap();
        }
        sketch.river("A2-N0 A2-N1 A2-N2", "unfordable").unwrap();
        sketch.rail("A0-N1 A1-N1 A2-N1 A3-N1").unwrap();
        sketch.city("Metz", "A1-N1", tac("7-7"), Port::None).unwrap();
        sketch.city("Wien", "A3-N1", tac("7-7"), Port::None).unwrap();
    });
    sandbox.state.owners.insert("Austria".into(), nation("AU"));
    people(&mut sandbox);
    sandbox.city("Metz", "A1-N1", "7-7", "FR").fort = Some(Fort { strength: 3, capacity: 5000 });
    sandbox.city("Metz", "A1-N1", "7-7", "FR").supplies = 20;
    sandbox.city("Wien", "A3-N1", "7-7", "AU").supplies = 9;
    let at = sandbox.square("A0-N1");
    sandbox.state.depots.push(Depot {
        at,
        tac: tac("7-7"),
        kind: DepotKind::Depot,
        side: nation("FR"),
        supplies: 5,
    });
    let at = sandbox.square("A3-N0");
    sandbox.state.depots.push(Depot {
        at,
        tac: tac("3-3"),
        kind: DepotKind::Cache,
        side: nation("AU"),
        supplies: 2,
    });
    communications::settle(&sandbox.atlas, &ROTD_EUWOL, &mut sandbox.state);
    sandbox
}

fn people(sandbox: &mut Sandbox) {
    sandbox.unit("FR1IN", "A1-N1", "7-7").in_fort = true;
    let two = sandbox.unit("FR2IN", "A1-N1", "5-5");
    (two.batteries, two.guns, two.strength) = (2, Guns::Rifled, 2500);
    sandbox.unit("FR3IN", "A1-N1", "5-5");
    for (unit, at) in
        [("FR1LA", "5-5"), ("FR1LC", "5-5"), ("FR1CQ", "5-5"), ("FR1AQ", "5-5"), ("FR1NB", "9-9")]
    {
        sandbox.unit(unit, "A1-N1", at);
    }
    sandbox.unit("FR1MI", "A0-N1", "7-7").home = "France".into();
    let river = river_square(sandbox, "A2-N0").to_string();
    sandbox.unit("FR1PB", "A2-N0", &river);
    for unit in ["AU1IN", "AU1LC", "AU1CQ"] {
        sandbox.unit(unit, "A3-N1", "7-7");
    }
    let berthier =
        Player { name: "berthier".into(), nation: nation("FR"), rank: Rank::Colonel, offices: [].into() };
    sandbox.state.players.push(berthier);
    sandbox.relation("FR", "AU", Relation::Hostile);
}

/// The northmost tactical square of a strategic square in which a river flows, without a bridge.
pub fn river_square(sandbox: &Sandbox, at: &str) -> TacticalSquare {
    let sheet = sandbox.atlas.sheet(sandbox.square(at));
    let flows = |tac: &TacticalSquare| sheet.ground_at(*tac) == Lie::River && !sheet.bridge[tac.index()];
    TacticalSquare::all().find(flows).unwrap()
}

/// What an edit comes to there.
pub fn try_edit(sandbox: &Sandbox, state: &LandState, edit: &Edit, insist: bool) -> Result<Edited, Refused> {
    let ground = Ground { atlas: &sandbox.atlas, book: &ROTD_EUWOL };
    carry_out(ground, state, edit, insist)
}

pub fn set(unit: &str, field: &str, value: &str) -> Edit {
    Edit::SetUnit { unit: id(unit), field: field.into(), value: value.into() }
}

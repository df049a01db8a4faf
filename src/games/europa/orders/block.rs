//! What of a block stands together (rules A1, A2; EU-01, EU-62): the rest is refused, line by line, with why.

use super::{Leg, Order};
use crate::position::Kind;
use fieldpost_engine::refusal::Refusal;

/// A line that does not count: its place in the block, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    pub line: usize,
    /// In a sentence.
    pub why: Refusal,
}

/// The lines of a block that stand, by their places, and those that do not. Of two that exclude each other the later is refused,
/// but of two MOVE lines the later counts.
pub fn sift(kind: Kind, orders: &[Order]) -> (Vec<usize>, Vec<Unfit>) {
    let mut stands: Vec<usize> = Vec::new();
    let mut refused = Vec::new();
    for (line, order) in orders.iter().enumerate() {
        let before: Vec<&Order> = stands.iter().map(|place| &orders[*place]).collect();
        if let Some(why) = unfit(kind, order).or_else(|| clash(kind, &before, order)) {
            refused.push(Unfit { line, why });
            continue;
        }
        if let Order::Move(_) = order
            && let Some(place) = stands.iter().position(|place| matches!(orders[*place], Order::Move(_)))
        {
            let why = Refusal::by("A2", "A second MOVE stands below, and the later counts.").at("MOVE");
            refused.push(Unfit { line: stands.remove(place), why });
        }
        stands.push(line);
    }
    refused.sort_by_key(|unfit| unfit.line);
    (stands, refused)
}

/// Why a stack of this kind cannot do it at all.
fn unfit(kind: Kind, order: &Order) -> Option<Refusal> {
    if let Order::If { then, otherwise, .. } = order {
        return unfit(kind, then).or_else(|| otherwise.as_deref().and_then(|order| unfit(kind, order)));
    }
    let of_fleets = "is for fleets";
    let of_land = "is for stacks on land";
    let at_sea = matches!(kind, Kind::Fleet | Kind::Privateer | Kind::Leader);
    let of = |rule, why: String| Some(Refusal::by(rule, why).at(word(order)));
    match order {
        Order::Attack(_) if kind == Kind::Land => {
            of("A1", "Armies that meet fight of themselves; ATTACK is for fleets.".into())
        }
        Order::RetreatAfter if kind == Kind::Land => {
            of("A1", "RETREAT AFTER FIRE is for fleets, of which one has the wind; on land there are RETREAT BEFORE COMBAT and RETREAT AFTER FIRST DAY.".into())
        }
        Order::RetreatAfterDay if kind != Kind::Land => {
            of("A1", "RETREAT AFTER FIRST DAY is for armies; a fleet has RETREAT AFTER FIRE.".into())
        }
        Order::Carry { .. } | Order::Blockade(_) | Order::Pursue | Order::Hunt(_) | Order::FirstLine(_) if kind == Kind::Land => {
            of("A1", format!("{} {of_fleets}.", word(order)))
        }
        Order::Escape | Order::Force if kind == Kind::Land => of("F1", format!("{} {of_fleets}.", word(order))),
        Order::Siege { .. } | Order::LiftSiege | Order::Assault(_) | Order::Sortie | Order::AttackNatives | Order::Suppress
            if kind != Kind::Land =>
        {
            of("A1", format!("{} {of_land}.", word(order)))
        }
        Order::Move(route) if at_sea && kind != Kind::Leader && route.legs.iter().any(|leg| matches!(leg, Leg::Sail { .. })) => {
            of("C1", "Only who marches can embark.".into())
        }
        Order::Intercept { .. } | Order::Attack(_) | Order::Blockade(_) | Order::Hunt(_)
            if matches!(kind, Kind::Privateer | Kind::Leader) =>
        {
            of("A1", format!("{} is for fleets and armies.", word(order)))
        }
        _ => None,
    }
}

/// Why it does not stand beside what stands above it (rule A2).
fn clash(kind: Kind, before: &[&Order], order: &Order) -> Option<Refusal> {
    let of = |why: &str| Some(Refusal::by("A2", why).at(word(order)));
    let has = |of: fn(&Order) -> bool| before.iter().any(|order| of(order));
    let moves = |order: &Order| matches!(order, Order::Move(_));
    let intercepts = |order: &Order| intercepts(order);
    let natives = |order: &Order| matches!(order, Order::AttackNatives);
    if kind == Kind::Land && intercepts(order) && has(moves) {
        return of("A stack on land cannot both move and intercept. MOVE stands, this line does not.");
    }
    if kind == Kind::Land && moves(order) && has(intercepts) {
        return of("A stack on land cannot both move and intercept. INTERCEPT stands, this line does not.");
    }
    if intercepts(order) && has(natives) || natives(order) && has(intercepts) {
        return of(
            "A stack on land cannot both intercept and attack natives. The first line stands, this one does not.",
        );
    }
    None
}

/// Whether an order is INTERCEPT, perhaps behind a condition.
fn intercepts(order: &Order) -> bool {
    match order {
        Order::Intercept { .. } => true,
        Order::If { then, otherwise, .. } => intercepts(then) || otherwise.as_deref().is_some_and(intercepts),
        _ => false,
    }
}

/// The words that an order begins with.
fn word(order: &Order) -> String {
    let words = order.to_string();
    let first: Vec<&str> = words.split(' ').take(1).collect();
    match order {
        Order::LiftSiege
        | Order::Pursue
        | Order::Escape
        | Order::Force
        | Order::AttackNatives
        | Order::Suppress => words,
        Order::FirstLine(_) => "FIRST LINE".into(),
        Order::Hunt(_) => "HUNT PRIVATEERS".into(),
        _ => first.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::read;
    use crate::orders::Names;

    fn sifted(kind: Kind, lines: &[&str]) -> (Vec<usize>, Vec<String>) {
        let orders: Vec<Order> = lines.iter().map(|line| read(line, &Names::default()).unwrap()).collect();
        let (stands, refused) = sift(kind, &orders);
        (stands, refused.into_iter().map(|refusal| format!("{}: {}", refusal.line, refusal.why)).collect())
    }

    #[test]
    fn on_land_the_later_of_move_and_intercept_is_refused_and_at_sea_neither() {
        let (stands, refused) = sifted(Kind::Land, &["MOVE bona", "INTERCEPT"]);
        assert_eq!(stands, [0]);
        assert_eq!(
            refused,
            ["1: A stack on land cannot both move and intercept. MOVE stands, this line does not (A2)."]
        );
        assert_eq!(sifted(Kind::Land, &["INTERCEPT", "MOVE bona"]).0, [0]);
        assert_eq!(sifted(Kind::Land, &["IF ROUND 2 THEN INTERCEPT", "ATTACK NATIVES"]).0, [0]);
        assert_eq!(sifted(Kind::Fleet, &["MOVE mare", "INTERCEPT"]).0, [0, 1]);
    }

    #[test]
    fn of_two_moves_the_later_counts() {
        let (stands, refused) = sifted(Kind::Land, &["MOVE bona", "SIEGE", "MOVE cora"]);
        assert_eq!((stands, refused.len()), (vec![1, 2], 1));
        assert!(refused[0].starts_with("0: "));
    }

    #[test]
    fn armies_need_no_attack_and_fleets_lay_no_siege() {
        assert!(sifted(Kind::Land, &["ATTACK"]).1[0].contains("ATTACK is for fleets (A1)"));
        assert!(sifted(Kind::Land, &["RETREAT AFTER FIRE"]).1[0].contains("is for fleets"));
        assert!(sifted(Kind::Land, &["IF ROUND 1 THEN ATTACK"]).1[0].contains("fight of themselves"));
        assert!(sifted(Kind::Fleet, &["SIEGE"]).1[0].contains("on land"));
    }
}

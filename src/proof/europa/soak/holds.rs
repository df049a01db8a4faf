//! What must hold in any round.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;

use fieldpost_europa::event::{Event, Fact, Kind, Row};
use fieldpost_europa::map::{Owner, Place, Port};
use fieldpost_europa::orders::Order;
use fieldpost_europa::position::{Kind as StackKind, Position, Posture, Stack, World};
use fieldpost_europa::round::{self, Book, Overrides, Ran, State};

/// What broke in a round, whose positions before each row were kept.
pub(super) fn faults(world: &World, before: &Position, book: &Book, seed: u64, ran: &Ran) -> Vec<String> {
    let mut faults = Vec::new();
    faults.extend(the_same(world, before, book, seed, ran));
    faults.extend(ended(ran));
    faults.extend(conserved(before, ran));
    faults.extend(apart(book, ran));
    faults.extend(passed(before, book, ran));
    faults.extend(within_limits(world, before, ran));
    faults.extend(sound(world, &ran.position));
    faults.extend(in_ports(&ran.position));
    faults.extend(overseas(world, before, ran));
    faults
}

/// Nobody's ships lie in an enemy's port when a round is over.
fn in_ports(position: &Position) -> Vec<String> {
    let is_lost = |stack: &Stack| {
        let control = position.grounds.get(&stack.at).and_then(|ground| ground.control.as_ref());
        stack.posture == Posture::Port
            && control.is_some_and(|control| position.hostile(control, &stack.owner))
    };
    let lost = position.stacks.iter().filter(|(_, stack)| is_lost(stack));
    lost.map(|(id, stack)| format!("{id} lies in the enemy's port of {}", stack.at)).collect()
}

/// Powers at peace do not end in one province overseas that nobody owns, where they did not begin so (rule B6).
fn overseas(world: &World, before: &Position, ran: &Ran) -> Vec<String> {
    let mut faults = Vec::new();
    let (is, was) = (in_the_open(&ran.position), in_the_open(before));
    for (place, there) in is {
        let wild = world.map.provinces.get(place).is_some_and(|found| found.overseas)
            && before.grounds.get(place).is_some_and(|ground| ground.owner.is_none());
        let began = |id: &Piece| was.get(place).is_some_and(|all| all.iter().any(|(other, _)| *other == id));
        for (one, a) in there.iter().filter(|_| wild) {
            let with = there.iter().find(|(other, b)| {
                let relation = before.relation(&a.owner, &b.owner);
                one < other
                    && relation == fieldpost_europa::position::Relation::Neutral
                    && !(began(one) && began(other))
            });
            faults.extend(with.map(|(other, _)| format!("{one} and {other} are at peace in {place}")));
        }
    }
    faults
}

/// All that came of a round, as it is kept.
pub(super) fn bytes(ran: &Ran) -> Vec<u8> {
    serde_json::to_vec(&(&ran.happened, &ran.position, &ran.draws)).unwrap_or_default()
}

/// The same round twice is the same bytes, from the position as it is kept too; and the order in which powers wrote makes no difference:
/// within a power the sequence is its own (EU-65).
fn the_same(world: &World, before: &Position, book: &Book, seed: u64, ran: &Ran) -> Vec<String> {
    let mut faults = Vec::new();
    let whole = bytes(ran);
    let kept = serde_json::to_vec(before).ok().and_then(|paper| serde_json::from_slice(&paper).ok());
    let Some(kept) = kept else { return vec!["the position cannot be kept".into()] };
    if bytes(&round::run(world, &kept, book, seed, Overrides::default())) != whole {
        faults.push("the same round twice is not the same".into());
    }
    let mut turned = book.clone();
    turned
        .sequence
        .sort_by_key(|id| std::cmp::Reverse(before.stacks.get(id).map(|stack| stack.owner.clone())));
    if bytes(&round::run(world, before, &turned, seed, Overrides::default())) != whole {
        faults.push("the order in which powers wrote makes a difference".into());
    }
    faults
}

/// Every round ends: nobody is left on its way, in a combat or beaten.
fn ended(ran: &Ran) -> Vec<String> {
    let left = ran.position.stacks.keys().filter_map(|id| Some((id, &ran.progress.get(id)?.state)));
    let left = left.filter(|(_, state)| matches!(state, State::Locked | State::Beaten));
    left.map(|(id, state)| format!("{id} is left {state:?}")).collect()
}

/// EU-25: after each row what a power has, with what it lost in it and what honours of war gave it, is what it had. Captured ships change
/// hands, and none is made.
fn conserved(before: &Position, ran: &Ran) -> Vec<String> {
    let mut faults = Vec::new();
    for (place, row) in Row::ALL.into_iter().enumerate() {
        let Some(had) = ran.before.get(&row) else { continue };
        let has = Row::ALL.get(place + 1).and_then(|next| ran.before.get(next)).unwrap_or(&ran.position);
        let facts: Vec<&Fact> =
            ran.events().filter(|event| event.phase.row == row).map(|event| &event.fact).collect();
        let (mut captured, mut sunk) = (0, 0);
        for owner in before.powers.keys() {
            let lost = |sea: bool| -> i32 {
                let of = |fact: &&Fact| match fact {
                    Fact::Loss { stack, count, .. } if is_own(stack, owner, sea) => *count,
                    _ => 0,
                };
                facts.iter().map(of).sum()
            };
            let ((land, ships), (had_land, had_ships)) = (has.strength_of(owner), had.strength_of(owner));
            let given = land + lost(false) - had_land;
            let most = 3 * honours(&facts, had, owner);
            if given % 3 != 0 || !(0..=most).contains(&given) {
                faults.push(format!(
                    "{}, {owner}: {had_land} thirds became {land} with {} lost",
                    row.word(),
                    lost(false)
                ));
            }
            let taken = ships + lost(true) - had_ships;
            (captured, sunk) = (captured + taken, sunk + lost(true));
            if taken < 0 {
                faults.push(format!("{}, {owner}: {had_ships} ships became {ships}", row.word()));
            }
        }
        if captured > sunk {
            faults.push(format!("{}: {captured} ships taken of {sunk} lost", row.word()));
        }
    }
    faults
}

fn is_own(id: &Piece, owner: &Owner, sea: bool) -> bool {
    let letters = owner.get(..2).unwrap_or(owner);
    id.as_str().starts_with(letters) && (Stack::kind(id) == StackKind::Fleet) == sea
}

/// Garrisons that an owner was granted honours for.
fn honours(facts: &[&Fact], had: &Position, owner: &Owner) -> i32 {
    let is_its = |fact: &&&Fact| match fact {
        Fact::Honours { place, .. } => {
            had.grounds.get(place).and_then(|ground| ground.control.as_ref()) == Some(owner)
        }
        _ => false,
    };
    i32::try_from(facts.iter().filter(is_its).count()).unwrap_or(0)
}

fn in_the_open(position: &Position) -> BTreeMap<&Place, Vec<(&Piece, &Stack)>> {
    let mut all: BTreeMap<&Place, Vec<(&Piece, &Stack)>> = BTreeMap::new();
    for (id, stack) in &position.stacks {
        let fights = stack.force.thirds() > 0 || stack.fleet.all() > 0;
        if stack.posture == Posture::Open && stack.aboard.is_none() && fights {
            all.entry(&stack.at).or_default().push((id, stack));
        }
    }
    all
}

/// Pairs of enemies who stand in the open of one place.
fn pairs(position: &Position) -> Vec<(&Place, &Piece, &Piece)> {
    let mut all = Vec::new();
    for (place, there) in in_the_open(position) {
        for (one, a) in &there {
            let foes = there.iter().filter(|(other, b)| one < other && position.hostile(&a.owner, &b.owner));
            all.extend(foes.map(|(other, _)| (place, *one, *other)));
        }
    }
    all
}

/// Who was in which combat, or ran over whom: by place.
fn met<'e>(events: impl Iterator<Item = &'e Event>) -> BTreeMap<&'e Place, BTreeSet<&'e Piece>> {
    let mut met: BTreeMap<&Place, BTreeSet<&Piece>> = BTreeMap::new();
    for fact in events.map(|event| &event.fact) {
        let Some(place) = fact.place() else { continue };
        let fought = matches!(fact.kind(), Kind::Meeting | Kind::Combat | Kind::NavalCombat | Kind::Overrun);
        if fought {
            met.entry(place).or_default().extend(fact.members());
        }
    }
    met
}

/// No two enemies are left together in the open on land, and those who stand so when the clock is over are in a combat; at sea those of
/// whom one attacks.
fn apart(book: &Book, ran: &Ran) -> Vec<String> {
    let mut faults = Vec::new();
    let is_land = |id: &Piece| Stack::kind(id) == StackKind::Land;
    for (place, one, other) in pairs(&ran.position) {
        if is_land(one) && is_land(other) {
            faults.push(format!("{one} and {other} stand together in {place}"));
        }
    }
    let Some(end) = ran.before.get(&Row::Retreats) else { return faults };
    let met = met(ran.events());
    let attacks = |id: &Piece| {
        let barred = ran.progress.get(id).is_some_and(|progress| progress.is_barred);
        !barred && book.orders.get(id).is_some_and(|own| own.contains(&Order::Attack(None)))
    };
    for (place, one, other) in pairs(end) {
        let flees = |id: &Piece| ran.progress.get(id).is_some_and(|progress| progress.retreating);
        let must = if is_land(one) { !flees(one) && !flees(other) } else { attacks(one) || attacks(other) };
        let known = |id: &Piece| met.get(place).is_some_and(|met| met.contains(id));
        if must && !(known(one) && known(other)) {
            faults.push(format!("{one} and {other} end unfought in {place}"));
        }
    }
    faults
}

/// A step into a province: from where, and the points that were spent in it.
struct Step<'a> {
    id: &'a Piece,
    owner: &'a Owner,
    from: &'a Place,
    to: &'a Place,
    points: (i32, i32),
}

/// The steps on land of all who only marched: who went by sea spends points that are not those of the clock.
fn steps<'a>(before: &'a Position, ran: &'a Ran) -> Vec<Step<'a>> {
    let afloat: BTreeSet<&Piece> = ran
        .events()
        .filter_map(|event| match &event.fact {
            Fact::Aboard { stack, .. } | Fact::Ashore { stack, .. } => Some(stack),
            _ => None,
        })
        .collect();
    let Some(start) = ran.before.get(&Row::Ticks) else { return Vec::new() };
    let mut here: BTreeMap<&Piece, (&Place, i32)> = BTreeMap::new();
    let mut all = Vec::new();
    for fact in ran.events().filter(|event| event.phase.row == Row::Ticks).map(|event| &event.fact) {
        let (Some(id), Some(place)) = (fact.stack(), fact.place()) else { continue };
        let Some(stack) = start.stacks.get(id) else { continue };
        if Stack::kind(id) != StackKind::Land || stack.aboard.is_some() || afloat.contains(id) {
            continue;
        }
        let (from, spent) = here.get(id).copied().unwrap_or((&stack.at, 0));
        match fact {
            Fact::Moved { points, .. } => {
                let count = i32::try_from(*points).unwrap_or(i32::MAX);
                let owner = before.powers.get_key_value(&stack.owner).map_or(&stack.owner, |(key, _)| key);
                all.push(Step { id, owner, from, to: place, points: (spent + 1, count) });
                here.insert(id, (place, count));
            }
            // An interceptor moves for no points of its own.
            Fact::MovedToMeet { .. } | Fact::ForcedIn { .. } | Fact::Retreats { .. } => {
                here.insert(id, (place, spent));
            }
            _ => {}
        }
    }
    all
}

/// Nobody passes an enemy unfought: in one province on a point in common, over one border on a point in common (EU-32, EU-33), or where
/// one stands all the round (G1).
fn passed(before: &Position, book: &Book, ran: &Ran) -> Vec<String> {
    let mut faults = Vec::new();
    let (steps, met) = (steps(before, ran), met(ran.events()));
    let known = |place: &Place, id: &Piece| met.get(place).is_some_and(|met| met.contains(id));
    let common = |a: &Step, b: &Step| a.points.0 <= b.points.1 && b.points.0 <= a.points.1;
    for (number, a) in steps.iter().enumerate() {
        for b in &steps[number + 1..] {
            if a.id == b.id || !foes(before, book, ran, (a.id, a.owner), (b.id, b.owner)) || !common(a, b) {
                continue;
            }
            let together = a.to == b.to && !(known(a.to, a.id) && known(a.to, b.id));
            let crossed = a.from == b.to && b.from == a.to;
            if together || crossed {
                faults.push(format!("{} and {} pass unfought by {} and {}", a.id, b.id, a.to, b.to));
            }
        }
        faults.extend(passed_at_rest(before, book, ran, a, &steps, &known));
    }
    faults
}

fn passed_at_rest(
    before: &Position,
    book: &Book,
    ran: &Ran,
    step: &Step<'_>,
    steps: &[Step<'_>],
    known: &impl Fn(&Place, &Piece) -> bool,
) -> Vec<String> {
    let goes_on = steps.iter().any(|next| next.id == step.id && next.from == step.to);
    let (Some(start), Some(end)) = (ran.before.get(&Row::Ticks), ran.before.get(&Row::Retreats)) else {
        return Vec::new();
    };
    let stood = |position: &Position, id: &Piece| {
        position.stacks.get(id).is_some_and(|stack| {
            stack.at == *step.to && stack.posture == Posture::Open && stack.aboard.is_none()
        })
    };
    let there = start.stacks.iter().filter(|(id, stack)| {
        Stack::kind(id) == StackKind::Land
            && stack.force.thirds() > 0
            && stood(start, id)
            && stood(end, id)
            // Who was refused elsewhere was away while it tried.
            && ran.progress.get(*id).is_some_and(|progress| progress.spent == 0)
            && !ran.events().map(|event| &event.fact).any(|fact| {
                matches!(fact.kind(), Kind::Move | Kind::Retreat) && fact.stack() == Some(*id)
            })
            && foes(before, book, ran, (step.id, step.owner), (id, &stack.owner))
    });
    let unfought = there.filter(|(id, _)| !(known(step.to, step.id) && known(step.to, id)));
    let told = unfought.filter(|_| goes_on);
    told.map(|(id, _)| format!("{} passes {id} unfought in {}", step.id, step.to)).collect()
}

/// Whether two stacks fight where they meet, with what is known of retreats and of who lets whom pass (rule B5).
fn foes(before: &Position, book: &Book, ran: &Ran, one: (&Piece, &Owner), other: (&Piece, &Owner)) -> bool {
    let flees = |id: &Piece| ran.progress.get(id).is_some_and(|progress| progress.retreating);
    let lets = |(id, owner): (&Piece, &Owner), who: &Owner| {
        let by_power = book.let_pass.get(owner).is_some_and(|list| list.contains(who));
        let names = |order: &Order| match order {
            Order::LetPass(power) => power == who,
            // A condition may have it either way.
            Order::If { .. } => true,
            _ => false,
        };
        by_power || book.orders.get(id).is_some_and(|own| own.iter().any(names))
    };
    let (one_flees, other_flees) = (flees(one.0), flees(other.0));
    let passes = (one_flees && (other_flees || lets(other, one.1))) || (other_flees && lets(one, other.1));
    before.hostile(one.1, other.1) && !passes
}

/// Nobody stands over the limits but who is crowded by rule (EU-34), or was so before the round.
fn within_limits(world: &World, before: &Position, ran: &Ran) -> Vec<String> {
    let table = &world.tables.stacking;
    let crowded = |id: &Piece| ran.progress.get(id).is_some_and(|progress| progress.crowded);
    let sums = |position: &Position, owner: &Owner, at: &Place| {
        let there = position.stacks.iter().filter(|(id, found)| {
            Stack::kind(id) == StackKind::Land
                && found.at == *at
                && found.posture == Posture::Open
                && found.aboard.is_none()
                && position.allied(&found.owner, owner)
                && !crowded(id)
        });
        there.fold((0, 0), |(counters, detachments), (_, found)| {
            (counters + found.force.counted(), detachments + found.force.detachments())
        })
    };
    let mut faults = Vec::new();
    for (id, stack) in ran.position.stacks.iter().filter(|(id, _)| Stack::kind(id) == StackKind::Land) {
        if stack.posture != Posture::Open || stack.aboard.is_some() || crowded(id) {
            continue;
        }
        let (is, was) = (sums(&ran.position, &stack.owner, &stack.at), sums(before, &stack.owner, &stack.at));
        let over = is.0 > table.land_counters.max(was.0) || is.1 > table.land_detachments.max(was.1);
        // Who marches out with honours stands where its refuge is.
        let honoured = ran.events().any(|event| event.fact.kind() == Kind::Honours);
        if over && !honoured {
            faults
                .push(format!("{} counters of {} detachments where {id} stands in {}", is.0, is.1, stack.at));
        }
    }
    faults.extend(berths(world, before, &ran.position));
    faults
}

/// A port holds no more FLEET counters than it has berths.
fn berths(world: &World, before: &Position, after: &Position) -> Vec<String> {
    let table = &world.tables.stacking;
    let counters = |position: &Position, port: &Place| -> i32 {
        let within =
            position.stacks.values().filter(|stack| stack.posture == Posture::Port && stack.at == *port);
        within.map(|stack| stack.fleet.counters.len() as i32).sum()
    };
    let most = |port: Port| if port == Port::Arsenal { table.arsenal_fleets } else { table.port_fleets };
    let over = after
        .grounds
        .iter()
        .filter(|(place, ground)| counters(after, place) > most(ground.port).max(counters(before, place)));
    over.map(|(place, _)| format!("{} FLEETS in the port of {place}", counters(after, place))).collect()
}

/// What any position is: nobody is empty, arms are those of the counters, no more ships are damaged than there are, who is aboard is where
/// its fleet is, walls and ports are where people shelter, and leaders are with stacks that are there.
fn sound(world: &World, position: &Position) -> Vec<String> {
    let mut faults = Vec::new();
    for (id, stack) in &position.stacks {
        let mut fault = |why: &str| faults.push(format!("{id} in {}: {why}", stack.at));
        if !stack.is_manned() && Stack::kind(id) != StackKind::Leader {
            fault("nothing is left of it");
        }
        if Stack::kind(id) == StackKind::Leader
            && position.leaders.values().all(|led| led.stack.as_ref() != Some(id))
        {
            fault("no leader is left in it");
        }
        if stack.force.thirds() != stack.force.arms.thirds() {
            fault("its arms are not its counters");
        }
        if (0..3).any(|ship| !(0..=stack.fleet.ships[ship]).contains(&stack.fleet.damaged[ship])) {
            fault("more ships are damaged than there are");
        }
        if let Some(fleet) = &stack.aboard
            && position.stacks.get(fleet).is_none_or(|found| found.at != stack.at)
        {
            fault(&format!("it is aboard of {fleet} , which is not there"));
        }
        let ground = position.grounds.get(&stack.at);
        if stack.posture == Posture::Fortress && !ground.is_some_and(|ground| ground.has_wall()) {
            fault("it shelters where no wall is");
        }
        if stack.posture == Posture::Port && ground.is_none_or(|ground| ground.port == Port::None) {
            fault("it lies where no port is");
        }
        let at_sea = world.map.is_sea(&stack.at);
        if at_sea && Stack::kind(id) == StackKind::Land && stack.aboard.is_none() {
            fault("it stands in the sea");
        }
    }
    for (name, leader) in &position.leaders {
        if leader.stack.as_ref().is_some_and(|id| !position.stacks.contains_key(id)) {
            faults.push(format!("{name} is with a stack that is not there"));
        }
    }
    faults
}

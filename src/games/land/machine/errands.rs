//! Parties on errands of their own, so that their corps may march on: a unit into a city of the enemy's that seems to stand
//! open and lies on the way, or into one of the own side that enemies come near; some brigades at a handful of enemies.

use crate::corps::Corps;
use crate::force::{self, MASS};
use crate::picture::{Picture, Town};
use crate::plan::{Plan, Task};
use crate::quarters;
use crate::ways::{Distances, STEP, Ways};
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::book::Book;
use fieldpost_land::communications::CORPS_RANGE;
use fieldpost_land::communications::sources::DEPOT_RANGE;
use fieldpost_land::movement::allowance::allowance;
use fieldpost_land::unit::Unit;

/// How near enemies must come for a city to be minded, in squares.
const ALARM: u8 = 3;
/// Farther than this nobody is sent, as the crow flies.
const FAR: u8 = 6;
/// How far foot goes to take back a city that was lost, in squares.
const ASTRAY: u8 = 3;
/// A corps sends one of so many brigades on errands.
const SPARE: usize = 3;
/// Worth of a city from which it is minded.
const DEAR: u32 = 2;
/// So many times a handful of enemies a corps counts which leaves them to some of its brigades, and so many times these.
const HANDFUL: u32 = 5;
const PARTY: u32 = 3;
/// Farther from enemies than this, in squares, a corps leaves them to those of its brigades that are at them.
const AWAY: u8 = 2;
/// So many times the men who are seen to hold a city go to take it.
const GARRISON: u32 = 2;

/// An errand: the unit as a corps of its own, and what it is to do.
pub type Errand<'c, 'a> = (Corps<'c>, Plan<'a>);

/// Takes the units that go on errands out of their corps.
pub fn send<'c, 'a>(
    picture: &Picture<'_>,
    ways: &Ways<'a>,
    book: &Book,
    corps: &mut [Corps<'c>],
) -> Vec<Errand<'c, 'a>> {
    let desk = Desk { picture, ways, book };
    let mut left: Vec<usize> = corps.iter().map(|corps| corps.brigades.len().div_ceil(SPARE)).collect();
    let mut errands = desk.sweeps(corps);
    for call in desk.calls(corps) {
        let way = desk.way_to(corps, call.town);
        let Some((place, units)) = desk.messengers(corps, &left, &call, &way) else { continue };
        let leave = units.iter().filter(|unit| unit.at != call.town.at).count();
        left[place] = left[place].saturating_sub(leave);
        let party = detach(&mut corps[place], units);
        errands.push((party, Plan { task: call.task, goal: call.town.at, way, is_narrow: false }));
    }
    errands.extend(desk.strays(corps));
    errands
}

/// A city that calls for somebody.
struct Call<'t> {
    town: &'t Town<'t>,
    task: Task,
    /// Men who must go together, for so many are seen to hold it.
    men: u32,
}

/// Some brigades of a corps as one of their own.
fn detach<'c>(corps: &mut Corps<'c>, brigades: Vec<&'c Unit>) -> Corps<'c> {
    let men = brigades.iter().map(|unit| unit.strength).sum();
    corps.brigades.retain(|unit| brigades.iter().all(|other| other.id != unit.id));
    corps.men = corps.men.saturating_sub(men);
    let post = brigades.first().map_or(corps.post, |unit| unit.at);
    Corps { head: None, brigades, train: Vec::new(), post, men }
}

/// Who sends them.
struct Desk<'d, 'a> {
    picture: &'d Picture<'d>,
    ways: &'d Ways<'a>,
    book: &'d Book,
}

impl<'d, 'a> Desk<'d, 'a> {
    /// Parties against enemies who are a handful beside a corps that can go at them, or beside brigades of one whose main body is elsewhere.
    fn sweeps<'c>(&self, corps: &mut [Corps<'c>]) -> Vec<Errand<'c, 'a>> {
        let mut errands = Vec::new();
        for foe in self.picture.foes.keys().copied() {
            let mass = |corps: &Corps<'_>| force::mass(&corps.brigades, foe, self.ways, self.book);
            let able = corps.iter_mut().filter(|corps| self.leaves_to_a_party(corps, foe));
            let Some(corps) = able.max_by_key(|corps| mass(corps)) else { continue };
            let brigades = self.party(corps, foe);
            let way = self.ways.toward(foe, &brigades.iter().map(|unit| unit.at).collect());
            let party = detach(corps, brigades);
            errands.push((party, Plan { task: Task::Attack, goal: foe, way, is_narrow: false }));
        }
        errands
    }

    fn leaves_to_a_party(&self, corps: &Corps<'_>, foe: StrategicSquare) -> bool {
        let handful = u64::from(self.picture.resistance(foe));
        let mass = u64::from(force::mass(&corps.brigades, foe, self.ways, self.book));
        let all: u64 = corps.brigades.iter().map(|unit| u64::from(force::of(unit, self.book))).sum();
        let is_elsewhere = corps.post.distance(foe) > AWAY;
        mass >= u64::from(PARTY) * handful && all >= u64::from(HANDFUL) * handful
            || is_elsewhere && mass > 0 && mass * 100 >= u64::from(self.picture.temper.attacks_from) * handful
    }

    /// Those of a corps who go at a handful of enemies: of who can, as many as are needed.
    fn party<'c>(&self, corps: &Corps<'c>, foe: StrategicSquare) -> Vec<&'c Unit> {
        let handful = self.picture.resistance(foe);
        let able = corps.brigades.iter().copied();
        let mut able: Vec<_> = able.filter(|unit| force::reaches(unit, foe, self.ways, self.book)).collect();
        able.sort_by_key(|unit| (unit.at != foe, unit.fatigue, unit.id));
        let mut sum = 0;
        let is_needed = |unit: &&Unit| {
            let is_needed = sum < PARTY * handful;
            sum += force::of(unit, self.book);
            is_needed
        };
        able.into_iter().take_while(is_needed).collect()
    }

    /// Brigades away from their corps, beside so many enemies that they would be destroyed: each goes back to its corps, or to the nearest
    /// store that lies away from the enemy. Who minds a city stays.
    fn strays<'c>(&self, corps: &mut [Corps<'c>]) -> Vec<Errand<'c, 'a>> {
        let picture = self.picture;
        let mut errands = Vec::new();
        for corps in corps {
            let is_lost = |unit: &&&Unit| {
                let foes = picture.foes_near(unit.at, 1);
                unit.at != corps.post
                    && foes > MASS * picture.friends_near(unit.at, 1)
                    && !picture.town_at(unit.at).is_some_and(Town::is_friendly)
            };
            let strays: Vec<&Unit> = corps.brigades.iter().filter(is_lost).copied().collect();
            for unit in strays {
                let Some(goal) = self.haven(corps.post, unit.at) else { continue };
                let way = self.ways.toward(goal, &[unit.at].into());
                let party = detach(corps, vec![unit]);
                errands.push((party, Plan { task: Task::FallBack, goal, way, is_narrow: false }));
            }
        }
        errands
    }

    /// Where somebody goes who has to leave a square: to his corps, if it does not stand nearer to the enemy; else to the nearest store that
    /// lies farther from him.
    fn haven(&self, post: StrategicSquare, at: StrategicSquare) -> Option<StrategicSquare> {
        let foe = self.picture.nearest_foe(at)?;
        let is_away = |to: &StrategicSquare| {
            foe.distance(*to) > foe.distance(at)
                && self.picture.foes_near(*to, 1) <= MASS * self.picture.friends_near(*to, 1)
        };
        let stores = self.picture.stores().filter(is_away);
        let store = stores.min_by_key(|to| (to.distance(at), *to));
        [post].into_iter().find(is_away).or(store)
    }

    /// The cities that call for somebody: the own ones that are threatened, then the enemy's that seem open or weakly held, those that were
    /// lost first, then the dearest.
    fn calls(&self, corps: &[Corps<'_>]) -> Vec<Call<'d>> {
        let units = || corps.iter().flat_map(|corps| &corps.brigades);
        let is_near = |town: &&Town<'_>| units().any(|unit| unit.at.distance(town.at) <= FAR);
        let call = |town: &'d Town<'d>| {
            let task = if self.is_unminded(corps, town) { Task::Guard } else { Task::March };
            let men = if task == Task::Guard { Some(0) } else { self.needed(corps, town) };
            men.map(|men| Call { town, task, men })
        };
        let mut calls: Vec<_> = self.picture.towns.iter().filter(is_near).filter_map(call).collect();
        calls.sort_by_key(|Call { town, task, .. }| {
            (*task != Task::Guard, !self.picture.is_lost(town), std::cmp::Reverse(town.worth()), town.at)
        });
        calls
    }

    /// The men who must go to take a city of the enemy's; none if it is not one for a party.
    fn needed(&self, corps: &[Corps<'_>], town: &Town<'_>) -> Option<u32> {
        if self.is_open(corps, town) {
            return Some(0);
        }
        let (there, beside) = (self.picture.foes_near(town.at, 0), self.picture.foes_near(town.at, 1));
        let is_weak = town.is_hostile() && town.fort == 0 && there > 0 && there == beside;
        let is_wanted = self.picture.is_lost(town) || town.worth() >= DEAR;
        (is_weak && is_wanted && self.is_within_supply(town)).then_some(GARRISON * there)
    }

    /// Whether a store of the own side lies near enough to a city for headquarters between them to feed who takes it.
    fn is_within_supply(&self, town: &Town<'_>) -> bool {
        self.picture.full_stores().any(|store| store.distance(town.at) <= DEPOT_RANGE + CORPS_RANGE)
    }

    /// Whether a city of the own side is worth a brigade, enemies are about or it is a taken one, and no garrison of the
    /// player's sits in it that stays.
    fn is_unminded(&self, corps: &[Corps<'_>], town: &Town<'_>) -> bool {
        let picture = self.picture;
        let marches =
            |unit: &Unit| corps.iter().flat_map(|corps| &corps.brigades).any(|other| other.id == unit.id);
        let mut garrison = picture.vantage.own.iter().map(|own| own.unit).filter(|unit| unit.in_fort);
        let has_garrison = garrison.any(|unit| unit.at == town.at && !marches(unit));
        let is_dear = town.worth() >= DEAR || picture.has_depot(town.at);
        let is_taken = picture
            .vantage
            .soil_of(town.at)
            .is_some_and(|nation| picture.vantage.relation(nation) == Relation::Hostile);
        let heads = || corps.iter().filter_map(|corps| corps.head);
        let is_fed = town.supplies.is_none_or(|stored| stored > 0)
            || heads().any(|head| quarters::feeds(picture, self.ways, head.at, town.at));
        let is_threatened =
            picture.foes_near(town.at, ALARM) > 0 || is_taken && picture.friends_near(town.at, 0) > 0;
        town.is_friendly() && is_dear && !has_garrison && is_threatened && is_fed
    }

    /// Whether a city of the enemy's seems to stand open: nobody is seen in its square, and no fort is known there, or a
    /// brigade is in its square already.
    fn is_open(&self, corps: &[Corps<'_>], town: &Town<'_>) -> bool {
        let is_at_the_gates =
            || corps.iter().flat_map(|corps| &corps.brigades).any(|unit| unit.at == town.at);
        town.is_hostile() && self.picture.foes_near(town.at, 0) == 0 && (town.fort == 0 || is_at_the_gates())
    }

    fn way_to(&self, corps: &[Corps<'_>], town: &Town<'_>) -> Distances<'a> {
        let near = corps.iter().flat_map(|corps| &corps.brigades).map(|unit| unit.at);
        self.ways.toward(town.at, &near.filter(|at| at.distance(town.at) <= FAR).collect())
    }

    /// The units of a corps that are nearest to it, of equally near ones cavalry and then the smallest, until they are men enough: no guns,
    /// nobody who is tired or has enemies before him, and only cavalry where it is more than a march, but for a city that was lost.
    fn messengers<'c>(
        &self,
        corps: &[Corps<'c>],
        left: &[usize],
        call: &Call<'_>,
        way: &Distances<'_>,
    ) -> Option<(usize, Vec<&'c Unit>)> {
        let Call { town, task, men } = *call;
        let may_go = |unit: &Unit| {
            let is_free = self.picture.foes_near(unit.at, 1) == 0 || unit.at == town.at;
            is_free && !unit.id.kind.is_artillery() && force::is_fresh(unit, self.book) && unit.hungry == 0
        };
        let goes_far = self.picture.is_lost(town);
        let key = |unit: &Unit| {
            let far = way.of(unit.at)?;
            let march = u32::from(allowance(self.book, unit)) * STEP;
            let horse = unit.id.kind.is_cavalry();
            let most = if horse && task != Task::Guard { 2 * march } else { march };
            let is_astray = goes_far && unit.at.distance(town.at) <= ASTRAY;
            (far <= most || is_astray).then_some((
                far.div_ceil(march.max(1)),
                !horse,
                far,
                unit.strength,
                unit.id,
            ))
        };
        let party = |(place, corps): (usize, &Corps<'c>)| {
            let able = corps.brigades.iter().copied().filter(|unit| left[place] > 0 || unit.at == town.at);
            let able = able.filter(|unit| may_go(unit));
            let mut able: Vec<_> = able.filter_map(|unit| Some((key(unit)?, unit))).collect();
            able.sort_by_key(|(key, _)| *key);
            let mut sum = 0;
            let is_needed = |(_, unit): &(_, &Unit)| {
                let is_needed = sum == 0 || sum < men;
                sum += if is_needed { unit.strength } else { 0 };
                is_needed
            };
            let mut party: Vec<_> = able.into_iter().take_while(is_needed).collect();
            party.truncate(left[place].max(1));
            let (first, _) = *party.first()?;
            let units: Vec<_> = party.into_iter().map(|(_, unit)| unit).collect();
            self.is_match(call, &units).then_some((first, place, units))
        };
        let parties = corps.iter().enumerate().filter_map(party);
        parties.min_by_key(|(key, place, _)| (*key, *place)).map(|(_, place, units)| (place, units))
    }

    /// Whether a party is enough for a city, and for the enemies about it.
    fn is_match(&self, call: &Call<'_>, party: &[&Unit]) -> bool {
        let Call { town, task, men } = *call;
        let holds = task == Task::Guard && town.fort > 0 && party.iter().all(|unit| unit.at == town.at);
        let sum: u32 = party.iter().map(|unit| unit.strength).sum();
        let about = self.picture.foes_near(town.at, 1) + self.picture.remembered_near(town.at, 1);
        holds || sum >= men && about <= MASS * sum
    }
}

#[cfg(test)]
mod tests {
    use crate::picture::Picture;
    use crate::sketches::{Town, ask, city, land_with, on_foreign_soil, written};
    use fieldpost_land::sandbox::Sandbox;

    const ULM: Town = ("Ulm", "A7-N4");
    const METZ: Town = ("Metz", "A3-N3");
    const WIEN: Town = ("Wien", "A4-N8");

    /// Six brigades and their headquarters before the road to Wien, and Ulm, which the enemy holds.
    fn war(place: impl FnOnce(&mut Sandbox)) -> Sandbox {
        land_with(&[ULM, WIEN, METZ], |land| {
            land.unit("FR1CQ", "A4-N4", "7-6").supplies = 12;
            for number in 1..=6 {
                land.unit(&format!("FR{number}IN"), "A4-N4", &format!("{}-7", number + 3));
            }
            city(land, ULM, "AU");
            city(land, METZ, "FR").supplies = 60;
            city(land, WIEN, "AU").manufacturing = 4;
            on_foreign_soil(land, WIEN);
            land.unit("AU9IN", "A1-N8", "7-7");
            place(land);
        })
    }

    #[test]
    fn a_city_that_was_lost_is_taken_back_from_two_marches_away() {
        let letter = written(&war(|_| {}), None);
        assert!(letter.contains("# March to A7-N4 (Ulm)"), "{letter}");
        assert!(letter.contains("# March to A4-N8 (Wien)"), "{letter}");
    }

    /// One brigade of the enemy's in the city, two at least go together; where he is in force, nobody.
    #[test]
    fn a_garrison_is_met_by_twice_as_many() {
        let party = |enemies: u8| {
            let sandbox = war(|land| {
                for number in 1..=enemies {
                    land.unit(&format!("AU{number}IN"), ULM.1, "7-7");
                }
                land.unit("FR1LC", "A6-N5", "7-7");
            });
            let letter = written(&sandbox, None);
            let part = letter.split("# March to A7-N4 (Ulm)").nth(1).unwrap_or_default();
            part.split("# ").next().unwrap_or_default().matches("UNIT ").count()
        };
        assert_eq!(party(1), 2);
        assert_eq!(party(6), 0);
    }

    /// What no report shows is as it was seen last; what an office does not list of its own soil is lost.
    #[test]
    fn it_is_known_that_a_city_beyond_sight_was_lost() {
        let far = ("Brest", "A8-N8");
        let mut sandbox = land_with(&[far], |land| {
            land.unit("FR1IN", "A1-N1", "7-7");
            land.unit("AU1IN", "A1-N8", "7-7");
            city(land, far, "AU");
            land.state.turn = 1;
        });
        let is_lost = |sandbox: &Sandbox, last: Option<&str>| {
            ask(sandbox, |vantage| {
                let seat = (fieldpost_engine::machine::Skill::Colonel, Default::default());
                let picture = Picture::of_seat(vantage, last, seat);
                picture.is_lost(&picture.towns[0])
            })
        };
        assert!(!is_lost(&sandbox, None), "nobody has told him");
        assert!(is_lost(&sandbox, Some("TURN 0\n# memo held A8-N8 theirs\n")));
        let french = usize::from(sandbox.state.player_named("fr").unwrap().0);
        sandbox.state.players[french].offices.insert(fieldpost_land::orders::Office::WarMinister);
        assert!(is_lost(&sandbox, None));
        assert!(written(&sandbox, None).contains("# memo held A8-N8 theirs\n"));
    }

    /// Two of the enemy's stand beside eighteen brigades of two corps: half of these go at them at most.
    #[test]
    fn a_handful_is_left_to_as_many_as_it_needs() {
        let sandbox = war(|land| {
            for number in 7..=9 {
                land.unit(&format!("FR{number}IN"), "A4-N4", &format!("{}-8", number - 3));
            }
            land.unit("FR2CQ", "A4-N4", "8-6").supplies = 12;
            for number in 10..=18 {
                land.unit(&format!("FR{number}IN"), "A4-N5", &format!("{}-7", number - 7));
            }
            for number in 1..=2 {
                land.unit(&format!("AU{number}IN"), "A5-N4", "7-7");
            }
        });
        let letter = written(&sandbox, None);
        let attacks = letter.split("# Attack in ").skip(1).filter_map(|part| part.split("# ").next());
        let sent: usize = attacks.map(|part| part.matches("UNIT ").count()).sum();
        assert!((6..=9).contains(&sent), "{sent}: {letter}");
        assert!(letter.contains("# March to A4-N8 (Wien)"), "{letter}");
    }

    #[test]
    fn a_brigade_alone_beside_a_mass_comes_back() {
        let lone = |enemies: u8| {
            let sandbox = war(|land| {
                land.unit("FR7IN", "A6-N5", "7-7");
                for number in 1..=enemies {
                    land.unit(&format!("AU{number}IN"), "A7-N5", "7-7");
                }
            });
            written(&sandbox, None)
        };
        assert!(lone(6).contains("# Fall back to A4-N4:\nUNIT FR7IN\nMARCH A5-N"), "{}", lone(6));
        assert!(!lone(1).contains("# Fall back"), "{}", lone(1));
    }
}

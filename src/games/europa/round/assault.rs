//! Assaults (rule A1): attempts of fire and shock against a garrison that has resistance and morale.

use fieldpost_engine::piece::Piece;

use super::Round;
use crate::event::Fact;
use crate::event::account::Blows;
use crate::map::Place;
use crate::tables::Result2;

impl Round<'_> {
    /// So many attempts, until the fortress falls or nobody is left.
    pub(super) fn assaults(&mut self, place: &Place, besiegers: &[Piece], times: u32, breach: bool) {
        for number in 1..=times {
            let standing: Vec<Piece> = besiegers.iter().filter(|id| self.fights(id)).cloned().collect();
            if standing.is_empty() {
                return;
            }
            if self.assault(place, &standing, breach, (number, times)) {
                return;
            }
        }
    }

    /// One attempt, the how-manieth of how many; whether the fortress fell.
    fn assault(
        &mut self,
        place: &Place,
        besiegers: &[Piece],
        fresh_breach: bool,
        (number, times): (u32, u32),
    ) -> bool {
        let Some(ground) = self.position.grounds.get(place) else { return false };
        let (level, breach) = (ground.level(), ground.breach);
        let tables = &self.world.tables;
        let row = if ground.fort { 0 } else { usize::from(ground.fortress) };
        let walls = if breach { &tables.siege.resistance_breach } else { &tables.siege.resistance };
        let inside = self.inside(place);
        let mut resistance =
            walls.get(row).copied().unwrap_or(0) + inside.iter().map(|id| self.thirds(id)).sum::<i32>();
        let mut morale = [self.morale_of(besiegers, false), self.morale_of_garrison(place)];
        let by = besiegers.first().map(ToString::to_string).unwrap_or_default();
        let modifier = self.assault_modifier(place, besiegers, if fresh_breach { 0 } else { level });
        let mut blows = Vec::new();
        let mut lost = 0;
        for fire in [true, false] {
            let own = self.besieger_roll(&by, place, modifier, fire, besiegers);
            let theirs = self.besieged_roll(place, &by, fire, breach);
            blows.push(Blows { fire, besieger: own, besieged: theirs });
            resistance -= own[0];
            lost += theirs[0];
            morale[1] -= own[1];
            morale[0] -= theirs[1];
            if resistance <= 0 || morale.iter().any(|left| *left <= 0) {
                break;
            }
        }
        let fell = resistance <= 0 || (morale[1] <= 0 && morale[0] > 0);
        let (by, place_of) = (besiegers.to_vec(), place.clone());
        self.tell(Fact::Assaulted { by, place: place_of, number, times, blows, taken: fell });
        self.assault_losses(besiegers, lost);
        let standing: Vec<Piece> = besiegers.iter().filter(|id| self.fights(id)).cloned().collect();
        if !fell || standing.is_empty() {
            return false;
        }
        self.lose_garrison(place);
        self.fall(place, &standing);
        true
    }

    fn assault_losses(&mut self, besiegers: &[Piece], thirds: i32) {
        let mut left = (thirds + 1) / 3 * 3;
        while left > 0 {
            let largest = besiegers
                .iter()
                .filter(|id| self.fights(id))
                .max_by_key(|id| (self.thirds(id), std::cmp::Reverse(self.key_of(id))))
                .cloned();
            let Some(id) = largest else { return };
            left -= self.lose(&id, left.min(3)).max(1);
        }
    }

    fn technology(&self, owner: &str) -> String {
        self.position.powers.get(owner).map_or("Renaissance".into(), |power| power.land.clone())
    }

    fn morale_of(&self, side: &[Piece], veteran: bool) -> i32 {
        let table = &self.world.tables.land_technology;
        let technology = self.technology(&self.largest(side));
        let at = table.order.iter().position(|known| *known == technology).unwrap_or(0);
        let veterans =
            veteran || side.iter().filter_map(|id| self.stack(id)).any(|stack| stack.force.is_veteran());
        table.morale.get(at).copied().unwrap_or(1)
            + if veterans { table.veteran.get(at).copied().unwrap_or(0) } else { 0 }
    }

    /// A garrison is always veteran.
    fn morale_of_garrison(&self, place: &Place) -> i32 {
        let table = &self.world.tables.land_technology;
        let holder =
            self.position.grounds.get(place).and_then(|ground| ground.control.clone()).unwrap_or_default();
        let technology = self.technology(&holder);
        let at = table.order.iter().position(|known| *known == technology).unwrap_or(0);
        table.morale.get(at).copied().unwrap_or(1) + table.veteran.get(at).copied().unwrap_or(0)
    }

    fn assault_modifier(&self, place: &Place, besiegers: &[Piece], level: i32) -> [i32; 2] {
        let table = &self.world.tables.assault.besieger;
        let holder =
            self.position.grounds.get(place).and_then(|ground| ground.control.clone()).unwrap_or_default();
        let order = &self.world.tables.land_technology.order;
        let theirs = self.technology(&holder);
        let at = order.iter().position(|known| *known == theirs).unwrap_or(0);
        let mut add = match at {
            0 => table.against_medieval,
            1 => 0,
            _ => table.against_arquebus_or_better,
        };
        add += table.level_unless_breach * level;
        add += self.artillery_bonus(place, self.guns(besiegers));
        let lead = |side: &[Piece], which: usize| {
            self.commander(side).map_or(0, |(_, command)| command.values[which])
        };
        let inside = self.inside(place);
        [1, 2].map(|which| add + (lead(besiegers, which) - lead(&inside, which)).max(0))
    }

    fn besieger_roll(
        &mut self,
        by: &str,
        place: &Place,
        modifier: [i32; 2],
        fire: bool,
        besiegers: &[Piece],
    ) -> Result2 {
        let technology = self.technology(&self.largest(besiegers));
        let army = besiegers.iter().filter_map(|id| self.stack(id)).any(|stack| stack.force.has_army());
        let die = self.fate.d10("assault", by, Some(place));
        let table = &self.world.tables.assault;
        let rows = if fire { &table.besieger_fire } else { &table.besieger_shock };
        let [thirds, hits] = assault_row(rows, die + modifier[usize::from(!fire)]);
        let size: i32 = besiegers.iter().map(|id| self.thirds(id)).sum();
        let small: i32 =
            table.small_besieger.iter().filter(|(most, _)| size <= *most).map(|(_, change)| *change).sum();
        let reduced = (thirds + small + if army { 0 } else { table.no_army }).max(0);
        if fire { by_technology(&technology, army, [reduced, hits]) } else { [reduced, hits] }
    }

    fn besieged_roll(&mut self, place: &Place, by: &str, fire: bool, breach: bool) -> Result2 {
        let holder =
            self.position.grounds.get(place).and_then(|ground| ground.control.clone()).unwrap_or_default();
        let technology = self.technology(&holder);
        let die = self.fate.d10("assault", place, Some(by));
        let table = &self.world.tables.assault;
        let rows = match (breach, fire) {
            (false, true) => &table.besieged_fire,
            (false, false) => &table.besieged_shock,
            (true, true) => &table.besieged_breach_fire,
            (true, false) => &table.besieged_breach_shock,
        };
        let result = assault_row(rows, die);
        if fire { by_technology(&technology, true, result) } else { result }
    }
}

/// Fire by technology, as in battle.
fn by_technology(technology: &str, army: bool, [thirds, hits]: Result2) -> Result2 {
    match technology {
        "Medieval" => [0, 0],
        "Renaissance" => [0, if army { hits } else { 0 }],
        "Arquebus" => [if thirds > 0 { (thirds / 2).max(1) } else { 0 }, hits],
        _ => [thirds, hits],
    }
}

/// The rows of assaults are for totals of 3 or less, 4 to 11, and 12 or more.
fn assault_row(rows: &[Result2], total: i32) -> Result2 {
    crate::tables::row_of(rows, total)
}

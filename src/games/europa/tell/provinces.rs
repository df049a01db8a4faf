//! The provinces of the window as a table: who holds each, what it is walled with, its harbour, what it brings.

use fieldpost_print::section::Row;

use super::Eye;
use crate::map::{Place, Port};
use crate::position::Ground;

impl Eye<'_> {
    /// A row for each province that the maps show; a scenario without a window has none.
    pub(super) fn provinces(&self) -> Vec<Row> {
        let row = |place: &Place| {
            let ground = self.position.grounds.get(place)?;
            let income = self.scenario.world.books.income.get(place).map(|ducats| format!("income {ducats}"));
            let cells = [Some(self.holder(ground)), Some(walls(ground)), Some(harbour(ground.port)), income];
            let head = self.map().name(place).to_owned();
            Some(Row { head, cells: cells.into_iter().flatten().collect(), ..Row::default() })
        };
        self.scenario.window.iter().filter_map(row).collect()
    }

    fn holder(&self, ground: &Ground) -> String {
        ground.control.as_deref().map_or("nobody", |control| self.position.name(control)).to_owned()
    }
}

fn walls(ground: &Ground) -> String {
    match (ground.fort, ground.fortress) {
        (true, _) => "fort".to_owned(),
        (_, 0) => "no fortress".to_owned(),
        (_, level) => format!("fortress {level}"),
    }
}

fn harbour(port: Port) -> String {
    match port {
        Port::None => "-",
        Port::Port => "port",
        Port::Arsenal => "arsenal",
    }
    .to_owned()
}

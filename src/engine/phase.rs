//! A turn is one list of rows: whoever reads the list knows the game.

/// One step of a turn. The phases `P` are the game's own.
pub struct Row<T, P> {
    /// The phase this step belongs to.
    pub phase: P,
    /// What happens, in a few words.
    pub name: &'static str,
    /// The rules it carries out, such as `7.1-7.15`.
    pub rules: &'static str,
    /// The function that does it; `None` is a step that is not built yet, and says so.
    pub run: Option<fn(&mut T)>,
}

impl<T, P: Copy> Clone for Row<T, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, P: Copy> Copy for Row<T, P> {}

/// Runs the rows in order, up to and including the last row of the phase `stop` where one is given.
/// `enter` is called with each row's phase before the row runs.
pub fn run<T, P: Copy + PartialEq>(
    rows: &[Row<T, P>],
    turn: &mut T,
    stop: Option<P>,
    mut enter: impl FnMut(&mut T, P),
) {
    let end = stop
        .and_then(|phase| rows.iter().rposition(|row| row.phase == phase))
        .map_or(rows.len(), |last| last + 1);
    for row in &rows[..end] {
        enter(turn, row.phase);
        if let Some(step) = row.run {
            step(turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &[Row<Vec<u8>, &str>] = &[
        Row { phase: "a", name: "one", rules: "1", run: Some(|seen| seen.push(1)) },
        Row { phase: "a", name: "two", rules: "2", run: Some(|seen| seen.push(2)) },
        Row { phase: "b", name: "unbuilt", rules: "3", run: None },
        Row { phase: "b", name: "four", rules: "4", run: Some(|seen| seen.push(4)) },
    ];

    #[test]
    fn stops_after_the_last_row_of_the_phase() {
        let mut seen = Vec::new();
        run(ROWS, &mut seen, Some("a"), |_, _| {});
        assert_eq!(seen, [1, 2]);
        run(ROWS, &mut seen, None, |_, _| {});
        assert_eq!(seen, [1, 2, 1, 2, 4]);
    }
}

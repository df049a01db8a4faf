//! What can stand at a place of a line: commands at its beginning, and behind them units, cities, squares and players of
//! the game itself.

use fieldpost_daemon::keyboard::Words;

/// Where the word at `end` begins, and what it can become, in order.
pub fn completions(words: &Words, line: &str, end: usize) -> (usize, Vec<String>) {
    let typed = &line[..end];
    let whole = begun_commands(words, typed);
    if !whole.is_empty() {
        return (0, whole);
    }
    let start = typed.rfind(char::is_whitespace).map_or(0, |place| place + 1);
    let word = &typed[start..];
    if start == 0 || word.is_empty() {
        return (start, Vec::new());
    }
    let names = [&words.units, &words.players, &words.cities, &words.squares];
    let begun = names.into_iter().flatten().filter(|name| begins(name, word));
    (start, begun.cloned().collect())
}

/// The commands that begin with what is typed.
fn begun_commands(words: &Words, typed: &str) -> Vec<String> {
    let typed = typed.trim_start();
    let longer =
        words.commands.iter().filter(|command| command.len() > typed.len() && begins(command, typed));
    longer.map(|command| format!("{command} ")).collect()
}

fn begins(whole: &str, part: &str) -> bool {
    whole.get(..part.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Words {
            commands: list(&["SET UNIT", "SET CITY", "SHOW GAME", "BROADCAST"]),
            units: list(&["AU1IN", "AU12IN"]),
            cities: list(&["Prague", "Aussig"]),
            squares: list(&["A9-N6"]),
            players: list(&["Benedek"]),
        }
    }

    fn at_the_end(line: &str) -> (usize, Vec<String>) {
        completions(&words(), line, line.len())
    }

    #[test]
    fn a_line_begins_with_a_command() {
        assert_eq!(at_the_end("se"), (0, vec!["SET UNIT ".into(), "SET CITY ".into()]));
        assert_eq!(at_the_end("SET C"), (0, vec!["SET CITY ".into()]));
        assert_eq!(at_the_end("xyz"), (0, Vec::new()));
    }

    #[test]
    fn behind_a_command_stand_names_of_the_game() {
        assert_eq!(at_the_end("SET UNIT au1"), (9, vec!["AU1IN".into(), "AU12IN".into()]));
        assert_eq!(at_the_end("SET CITY pr").1, ["Prague"]);
        assert_eq!(at_the_end("TELL ben").1, ["Benedek"]);
        assert_eq!(at_the_end("MOVE AU1IN a9").1, ["A9-N6"]);
        assert!(at_the_end("SET UNIT ").1.is_empty(), "not the whole list for nothing");
    }

    #[test]
    fn names_of_other_tongues_do_not_break_it() {
        assert_eq!(at_the_end("SET CITY Kö"), (9, Vec::new()));
        assert_eq!(completions(&words(), "SET UNIT au1 morale", 12).1, ["AU1IN", "AU12IN"]);
    }
}

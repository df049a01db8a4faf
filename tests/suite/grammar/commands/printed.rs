//! The table of commands in the docs is that of the grammar.

use super::*;

const BEGIN: &str = "<!-- commands:";
const END: &str = "<!-- end of commands -->";

#[test]
fn the_table_for_administrators_is_that_of_the_grammar() {
    let file = folder("docs/ga/commands.md");
    let page = fs::read_to_string(&file).unwrap();
    let begin =
        page.find(BEGIN).and_then(|at| Some(at + page[at..].find('\n')? + 1)).expect("the table's beginning");
    let end = page.find(END).expect("the table's end");
    let made = table();
    if std::env::var_os("FIELDPOST_BLESS").is_some() {
        fs::write(&file, format!("{}{made}{}", &page[..begin], &page[end..])).unwrap();
        return;
    }
    assert_eq!(
        &page[begin..end],
        made,
        "make it anew: FIELDPOST_BLESS=1 cargo test --test suite administrators"
    );
}

/// All commands, a table for each part.
fn table() -> String {
    let parts = Part::ALL.into_iter().map(|(part, title)| {
        let rows = commands().filter(|form| form.part == part).map(|form| {
            let rule = if form.rules.is_empty() { "-" } else { form.rules };
            let example = text(form.example).lines().collect::<Vec<_>>().join("` `");
            let (role, token) = (form.role.word(), form.token.words());
            let also = match &form.phrases[1..] {
                [] => String::new(),
                others => format!(" Also `{}`.", others.join("`, `")),
            };
            format!("| `{}` | {}{also} | {rule} | {role} | {token} | `{example}` |\n", text(form.words), text(form.meaning))
        });
        let title = title.split_once(": ").map_or(title, |(_, words)| words);
        let title = title[..1].to_uppercase() + &title[1..];
        let head = "| Command | What it does | Rule | Role | Token | For instance |\n| --- | --- | --- | --- | --- | --- |\n";
        format!("\n### {title}\n\n{head}{}", rows.collect::<String>())
    });
    parts.collect::<String>() + "\n"
}

#[test]
fn every_example_that_administrators_are_shown_is_read() {
    let page = fs::read_to_string(folder("docs/ga/commands.md")).unwrap();
    let mut seen = 0;
    for piece in page.split("\n```").skip(1).step_by(2) {
        let (kind, text) = piece.split_once('\n').expect("a fence has lines");
        assert_eq!(kind, "commands");
        assert_eq!(told(&read_ga_letter(text, &any_unit())).1, Vec::<String>::new(), "{text}");
        seen += 1;
    }
    assert!(seen > 5, "only {seen} examples");
}

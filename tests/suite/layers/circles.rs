//! Circles of files that import one another: there are some, and there are not to be more.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::collect;

/// The most files of a room in one circle of imports. A number may fall, with the change that opens a circle; what would
/// raise it wants another way.
const LARGEST: &[(&str, usize)] = &[
    ("games/ground", 13),
    ("games/land", 11),
    ("mail", 7),
    ("grammar", 6),
    ("proof", 4),
    ("cli", 2),
    // With the root, which the test did not see while `crate` had two meanings.
    ("games/europa", 3),
    ("daemon", 2),
    ("games/land/machine", 2),
];

/// A file by the segments of its module's path.
type Module = Vec<String>;

#[test]
fn no_circle_of_imports_grows() {
    let imports = imports_of_all();
    let mut largest = BTreeMap::<String, Vec<Module>>::new();
    for circle in circles(&imports) {
        let room = room_of(&circle[0]);
        assert!(circle.iter().all(|file| room_of(file) == room), "a circle runs through rooms: {circle:?}");
        let known = largest.entry(room).or_default();
        if circle.len() > known.len() {
            *known = circle;
        }
    }
    let most = |room: &str| LARGEST.iter().find(|(of, _)| *of == room).map_or(1, |(_, most)| *most);
    let others = largest.iter().filter(|(room, circle)| circle.len() != most(room)).map(|(room, circle)| {
        let files = circle.iter().map(|file| file.join("/")).collect::<Vec<_>>();
        format!("{room}: {} files in a circle, not {}: {}", circle.len(), most(room), files.join(" "))
    });
    let gone = LARGEST.iter().filter(|(room, _)| !largest.contains_key(*room));
    let gone = gone.map(|(room, _)| format!("{room}: no circle is left"));
    let wrong = others.chain(gone).collect::<Vec<_>>();
    assert!(wrong.is_empty(), "a number may only fall, and is written down then:\n{}", wrong.join("\n"));
}

#[test]
fn no_file_outside_the_games_and_their_proofs_knows_what_a_brigade_is() {
    let imports = imports_of_all();
    let is_land = |file: &Module| file.starts_with(&["games".into(), "land".into()]);
    let outside = imports
        .iter()
        .filter(|(file, _)| file.first().is_some_and(|room| room != "games" && room != "proof"));
    let knowing = outside.filter(|(_, used)| used.iter().any(is_land)).map(|(file, _)| file.join("/"));
    let knowing = knowing.collect::<Vec<_>>();
    assert!(knowing.is_empty(), "{}", knowing.join(" "));
}

#[test]
fn imports_are_read_with_braces_super_and_self_and_without_comments_and_tests() {
    let text = "use crate::a::{self, b::{C, d}, e as f};\nuse super::g::*;\n// crate::no\nlet x = self::h::i();\n\
                pub(in crate::j) fn k() {}\n#[cfg(test)]\nmod tests {\n    use crate::l;\n}\n";
    let read = paths(code(text)).into_iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(
        read,
        [
            "crate::a::self",
            "crate::a::b::C",
            "crate::a::b::d",
            "crate::a::e",
            "super::g::*",
            "self::h::i",
            "crate::j"
        ]
    );
}

#[test]
fn a_parent_that_calls_its_child_is_seen_and_a_face_that_hands_on_is_not() {
    let text = "mod a;\npub(super) mod b;\npub mod c;\nuse a::{d, e};\npub use c::F;\npub(super) use c::G;\nfn f() { b::g(); x::a::h(); }\n";
    let read = paths_of_children(&code(text)).into_iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(read, ["self::a::d", "self::a::e", "self::b::g"]);
}

/// Each file with the files that it imports from.
fn imports_of_all() -> BTreeMap<Module, BTreeSet<Module>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&src, &mut files);
    assert!(files.len() > 10, "found only {} source files", files.len());
    let module = |file: &Path| {
        let path = file.strip_prefix(&src).unwrap().with_extension("");
        let segments = path.iter().map(|segment| segment.to_string_lossy().into_owned());
        segments.filter(|segment| segment != "mod" && segment != "lib").collect::<Module>()
    };
    let all: BTreeMap<Module, String> =
        files.iter().map(|file| (module(file), fs::read_to_string(file).unwrap())).collect();
    let rooms = rooms_below(&src);
    let of = |(file, text): (&Module, &String)| {
        let used = [paths(code(text)), paths_of_children(&code(text))].concat();
        let used = used.into_iter().filter_map(|path| file_of(file, &path, &all, &rooms));
        (file.clone(), used.filter(|used| used != file && !used.is_empty()).collect())
    };
    all.iter().map(of).collect()
}

/// The rooms: folders that are crates.
fn rooms_below(src: &Path) -> Vec<Module> {
    let mut files = Vec::new();
    collect(src, &mut files);
    let roots = files.iter().filter(|file| file.with_file_name("Cargo.toml").exists());
    let folders = roots.filter_map(|file| file.parent()?.strip_prefix(src).ok());
    let segments =
        |folder: &Path| folder.iter().map(|segment| segment.to_string_lossy().into_owned()).collect();
    folders
        .filter(|folder| folder.iter().next().is_some())
        .map(segments)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// The lines of code above a file's unit tests.
pub(super) fn code(text: &str) -> String {
    let above = text.split_once("#[cfg(test)]\nmod tests {").map_or(text, |(above, _)| above);
    let lines = above.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Every path from a room, `crate`, `super` or `self` on, its braces spelled out.
fn paths(code: String) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for root in ["fieldpost_", "crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(root) {
            let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
            if !code[..at].ends_with(is_word) {
                found.push((at, spelled_out(&mut &code[at..])));
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().flat_map(|(_, paths)| paths).collect()
}

/// Every path that begins with a module which the file has itself: `child::f()` and `use child::f`. What a file only hands on, as a
/// face does (`pub use child::f`), is not its own need.
fn paths_of_children(code: &str) -> Vec<Vec<String>> {
    let declared = code.lines().filter_map(|line| line.trim().strip_suffix(';')?.rsplit_once("mod "));
    let is_head = |head: &str| head.is_empty() || head.starts_with("pub");
    let children = declared.filter(|(head, _)| is_head(head.trim())).map(|(_, name)| name);
    let children = children.collect::<Vec<_>>();
    let is_face = |item: &str| {
        let head = item.trim_start().split_once("use ").map(|(head, _)| head.trim());
        head.is_some_and(|head| head.starts_with("pub") && !head.contains([' ', '\n']))
    };
    let own = code.split_inclusive(';').filter(|item| !is_face(item));
    let own = own.collect::<String>();
    let mut found = Vec::new();
    for child in children {
        for (at, _) in own.match_indices(&format!("{child}::")) {
            let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
            if !own[..at].ends_with(is_word) {
                let tails = spelled_out(&mut &own[at..]);
                found.extend(tails.into_iter().map(|tail| [vec!["self".to_owned()], tail].concat()));
            }
        }
    }
    found
}

/// The paths of a tree of imports at the beginning of `rest`, which is left behind it.
fn spelled_out(rest: &mut &str) -> Vec<Vec<String>> {
    let mut path = Vec::new();
    loop {
        *rest = rest.trim_start();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '*'))).unwrap_or(rest.len());
        if let Some(inside) = rest.strip_prefix('{') {
            *rest = inside;
            return within_braces(rest).into_iter().map(|tail| [path.clone(), tail].concat()).collect();
        }
        if end > 0 {
            path.push(rest[..end].to_owned());
        }
        *rest = &rest[end..];
        match rest.trim_start().strip_prefix("::") {
            Some(behind) => *rest = behind,
            None => return vec![path],
        }
    }
}

fn within_braces(rest: &mut &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    loop {
        *rest = rest.trim_start();
        if let Some(behind) = rest.strip_prefix('}') {
            *rest = behind;
            return paths;
        }
        paths.extend(spelled_out(rest));
        // What follows, such as `as` and a name, is passed over.
        let end = rest.find([',', '}']).unwrap_or(rest.len());
        *rest = rest[end..].strip_prefix(',').unwrap_or(&rest[end..]);
        if rest.is_empty() {
            return paths;
        }
    }
}

/// The file that a path leads to from a file, as far as its segments name files.
fn file_of(
    from: &Module,
    path: &[String],
    all: &BTreeMap<Module, String>,
    rooms: &[Module],
) -> Option<Module> {
    let mut segments = path.iter().peekable();
    let mut at = match path[0].strip_prefix("fieldpost_") {
        Some(name) => rooms.iter().find(|room| room.last().is_some_and(|last| last == name))?.clone(),
        None if path[0] == "crate" => root_of(from, rooms),
        None => from.clone(),
    };
    let is_root = |root: &str| matches!(root, "crate" | "super" | "self") || root.starts_with("fieldpost_");
    while let Some(root) = segments.next_if(|root| is_root(root)) {
        if root == "super" {
            at.pop();
        }
    }
    for segment in segments {
        at.push(segment.clone());
        if !all.contains_key(&at) {
            at.pop();
            break;
        }
    }
    all.contains_key(&at).then_some(at)
}

/// The room of a file, where its paths from `crate` begin.
fn root_of(file: &Module, rooms: &[Module]) -> Module {
    let own = rooms.iter().filter(|room| file.starts_with(room)).max_by_key(|room| room.len());
    own.cloned().unwrap_or_default()
}

/// The room of a file: a game's ground, rules, what is told of it and its machine are rooms of their own.
fn room_of(file: &Module) -> String {
    const DEEP: [&str; 3] = ["games/ground/picture", "games/land/machine", "games/land/tell"];
    let path = file.join("/");
    let deep =
        DEEP.iter().find(|deep| path == **deep || path.starts_with(&format!("{deep}/"))).map_or(2, |_| 3);
    let deep = if path.starts_with("games") { deep } else { 1 };
    file.iter().take(deep).cloned().collect::<Vec<_>>().join("/")
}

/// The circles of files of which each is reached from each other: Kosaraju's two passes.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<Module>> {
    let mut importers = BTreeMap::<&Module, Vec<&Module>>::new();
    for (file, used) in imports {
        used.iter().for_each(|used| importers.entry(used).or_default().push(file));
    }
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for file in imports.keys() {
        walk(file, &|file| imports[file].iter().collect(), &mut seen, &mut order);
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for file in order.into_iter().rev() {
        let mut circle = Vec::new();
        walk(file, &|file| importers.get(file).cloned().unwrap_or_default(), &mut seen, &mut circle);
        if circle.len() > 1 {
            circle.sort();
            found.push(circle.into_iter().cloned().collect());
        }
    }
    found
}

/// Puts the files that are reached from one and were not seen, each behind those that it reaches.
fn walk<'a>(
    file: &'a Module,
    next: &impl Fn(&'a Module) -> Vec<&'a Module>,
    seen: &mut BTreeSet<&'a Module>,
    order: &mut Vec<&'a Module>,
) {
    if seen.insert(file) {
        next(file).into_iter().for_each(|other| walk(other, next, seen, order));
        order.push(file);
    }
}

//! format=flowed (RFC 3676): paragraphs that the sender's program broke into lines, joined again (row 21).

/// The lines of a flowed text as they were typed. Quoted lines keep their `>` marks, for the zone to see.
///
/// Quote depth first, then one stuffed space off, then lines of equal depth joined while they end in a
/// space; with DelSp that space goes. The signature mark `-- ` never joins, and a final line stands.
pub(super) fn unflow(text: &str, del_sp: bool) -> Vec<String> {
    let mut joined = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for line in text.lines() {
        let (depth, body) = quote_depth(line);
        let body = body.strip_prefix(' ').unwrap_or(body);
        if body.trim_end() == "--" && body.len() <= 3 {
            joined.extend(open.take().map(marked));
            joined.push(marked((depth, body.to_string())));
            continue;
        }
        let mut paragraph = match open.take() {
            Some((at, paragraph)) if at == depth => paragraph,
            other => {
                joined.extend(other.map(marked));
                String::new()
            }
        };
        paragraph.push_str(body);
        if body.ends_with(' ') {
            if del_sp {
                paragraph.pop();
            }
            open = Some((depth, paragraph));
        } else {
            joined.push(marked((depth, paragraph)));
        }
    }
    joined.extend(open.map(marked));
    joined
}

fn quote_depth(line: &str) -> (usize, &str) {
    let body = line.trim_start_matches('>');
    (line.len() - body.len(), body)
}

fn marked((depth, body): (usize, String)) -> String {
    if depth == 0 { body } else { format!("{} {body}", ">".repeat(depth)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_broken_lines_join_and_hard_ones_stand() {
        assert_eq!(
            unflow("MOVE G4-V6 G5-V6 \nG6-V6\nSUPPLY 2\n\nlast ", false),
            ["MOVE G4-V6 G5-V6 G6-V6", "SUPPLY 2", "", "last "]
        );
    }

    #[test]
    fn del_sp_takes_one_space_only() {
        assert_eq!(unflow("G4- \nV6  \nx", true), ["G4-V6 x"]);
        assert_eq!(unflow("G4- \nV6", false), ["G4- V6"]);
    }

    #[test]
    fn quotes_of_another_depth_do_not_join() {
        assert_eq!(unflow("> old \n> order\n>> older \nmine", false), ["> old order", ">> older ", "mine"]);
    }

    #[test]
    fn the_signature_mark_never_joins() {
        assert_eq!(unflow("bye \n-- \nAnn", false), ["bye ", "-- ", "Ann"]);
    }

    #[test]
    fn one_stuffed_space_goes() {
        assert_eq!(unflow(" > not a quote\n  two", false), ["> not a quote", " two"]);
    }
}

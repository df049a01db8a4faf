//! HTML to lines (row 24): a pass over the document that keeps apart what mail programs mark as quoted or
//! as signature. A converter that flattens quotes would turn old orders into live ones (F2).

use scraper::{Html, Node};

use super::html_marks::{Mark, mark};
use super::zone::{Raw, Why};

/// More tags than this, or more left open than that, are no letter: the work of parsing grows with their
/// product.
const TAGS_MAX: usize = 20_000;
const OPEN_MAX: usize = 1_000;

/// Elements that formatting lives in. Parsers must carry these over into each following block, which a
/// hostile letter can make into gigabytes; a span carries nothing and holds the same text.
const FORMATTING: [&str; 14] =
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];

const BLOCKS: [&str; 30] = [
    "address",
    "article",
    "blockquote",
    "body",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "li",
    "main",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tbody",
    "tr",
    "ul",
];

/// The lines of an HTML text, each with why it is out if its markup says so; `None` if it is too tangled.
pub(super) fn lines(html: &str) -> Option<Vec<Raw>> {
    let html = soften(html)?;
    let document = Html::parse_document(&html);
    let mut page = Page::default();
    let mut next = Some(document.tree.root());
    // Depth first without recursion: a letter may nest as deep as it likes.
    while let Some(node) = next {
        let entered = page.open(node.value());
        next = match (entered, node.first_child()) {
            (true, Some(child)) => Some(child),
            _ => {
                let mut at = node;
                loop {
                    page.close(at.value());
                    match (at.next_sibling(), at.parent()) {
                        (Some(sibling), _) => break Some(sibling),
                        (None, Some(parent)) => at = parent,
                        (None, None) => break None,
                    }
                }
            }
        };
    }
    page.break_line();
    Some(page.lines)
}

/// The page as it is written out.
#[derive(Default)]
struct Page {
    lines: Vec<Raw>,
    line: String,
    frames: Vec<Frame>,
    /// White space was passed and stands before the next word, if any.
    space: bool,
    /// Why nothing that follows counts.
    ended: Option<Why>,
    /// Whether nothing stands yet in the table's cell at hand: a row is a line, whatever blocks a program puts in its cells.
    is_fresh_cell: bool,
    /// Whether a block has ended in a cell, so that what follows in the same cell is a line of its own.
    has_block_ended: bool,
}

#[derive(Clone, Copy, Default)]
struct Frame {
    out: Option<Why>,
    pre: bool,
    /// Whether it lies in a table's cell.
    cell: bool,
}

impl Page {
    /// Opens a node; whether to go into it.
    fn open(&mut self, node: &Node) -> bool {
        let above = self.frames.last().copied().unwrap_or_default();
        let mut frame = above;
        let mut enter = true;
        match node {
            Node::Text(text) => self.text(text, above.pre),
            Node::Element(element) => {
                let name = element.name();
                self.place(name, above.cell);
                match mark(element) {
                    Mark::Skip => enter = false,
                    Mark::Out(why) => frame.out = above.out.or(Some(why)),
                    Mark::OutFromHere(why) => {
                        frame.out = above.out.or(Some(why));
                        if let Some(parent) = self.frames.last_mut() {
                            parent.out = frame.out;
                        }
                    }
                    Mark::OutToTheEnd(why) => {
                        frame.out = above.out.or(Some(why));
                        self.ended = self.ended.or(Some(why));
                    }
                    Mark::None => {}
                }
                frame.pre |= name == "pre";
                frame.cell = matches!(name, "td" | "th") || above.cell && name != "table";
                if frame.out != above.out {
                    self.break_line();
                }
            }
            _ => {}
        }
        self.frames.push(frame);
        enter
    }

    /// What an element does to the line at hand when it begins.
    fn place(&mut self, name: &str, in_cell: bool) {
        match name {
            "br" => self.force_line(),
            "td" | "th" => (self.is_fresh_cell, self.has_block_ended) = (true, false),
            _ if !BLOCKS.contains(&name) => {}
            _ if in_cell && name != "table" => self.has_block_ended |= !self.is_fresh_cell,
            _ => self.break_line(),
        }
    }

    fn close(&mut self, node: &Node) {
        if let Node::Element(element) = node {
            let name = element.name();
            let above = self.frames.len().checked_sub(2).and_then(|at| self.frames.get(at));
            let ends_quote = self.frames.last().map(|f| f.out) != above.map(|f| f.out);
            let in_cell = above.is_some_and(|frame| frame.cell) && !ends_quote;
            if in_cell && BLOCKS.contains(&name) {
                self.has_block_ended |= !self.is_fresh_cell;
            } else if BLOCKS.contains(&name) || ends_quote {
                self.break_line();
            }
            if matches!(name, "td" | "th") {
                (self.space, self.has_block_ended) = (true, false);
            }
        }
        self.frames.pop();
    }

    fn text(&mut self, text: &str, pre: bool) {
        if !text.trim().is_empty() {
            if std::mem::take(&mut self.has_block_ended) {
                self.break_line();
            }
            self.is_fresh_cell = false;
        }
        if pre {
            for (n, line) in text.split('\n').enumerate() {
                if n > 0 {
                    self.force_line();
                }
                self.line.push_str(line.trim_end_matches('\r'));
            }
            return;
        }
        for (n, word) in text.split([' ', '\t', '\n', '\r', '\u{0C}']).enumerate() {
            self.space |= n > 0;
            if word.is_empty() {
                continue;
            }
            if self.space && !self.line.is_empty() {
                self.line.push(' ');
            }
            self.space = false;
            self.line.push_str(word);
        }
    }

    fn break_line(&mut self) {
        if !self.line.is_empty() {
            self.force_line();
        }
        self.space = false;
    }

    fn force_line(&mut self) {
        let out = self.frames.last().and_then(|frame| frame.out).or(self.ended);
        self.lines.push((std::mem::take(&mut self.line), out));
        self.space = false;
    }
}

/// Elements that the next of their kind closes, or that hold nothing: leaving them open nests nothing.
const SELF_CLOSING: [&str; 20] = [
    "p", "li", "dd", "dt", "td", "th", "tr", "tbody", "thead", "option", "br", "img", "hr", "meta", "link",
    "input", "col", "wbr", "base", "area",
];

/// The same HTML with formatting elements as spans; `None` if it has too many tags, or nests too deep.
fn soften(html: &str) -> Option<String> {
    let mut soft = String::with_capacity(html.len() + html.len() / 4);
    let mut pieces = html.split('<');
    soft.push_str(pieces.next().unwrap_or_default());
    let mut open = 0usize;
    for (count, piece) in pieces.enumerate() {
        soft.push('<');
        let (slash, rest) = piece.strip_prefix('/').map_or(("", piece), |rest| ("/", rest));
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(length);
        let is = |list: &[&str]| list.iter().any(|known| name.eq_ignore_ascii_case(known));
        if !name.is_empty() && !is(&SELF_CLOSING) {
            open = if slash.is_empty() { open + 1 } else { open.saturating_sub(1) };
        }
        if count >= TAGS_MAX || open > OPEN_MAX {
            return None;
        }
        soft.push_str(slash);
        soft.push_str(if is(&FORMATTING) { "span" } else { name });
        soft.push_str(rest);
    }
    Some(soft)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live(html: &str) -> Vec<String> {
        let lines = lines(html).unwrap();
        lines
            .into_iter()
            .filter(|(line, why)| why.is_none() && !line.is_empty())
            .map(|(line, _)| line)
            .collect()
    }

    #[test]
    fn blocks_and_breaks_make_lines_and_cells_make_spaces() {
        assert_eq!(
            live(
                "<p>MOVE <b>G4</b>-V6<br>SUPPLY\n 2</p><div>A<div>B</div>C</div><table><tr><td>x<td>y</table>"
            ),
            ["MOVE G4-V6", "SUPPLY 2", "A", "B", "C", "x y"]
        );
        // As Outlook has them: a paragraph in each cell.
        let cell = |text: &str| {
            format!("<td width=90 style='padding:0cm'><p class=MsoNormal>{text}<o:p></o:p></p></td>")
        };
        let row =
            |cells: &[&str]| format!("<tr>{}</tr>", cells.iter().map(|text| cell(text)).collect::<String>());
        let table = [row(&["UNIT", "PR1IN"]), row(&["MARCH", "A9-N7"]), row(&["", "END"])].concat();
        assert_eq!(
            live(&format!("<p>a</p><table><tbody>{table}</tbody></table><p>b</p>")),
            ["a", "UNIT PR1IN", "MARCH A9-N7", "END", "b"]
        );
        // A table that only lays a page out: its one cell has lines of its own.
        let page = "<table><tr><td><p>UNIT PR1IN</p><div>MARCH<br>A9</div><div>x</div></td><td>y</table>z";
        assert_eq!(live(page), ["UNIT PR1IN", "MARCH", "A9", "x y", "z"]);
        assert_eq!(live("<pre>a  b\nc</pre>"), ["a  b", "c"]);
        assert_eq!(live("G4&nbsp;&ndash;&nbsp;V6"), ["G4\u{A0}–\u{A0}V6"]);
    }

    #[test]
    fn quotes_and_signatures_do_not_count() {
        for html in [
            "mine<blockquote>old<p>older</blockquote>",
            "mine<div class='gmail_quote'>old</div>",
            "<div>mine</div><div id=appendonsend></div><hr><div>old</div>",
            "<div>mine</div><hr><div id=divRplyFwdMsg>From: x</div><div>old</div>",
            "mine<div class='moz-cite-prefix'>On x wrote:</div><blockquote type=cite>old</blockquote>",
            "mine<div class='gmail_signature'>Ann</div>",
            "mine<div class='moz-forward-container'>old</div><p>older",
            "<p>mine</p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>\
             <p><b>Vun:</b> x</p></div></div><p>old</p>",
            "<style>old</style><title>old</title>mine<span style='display: none'>old</span>",
        ] {
            assert_eq!(live(html), ["mine"], "{html}");
        }
        assert_eq!(live("<blockquote>old</blockquote>mine<p style='font-size:0.9em'>too"), ["mine", "too"]);
    }

    #[test]
    fn a_tangle_is_refused_or_read_in_bounded_work() {
        assert!(lines(&"<p>".repeat(TAGS_MAX + 2)).is_none());
        assert!(lines(&"<div>".repeat(OPEN_MAX + 2)).is_none());
        let deep = format!("{}MOVE", "<div>".repeat(OPEN_MAX - 1));
        assert_eq!(live(&deep), ["MOVE"]);
        let fonts: String = (0..900).map(|n| format!("<font color={n}>")).collect();
        let carried = format!("{fonts}{}", "<p>x".repeat(5_000));
        assert_eq!(live(&carried).len(), 5_000);
    }
}

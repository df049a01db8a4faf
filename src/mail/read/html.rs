//! HTML to lines (row 24): a pass over the document that keeps apart what mail programs mark as quoted or
//! as signature. A converter that flattens quotes would turn old orders into live ones (F2).

use scraper::{Html, Node};

use super::html_marks::{Mark, is_struck, mark, unstrikes};
use super::zone::{Raw, Why};

/// More tags than this, or more left open than that, are no letter: the work of parsing grows with their
/// product.
const TAGS_MAX: usize = 20_000;
const OPEN_MAX: usize = 1_000;

/// Elements that formatting lives in. Parsers must carry these over into each following block, which a
/// hostile letter can make into gigabytes; a span carries nothing and holds the same text.
const FORMATTING: [&str; 14] =
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];

/// Those of them that strike their text out; the span says so.
const STRIKING: [&str; 2] = ["s", "strike"];

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
    /// What is struck out of the line at hand.
    struck: String,
    /// Whether nothing stands yet in the table's cell at hand: a row is a line, whatever blocks a program puts in its cells.
    is_fresh_cell: bool,
    /// Whether a block has ended in a cell, so that what follows in the same cell is a line of its own.
    has_block_ended: bool,
}

#[derive(Clone, Copy, Default)]
struct Frame {
    out: Option<Why>,
    pre: bool,
    /// Whether its text is struck out.
    struck: bool,
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
            Node::Text(text) if above.struck && above.out.is_none() && self.ended.is_none() => {
                self.strike(text)
            }
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
                frame.struck = (above.struck && !unstrikes(element)) || is_struck(element);
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

    /// The ends of lines that word processors and phones put into text break the line in HTML too.
    fn text(&mut self, text: &str, pre: bool) {
        for (n, run) in text.split(['\u{0B}', '\u{85}', '\u{2028}', '\u{2029}']).enumerate() {
            if n > 0 {
                self.force_line();
            }
            self.run(run, pre);
        }
    }

    fn run(&mut self, text: &str, pre: bool) {
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

    /// Struck-out text is no part of the line that it stands in.
    fn strike(&mut self, text: &str) {
        self.space |= text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
        self.struck.push_str(text);
    }

    fn break_line(&mut self) {
        if !self.line.is_empty() || !self.struck.trim().is_empty() {
            self.force_line();
        }
        self.space = false;
    }

    fn force_line(&mut self) {
        let out = self.frames.last().and_then(|frame| frame.out).or(self.ended);
        let struck = std::mem::take(&mut self.struck).split_whitespace().collect::<Vec<_>>().join(" ");
        if !struck.is_empty() {
            self.lines.push((struck, Some(Why::Struck)));
            // Of a line that was struck out altogether nothing is left, not even a blank one.
            if self.line.is_empty() {
                self.space = false;
                return;
            }
        }
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
        soft.push_str(if !is(&FORMATTING) {
            name
        } else if slash.is_empty() && is(&STRIKING) {
            "span data-struck"
        } else {
            "span"
        });
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
        assert_eq!(live("<div>a\u{2028}b&#8232;c\u{85} d</div>"), ["a", "b", "c", "d"]);
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

    fn struck(html: &str) -> Vec<String> {
        let lines = lines(html).unwrap().into_iter();
        lines.filter(|(_, why)| *why == Some(Why::Struck)).map(|(line, _)| line).collect()
    }

    #[test]
    fn what_is_struck_out_is_no_part_of_its_line() {
        for (html, left, out) in [
            ("<div>UNIT<br><s>MARCH A9</s><br>DEFEND</div>", vec!["UNIT", "DEFEND"], vec!["MARCH A9"]),
            ("MARCH <strike>B0-N7</strike> A9-N7", vec!["MARCH A9-N7"], vec!["B0-N7"]),
            ("MARCH <del>B0</del>A9", vec!["MARCH A9"], vec!["B0"]),
            ("MARCH A9-<s><b>B0</b>-</s>N7", vec!["MARCH A9-N7"], vec!["B0-"]),
            ("<p style='text-decoration: underline line-through'>MARCH<p>END", vec!["END"], vec!["MARCH"]),
            ("<s><div>MARCH</div><div>B0</div></s>END", vec!["END"], vec!["MARCH", "B0"]),
            ("<span style='text-decoration-line:line-through'>X</span> END", vec!["END"], vec!["X"]),
            ("<ins>END</ins><b style='text-decoration:none'>X</b>", vec!["ENDX"], vec![]),
        ] {
            assert_eq!(
                (live(html), struck(html)),
                (left.iter().map(|l| l.to_string()).collect(), out.iter().map(|l| l.to_string()).collect()),
                "{html}"
            );
        }
        assert_eq!(struck("<blockquote><s>old</s></blockquote>"), Vec::<String>::new(), "a quote is a quote");
    }

    #[test]
    fn what_cannot_be_seen_is_not_read() {
        for style in [
            "opacity:0",
            "opacity: 0.0",
            "height:0px;overflow:hidden",
            "max-height:0",
            "font-size:0;",
            "width:0",
            "opacity:0 !important",
            "display:none !important",
            "mso-hide:all",
            "visibility: hidden",
            "opacity:0%",
        ] {
            assert_eq!(live(&format!("mine<div style='{style}'>old</div>")), ["mine"], "{style}");
        }
        for style in
            ["opacity:0.5", "height:10px", "line-height:0", "font-size:0.9em", "min-height:0", "width:100%"]
        {
            assert_eq!(live(&format!("<div style='{style}'>mine</div>")), ["mine"], "{style}");
        }
        assert_eq!(
            live("<table><tr style='height:0'><td style='height:0'>mine</table>"),
            ["mine"],
            "a row has what height it needs"
        );
    }

    #[test]
    fn the_marks_of_outlooks_lists_are_none_of_its_words() {
        let mark = |mark: &str| {
            format!(
                "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>{mark}<span style='font:7.0pt \"Times New Roman\"'>&nbsp; </span></span></span><![endif]>MARCH A9-N7<o:p></o:p></p>"
            )
        };
        for bullet in ["·", "o", "§", "-", "1.", "a)", "iv."] {
            assert_eq!(live(&mark(bullet)), ["MARCH A9-N7"], "{bullet}");
        }
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

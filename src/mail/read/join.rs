//! Which parts of a letter are one text: what stands side by side in a multipart/mixed, with pictures between it, is one letter, in order,
//! as Apple Mail writes it; what stands in a multipart/alternative is the same letter in other clothes.

use std::collections::BTreeMap;

use mail_parser::{MessagePart, PartType};

use super::TextKind;
use super::zone::{Raw, Why};

/// The text of one part.
#[derive(Clone)]
pub(super) struct Piece {
    pub is_html: bool,
    /// The part's number in the whole letter.
    pub part: usize,
    pub charset: String,
    pub flowed: bool,
    pub lines: Vec<Raw>,
    /// Its lines if it is quoted-printable without saying so (row 22).
    pub again: Option<Vec<Raw>>,
}

/// What a part shows, by the numbers of the pieces in it: to whoever prefers plain text, and to whoever prefers HTML.
#[derive(Clone, Default)]
struct View {
    plain: Vec<usize>,
    html: Vec<usize>,
}

/// The texts of which a letter's body consists, each of one piece or more. `is_alternative` tells of a part whether those in it are the same
/// in other clothes.
pub(super) fn texts(
    parts: &[MessagePart<'_>],
    is_alternative: &dyn Fn(&MessagePart<'_>) -> bool,
    pieces: Vec<(usize, Piece)>,
) -> Vec<(TextKind, Vec<Piece>)> {
    let View { plain, html } = whole(parts, is_alternative, &pieces);
    let other = if plain == html { Vec::new() } else { html };
    let unseen = pieces.iter().map(|(at, _)| *at).filter(|at| !plain.contains(at) && !other.contains(at));
    let unseen = unseen.map(|at| vec![at]).collect::<Vec<_>>();
    let pieces = pieces.into_iter().collect::<BTreeMap<_, _>>();
    let of = |view: &[usize]| view.iter().filter_map(|at| pieces.get(at)).cloned().collect::<Vec<_>>();
    let mut found = Vec::new();
    for (place, view) in [plain, other].into_iter().chain(unseen).enumerate() {
        let pieces = of(&view);
        let is_html = pieces.iter().all(|piece| piece.is_html)
            || place == 1 && pieces.iter().any(|piece| piece.is_html);
        if pieces.is_empty() {
            continue;
        }
        let again =
            pieces.iter().any(|piece| piece.again.is_some()).then(|| pieces.iter().map(again).collect());
        found.push((if is_html { TextKind::Html } else { TextKind::Plain }, pieces));
        found.extend(again.map(|pieces| (TextKind::PlainDecodedAgain, pieces)));
    }
    found
}

fn again(piece: &Piece) -> Piece {
    Piece { lines: piece.again.clone().unwrap_or_else(|| piece.lines.clone()), ..piece.clone() }
}

/// What the whole letter shows. A part stands behind the one that it lies in, so going backwards settles all.
fn whole(
    parts: &[MessagePart<'_>],
    is_alternative: &dyn Fn(&MessagePart<'_>) -> bool,
    pieces: &[(usize, Piece)],
) -> View {
    let mut views = vec![View::default(); parts.len()];
    for (at, _) in pieces {
        if let Some(view) = views.get_mut(*at) {
            *view = View { plain: vec![*at], html: vec![*at] };
        }
    }
    for (at, part) in parts.iter().enumerate().rev() {
        let PartType::Multipart(children) = &part.body else { continue };
        let of = |child: &u32| views.get_mut(*child as usize).map(std::mem::take);
        let below = children.iter().filter_map(of).filter(|view| !view.plain.is_empty()).collect::<Vec<_>>();
        views[at] = if is_alternative(part) { either(below) } else { all(&below) };
    }
    views.into_iter().next().unwrap_or_default()
}

/// Of alternatives the first is the plainest, and the last what its program would rather show (RFC 2046, 5.1.4).
fn either(mut views: Vec<View>) -> View {
    let html = views.pop().map(|view| view.html).unwrap_or_default();
    let plain = views.into_iter().next().map(|view| view.plain);
    View { plain: plain.unwrap_or_else(|| html.clone()), html }
}

fn all(views: &[View]) -> View {
    View {
        plain: views.iter().flat_map(|view| &view.plain).copied().collect(),
        html: views.iter().flat_map(|view| &view.html).copied().collect(),
    }
}

/// The lines of pieces, one behind the other. Where HTML ends within an older letter or a forward, what follows is of it too: a picture
/// in it has parted it.
pub(super) fn lines(pieces: Vec<Piece>) -> Vec<Raw> {
    let mut lines: Vec<Raw> = Vec::new();
    let mut ended = None;
    for piece in pieces {
        lines.extend(piece.lines.into_iter().map(|(line, why)| (line, why.or(ended))));
        let last = lines.iter().rev().find(|(line, _)| !line.trim().is_empty());
        let why = last.and_then(|(_, why)| *why).filter(|why| matches!(why, Why::OlderLetter | Why::Forward));
        ended = ended.or(why.filter(|_| piece.is_html));
    }
    lines
}

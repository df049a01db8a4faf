//! Fitting a report into a mail: what goes first where it would be too large, and what is said of it.

use std::io::{Cursor, Read, Write};

use serde::Serialize;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::report::{Enclosure, Illustration, Report};
use fieldpost_engine::wishes::Wishes;

/// `left_out`: what a mail lacks because it would have been too large.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// What the pictures show that are left out.
    pub pictures: Vec<String>,
    /// Whether the files were packed that otherwise go one by one.
    pub packed: bool,
    pub files: Vec<String>,
}

/// A report's parts on their way into a mail.
#[derive(Clone, Debug)]
pub struct Parcel {
    /// What of the report is still in it; its files are kept beside.
    pub report: Report,
    files: Vec<Enclosure>,
    /// The name of the one file that all files go into, if they are packed.
    zip_name: String,
    is_packed: bool,
    /// What it lacks.
    pub left_out: LeftOut,
    gone: Vec<Illustration>,
}

impl Parcel {
    /// A whole report, its files packed into one of such a name if its reader wishes that.
    pub fn of(mut report: Report, wishes: &Wishes, zip_name: String) -> Self {
        let files = std::mem::take(&mut report.enclosures);
        let (is_packed, left_out) = (wishes.zipped, LeftOut::default());
        Parcel { report, files, zip_name, is_packed, left_out, gone: Vec::new() }
    }

    /// Makes the mail lighter by one step towards so many bytes less; `false` if nothing is left that it could do without. First go pictures, from
    /// the last, since the maps that matter most stand first, but the very first stays; then the files are packed; then
    /// the largest file goes, but never the orders.
    pub fn lighten(&mut self, excess: usize) -> bool {
        let mut saved = 0;
        while saved < excess && self.report.pictures.len() > 1 {
            let Some(picture) = self.report.pictures.pop() else { break };
            saved += picture.png.len(); // In base64 it was a third more.
            self.left_out.pictures.push(picture.alt.clone());
            self.gone.push(picture);
        }
        if saved > 0 {
            return true;
        }
        if !self.is_packed && !self.files.is_empty() {
            (self.is_packed, self.left_out.packed) = (true, true);
            return true;
        }
        let others = self.files.iter().enumerate().filter(|(_, file)| file.name != ORDERS);
        let Some((place, _)) = others.max_by_key(|(_, file)| file.bytes.len()) else { return false };
        self.left_out.files.push(self.files.remove(place).name);
        true
    }

    /// The files, or the one that they are packed into.
    ///
    /// # Errors
    /// If they cannot be packed, which is a fault of this program.
    pub fn attachments(&self) -> ZipResult<Vec<Enclosure>> {
        if !self.is_packed || self.files.is_empty() {
            return Ok(self.files.clone());
        }
        let bytes = packed(&self.files)?;
        Ok(vec![Enclosure { name: self.zip_name.clone(), kind: "application/zip", bytes }])
    }

    /// The HTML, with words in the place of each picture that is left out.
    pub fn html(&self) -> Option<String> {
        let html = self.report.html.clone()?;
        Some(self.gone.iter().fold(html, |html, picture| without_picture(&html, &picture.id)))
    }
}

/// The file that always goes.
const ORDERS: &str = "orders.txt";

/// Files in one ZIP, whose names may stand in folders; the same files are always the same bytes.
///
/// # Errors
/// As [`Parcel::attachments`].
pub fn packed(files: &[Enclosure]) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // 1980: a ZIP knows no earlier time, and ours must not say when it was made.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for file in files {
        zip.start_file(file.name.as_str(), options)?;
        zip.write_all(&file.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The files of such a ZIP: names and bytes.
///
/// # Errors
/// If it is none.
pub fn unpacked(zip: &[u8]) -> ZipResult<Vec<(String, Vec<u8>)>> {
    let mut zip = ZipArchive::new(Cursor::new(zip))?;
    let mut files = Vec::new();
    for place in 0..zip.len() {
        let mut file = zip.by_index(place)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        files.push((file.name()?.into_owned(), bytes));
    }
    Ok(files)
}

/// The page with the words of a picture's `alt` in its place: `<img ... src="cid:ID" ... alt="words" ...>`.
fn without_picture(html: &str, id: &str) -> String {
    let Some(source) = html.find(&format!("\"cid:{id}\"")) else { return html.to_owned() };
    let (Some(begin), Some(length)) = (html[..source].rfind("<img"), html[source..].find('>')) else {
        return html.to_owned();
    };
    let end = source + length + 1;
    let tag = &html[begin..end];
    let alt = tag.split_once("alt=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(alt, _)| alt);
    format!("{}<i>(Picture left out: {alt})</i>{}", &html[..begin], &html[end..])
}

/// The page with a piece more before its end.
pub fn before_the_end(html: &str, piece: &str) -> String {
    match html.rfind("</body>") {
        Some(end) => format!("{}{piece}{}", &html[..end], &html[end..]),
        None => format!("{html}{piece}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: &[u8]) -> Enclosure {
        Enclosure { name: name.into(), kind: "text/plain", bytes: bytes.to_vec() }
    }

    #[test]
    fn packed_files_are_the_same_bytes_each_time_and_come_out_as_they_went_in() {
        let files = [file("orders.txt", b"UNIT PR1IN\n"), file("report.json", &[b'7'; 5000])];
        let bytes = packed(&files).unwrap();
        assert_eq!(bytes, packed(&files).unwrap());
        assert!(bytes.len() < 1000, "{}", bytes.len());
        let came_out = unpacked(&bytes).unwrap();
        let went_in = files.map(|file| (file.name, file.bytes));
        assert_eq!(came_out, went_in);
    }

    #[test]
    fn words_stand_where_a_picture_is_left_out() {
        let html = r#"<body><p>a</p><img width="560" src="cid:map-1" alt="Prague &amp; about"><img src="cid:map-10" alt="x"></body>"#;
        let without = without_picture(html, "map-1");
        assert_eq!(
            without,
            r#"<body><p>a</p><i>(Picture left out: Prague &amp; about)</i><img src="cid:map-10" alt="x"></body>"#
        );
        assert_eq!(without_picture(html, "map-2"), html);
        assert!(before_the_end(html, "!").ends_with("!</body>"));
    }
}

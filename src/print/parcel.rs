//! Fitting a report into a mail: what goes first where it would be too large, and what is said of it.

use std::io::{Cursor, Read, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::block::{Bar, Block, Boxed};
use crate::layout;
use crate::press::{Press, PressError};
use crate::report::{Enclosure, Illustration, Report};
use crate::section::Section;
use fieldpost_engine::wishes::Wishes;

/// What a mail lacks because it would have been too large.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

    /// The HTML; where the mail lacks something, with words in the place of each picture that is left out, and at its end what it lacks.
    ///
    /// # Errors
    /// If a template is at fault.
    pub fn html(&self, press: &Press) -> Result<Option<String>, PressError> {
        match &self.report.laid {
            Some(laid) if self.report.html.is_some() && self.left_out != LeftOut::default() => {
                let mut laid = laid.clone();
                laid.sheets.iter_mut().for_each(|sheet| sheet.leave_out(&self.gone));
                if let Some(last) = laid.sheets.last_mut() {
                    last.sections.push(self.left_out.section());
                }
                laid.html(press).map(Some)
            }
            _ => Ok(self.report.html.clone()),
        }
    }

    /// What it lacks, as lines below its text; empty if nothing.
    pub fn lacks(&self) -> String {
        match self.left_out == LeftOut::default() {
            true => String::new(),
            false => layout::lines(&[self.left_out.section()]).join("\n") + "\n",
        }
    }
}

impl LeftOut {
    fn section(&self) -> Section {
        let pictures = self.pictures.iter();
        let pictures =
            pictures.map(|what| format!("Left out: the picture \"{what}\". The same facts are in the text."));
        let packed =
            self.packed.then(|| "The files that go with it are packed into one ZIP file.".to_owned());
        let files = self.files.iter().map(|name| format!("Left out: the file {name}."));
        let items = pictures.chain(packed).chain(files).collect();
        let words = Block::Words("The mail would have been too large to send.".into());
        let boxed = Boxed { bar: Bar::Warning, blocks: vec![words, Block::Items(items)] };
        Section::new("left-out", "Left out of this mail").with(Block::Boxed(boxed))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::Heading;
    use crate::press::Printed;
    use crate::report::Page;
    use crate::section::Sheet;

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

    fn drawn(figures: [&str; 2]) -> Report {
        let figure =
            |id: &str| Illustration { id: id.into(), alt: format!("Prague & {id}"), png: [7; 99].into() };
        let blocks = figures.map(|id| Block::Figure(figure(id)));
        let within = Block::Boxed(Boxed { bar: Bar::Note, blocks: vec![Block::Figure(figure("map-3"))] });
        let section = blocks.into_iter().chain([within]).fold(Section::new("map", ""), Section::with);
        let sheets = vec![Sheet { what: "Position".into(), sections: vec![section], ..Sheet::default() }];
        let page = Page::of(&Press::new().unwrap(), &Heading::default(), 3, sheets).unwrap();
        let printed = Printed { subject: "s".into(), text: "t\n".into(), locale: Default::default() };
        Report {
            printed,
            html: Some(page.html),
            pictures: figures.map(figure).into(),
            laid: page.laid,
            enclosures: vec![file("orders.txt", b"UNIT"), file("report.json", &[7; 100])],
            orders: String::new(),
        }
    }

    #[test]
    fn a_page_is_laid_out_again_of_its_sections_with_words_where_a_picture_is_left_out() {
        let press = Press::new().unwrap();
        let mut parcel = Parcel::of(drawn(["map-1", "map-10"]), &Wishes::default(), "all.zip".into());
        let whole = parcel.html(&press).unwrap().unwrap();
        assert!(whole.contains("cid:map-10\"") && parcel.lacks().is_empty(), "{whole}");
        assert!(parcel.lighten(1));
        let without = parcel.html(&press).unwrap().unwrap();
        assert!(without.contains("cid:map-1\"") && !without.contains("cid:map-10\""), "{without}");
        assert!(without.contains("(Picture left out: Prague &amp; map-10)"), "{without}");
        let lacks = "Left out: the picture &quot;Prague &amp; map-10&quot;. The same facts are in the text.";
        assert!(without.contains(lacks) && without.contains("Left out of this mail</h2>"), "{without}");
        assert_eq!(without.matches("</body>").count(), 1);
        assert!(parcel.lacks().starts_with(
            "LEFT OUT OF THIS MAIL\n  The mail would have been too large to send.\n  - Left out: the picture"
        ));
        assert!(
            parcel.lighten(1) && parcel.lacks().contains("packed into one ZIP file"),
            "{}",
            parcel.lacks()
        );
        assert!(
            parcel.lighten(1) && parcel.lacks().contains("Left out: the file report.json."),
            "{}",
            parcel.lacks()
        );
    }

    /// Wherever a picture stands among the blocks.
    #[test]
    fn a_picture_within_a_block_is_left_out_too() {
        let mut parcel = Parcel::of(drawn(["map-1", "map-3"]), &Wishes::default(), "all.zip".into());
        parcel.lighten(1);
        let page = parcel.html(&Press::new().unwrap()).unwrap().unwrap();
        assert!(!page.contains("cid:map-3"), "{page}");
    }
}

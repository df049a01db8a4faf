//! A report and its faces: text, HTML within the bytes that mail programs show, and the files that go with them.

use crate::heading::Heading;
pub use crate::illustration::Illustration;
use crate::layout;
use crate::press::{Press, PressError, Printed};
use crate::section::Sheet;
use fieldpost_engine::wishes::Wishes;

/// Most bytes of HTML that a report fills, of the 90 000 that a mail may have: Gmail cuts what is longer than about
/// 102 kB and hides the rest. What is left is for what the mail adds, such as what was left out.
pub const MOST_HTML: usize = 88_000;

/// Most rows of tables in a mail's page: whoever has more is shown what matters most, with the whole of it as a file.
pub const MOST_ROWS: usize = 25;

/// Bytes of HTML as a mail has them, whose lines end in two.
pub fn bytes_in_mail(html: &str) -> usize {
    html.len() + html.matches('\n').count()
}

/// A report, ready to be mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Subject and text.
    pub printed: Printed,
    /// The same as HTML.
    pub html: Option<String>,
    /// Pictures in the HTML.
    pub pictures: Vec<Illustration>,
    /// What the HTML was laid out of.
    pub laid: Option<Laid>,
    /// Files that go with it.
    pub enclosures: Vec<Enclosure>,
    /// The order template: what can be sent back as it is, once a password is added. Empty for an event report.
    pub orders: String,
}

/// A file that goes with a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// Its name, such as `orders.txt`.
    pub name: String,
    /// Its MIME type.
    pub kind: &'static str,
    pub bytes: Vec<u8>,
}

impl Enclosure {
    /// An HTML page as a file.
    pub fn page(name: &str, page: String) -> Self {
        Enclosure { name: name.into(), kind: "text/html; charset=utf-8", bytes: page.into_bytes() }
    }
}

/// What a page was laid out of: a mail that would be too large has it laid out again with less.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Laid {
    pub heading: Heading,
    /// The turn in its title, 1 upward.
    pub turn: u32,
    pub sheets: Vec<Sheet>,
}

impl Laid {
    /// Its page.
    ///
    /// # Errors
    /// If a template is at fault.
    pub fn html(&self, press: &Press) -> Result<String, PressError> {
        layout::page(press, &self.heading, self.turn, &self.sheets, true)
    }
}

/// A page as it stands in a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    pub html: String,
    /// The pictures that it names.
    pub pictures: Vec<Illustration>,
    pub laid: Option<Laid>,
}

impl Page {
    /// The page of a mail of such reports.
    ///
    /// # Errors
    /// If a template is at fault.
    pub fn of(press: &Press, heading: &Heading, turn: u32, sheets: Vec<Sheet>) -> Result<Self, PressError> {
        let laid = Laid { heading: heading.clone(), turn, sheets };
        Ok(Page { html: laid.html(press)?, pictures: layout::figures(&laid.sheets), laid: Some(laid) })
    }
}

/// The faces of one report, each made when it is asked for: whoever wishes no HTML costs none.
pub trait Faces {
    /// Subject and text.
    ///
    /// # Errors
    /// If a template cannot be printed.
    fn text(&self) -> Result<Printed, PressError>;

    /// The files that go with it.
    ///
    /// # Errors
    /// As [`Faces::text`].
    fn files(&self) -> Result<Vec<Enclosure>, PressError>;

    /// The order template, if it has one.
    fn orders(&self) -> &str;

    /// How many rows of tables a reader passes in the page of a mail of which so much is left out that the reader can do without: 0 is the
    /// whole page. `None` where no more can be left out.
    fn rows(&self, less: usize) -> Option<usize>;

    /// That page. It is not asked for where it has too many rows and another has fewer: pictures take time to draw.
    ///
    /// # Errors
    /// As [`Faces::text`].
    fn page(&self, less: usize) -> Result<Page, PressError>;

    /// The whole page as a file, for a mail that shows less.
    ///
    /// # Errors
    /// As [`Faces::text`].
    fn whole_page(&self) -> Result<Enclosure, PressError>;
}

/// The report of some faces, as a reader wishes it: in HTML the largest page that fits, with the whole of it as a file
/// if it does not fit.
///
/// # Errors
/// If a template cannot be printed.
pub fn report(faces: &impl Faces, wishes: &Wishes) -> Result<Report, PressError> {
    let (printed, enclosures) = (faces.text()?, faces.files()?);
    let orders = faces.orders().to_owned();
    let mut report = Report { printed, html: None, pictures: Vec::new(), laid: None, enclosures, orders };
    if wishes.html
        && let Some((less, page)) = fitting(faces, wishes.unbounded)?
    {
        (report.html, report.pictures, report.laid) = (Some(page.html), page.pictures, page.laid);
        if less > 0 {
            report.enclosures.push(faces.whole_page()?);
        }
    }
    Ok(report)
}

/// The largest page that fits, or the smallest if none does, and how much is left out of it; where pages have no bound, the whole one.
fn fitting(faces: &impl Faces, unbounded: bool) -> Result<Option<(usize, Page)>, PressError> {
    let mut smallest = None;
    for less in 0.. {
        let Some(rows) = faces.rows(less) else { break };
        let is_last = faces.rows(less + 1).is_none();
        if rows > MOST_ROWS && !is_last && !unbounded {
            continue;
        }
        let page = faces.page(less)?;
        let fits = unbounded || bytes_in_mail(&page.html) <= MOST_HTML;
        smallest = Some((less, page));
        if fits {
            break;
        }
    }
    Ok(smallest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of so many thousand bytes, and with so many rows.
    struct Pages(&'static [usize], usize);

    impl Faces for Pages {
        fn text(&self) -> Result<Printed, PressError> {
            Ok(Printed { subject: "s".into(), text: "t".into(), locale: Default::default() })
        }

        fn files(&self) -> Result<Vec<Enclosure>, PressError> {
            Ok(Vec::new())
        }

        fn orders(&self) -> &str {
            "UNIT"
        }

        fn rows(&self, less: usize) -> Option<usize> {
            self.0.get(less).map(|_| if less == 0 { self.1 } else { 0 })
        }

        fn page(&self, less: usize) -> Result<Page, PressError> {
            assert!(self.1 <= MOST_ROWS || less > 0, "a page of too many rows is not laid out");
            Ok(Page { html: "x".repeat(self.0[less] * 1000), ..Page::default() })
        }

        fn whole_page(&self) -> Result<Enclosure, PressError> {
            Ok(Enclosure::page("whole.html", "x".repeat(self.0[0] * 1000)))
        }
    }

    fn sizes(pages: &'static [usize]) -> (Option<usize>, Vec<usize>) {
        sizes_with(pages, 0)
    }

    fn sizes_with(pages: &'static [usize], rows: usize) -> (Option<usize>, Vec<usize>) {
        let report = report(&Pages(pages, rows), &Wishes::default()).unwrap();
        let files = report.enclosures.iter().map(|file| file.bytes.len() / 1000).collect();
        (report.html.map(|html| html.len() / 1000), files)
    }

    #[test]
    fn the_largest_page_that_fits_is_taken_and_the_whole_is_attached() {
        assert_eq!(sizes(&[88, 10]), (Some(88), vec![]));
        assert_eq!(sizes(&[89, 60, 10]), (Some(60), vec![89]));
        assert_eq!(sizes(&[300, 200, 100]), (Some(100), vec![300]), "the smallest, if none fits");
    }

    #[test]
    fn a_page_of_many_rows_is_a_file_too() {
        assert_eq!(sizes_with(&[30, 10], MOST_ROWS), (Some(30), vec![]));
        assert_eq!(sizes_with(&[30, 10], MOST_ROWS + 1), (Some(10), vec![30]));
    }

    #[test]
    fn a_page_without_a_bound_is_whole() {
        let wishes = Wishes { unbounded: true, ..Wishes::default() };
        let report = report(&Pages(&[300, 10], 0), &wishes).unwrap();
        assert_eq!((report.html.map(|html| html.len()), report.enclosures.len()), (Some(300_000), 0));
    }

    #[test]
    fn who_wishes_no_html_gets_none() {
        let text = report(&Pages(&[300, 10], 0), &Wishes { html: false, ..Wishes::default() }).unwrap();
        assert_eq!((text.html, text.enclosures.len(), text.orders.as_str()), (None, 0, "UNIT"));
    }

    #[test]
    fn bytes_are_counted_as_a_mail_has_them() {
        assert_eq!(bytes_in_mail("a\nb\n"), 6);
    }
}

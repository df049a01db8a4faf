//! Pages of a game for who looks back on it: they open from a folder, with nothing fetched and no script, and look as mails do.

use serde::Serialize;

use crate::heading::Heading;
use crate::layout::{self, Extent, figures};
use crate::parcel::behind_the_beginning;
use crate::plot::{Drawn, Plot};
use crate::press::{Press, PressError};
use crate::report::{Illustration, Page};
use crate::section::{Head, Section, Sheet};

/// A way from one page to another of the same folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// The other page's file.
    pub file: String,
    pub words: String,
}

impl Link {
    pub fn to(file: impl Into<String>, words: impl Into<String>) -> Self {
        Link { file: file.into(), words: words.into() }
    }
}

/// A page that is no report.
#[derive(Clone, Debug, Default)]
pub struct SitePage {
    pub title: String,
    /// What stands below the title.
    pub under: String,
    /// Paragraphs above all else.
    pub lead: Vec<String>,
    /// The turns, where it leads to them.
    pub turns: Vec<Link>,
    pub sections: Vec<Section>,
    pub plots: Vec<Plot>,
}

#[derive(Serialize)]
struct View<'a> {
    title: &'a str,
    under: &'a str,
    lead: &'a [String],
    turns: &'a [Link],
    told: String,
    plots: Vec<Drawn>,
}

#[derive(Serialize)]
struct TopView<'a> {
    links: &'a [Link],
}

impl SitePage {
    /// The page, below the ways to others.
    ///
    /// # Errors
    /// If a template is at fault.
    pub fn printed(&self, press: &Press, heading: &Heading, links: &[Link]) -> Result<Page, PressError> {
        let sheet = Sheet { what: self.title.clone(), head: Head::Below, sections: self.sections.clone() };
        let sheets = [sheet];
        let extent = Extent { whole: true, figures: true };
        let view = View {
            title: &self.title,
            under: &self.under,
            lead: &self.lead,
            turns: &self.turns,
            told: layout::part(press, heading, 0, &sheets, extent)?,
            plots: self.plots.iter().map(Plot::drawn).collect(),
        };
        let html = below(press, &press.page("site.html", &view)?, links)?;
        Ok(Page { html, pictures: figures(&sheets), rows: 0 })
    }
}

/// A page below the ways to others.
///
/// # Errors
/// If a template is at fault.
pub fn below(press: &Press, html: &str, links: &[Link]) -> Result<String, PressError> {
    Ok(behind_the_beginning(html, &press.page("site_top.html", &TopView { links })?))
}

/// A page whose pictures lie as files beside it.
pub fn with_files(html: &str, pictures: &[Illustration], file: impl Fn(&Illustration) -> String) -> String {
    pictures.iter().fold(html.to_owned(), |html, picture| {
        html.replace(&format!("\"cid:{}\"", picture.id), &format!("\"{}\"", file(picture)))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::plot::Series;
    use crate::press::MARKUP;
    use crate::section::Block;

    #[test]
    fn a_page_has_its_ways_its_sections_and_its_numbers_and_keeps_names_as_text() {
        let picture = Illustration { id: "map".into(), alt: MARKUP.into(), png: vec![1].into() };
        let section = Section::new("held", MARKUP).with(Block::Words("Prague holds.".into()));
        let series = Series { name: MARKUP.into(), values: vec![(0, 1), (1, 2)] };
        let page = SitePage {
            title: MARKUP.into(),
            under: MARKUP.into(),
            lead: vec![MARKUP.into()],
            turns: vec![Link::to("turn-001.html", MARKUP)],
            sections: vec![section.with(Block::Figure(picture.clone()))],
            plots: vec![Plot { title: MARKUP.into(), series: vec![series], ..Plot::default() }],
        };
        let press = Press::strict(&BTreeMap::new()).unwrap();
        let links = [Link::to("index.html", MARKUP)];
        let Page { html, pictures, .. } = page.printed(&press, &Heading::default(), &links).unwrap();
        assert_eq!(pictures, [picture]);
        assert_eq!((html.matches("<h1").count(), html.matches("<body").count()), (1, 1), "{html}");
        for part in [
            "Prague holds.",
            "<nav",
            "href=\"index.html\"",
            "href=\"turn-001.html\"",
            "<svg viewBox",
            "<details",
        ] {
            assert!(html.contains(part), "no {part}: {html}");
        }
        assert!(html.find("<nav") > html.find("<body") && html.find("<nav") < html.find("<h1"));
        let html = with_files(&html, &pictures, |_| "pictures/1.png".into());
        assert!(html.contains("src=\"pictures/1.png\"") && !html.contains("cid:"), "{html}");
    }
}

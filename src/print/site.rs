//! Pages of a game for who looks back on it: they open from a folder, with nothing fetched and no script, and look as mails do.

use serde::Serialize;

use crate::heading::Heading;
use crate::layout::{self, figures};
use crate::plot::{Drawn, Plot};
use crate::press::{Press, PressError};
use crate::report::Page;
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

/// The ways from a page to others, which stand above it.
#[derive(Serialize)]
pub struct Ways<'a> {
    pub links: &'a [Link],
}

impl SitePage {
    /// The page, by a press that has the ways to others ([`Press::with_ways`]).
    ///
    /// # Errors
    /// If a template is at fault.
    pub fn printed(&self, press: &Press, heading: &Heading) -> Result<Page, PressError> {
        let sheet = Sheet {
            what: self.title.clone(),
            head: Head::Below,
            sections: self.sections.clone(),
            ..Sheet::default()
        };
        let sheets = [sheet];
        let view = View {
            title: &self.title,
            under: &self.under,
            lead: &self.lead,
            turns: &self.turns,
            told: layout::part(press, heading, 0, &sheets, true)?,
            plots: self.plots.iter().map(Plot::drawn).collect(),
        };
        Ok(Page { html: press.page("site.html", &view)?, pictures: figures(&sheets), laid: None })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::plot::Series;
    use crate::press::MARKUP;
    use crate::report::Illustration;
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
        let links = [Link::to("index.html", MARKUP)];
        let press = Press::strict(&BTreeMap::new()).unwrap().with_ways(&Ways { links: &links }).unwrap();
        let Page { html, pictures, .. } = page.printed(&press, &Heading::default()).unwrap();
        assert_eq!(pictures, [picture]);
        assert_eq!((html.matches("<h1").count(), html.matches("<body").count()), (1, 1), "{html}");
        for part in [
            "Prague holds.",
            "<nav",
            "href=\"index.html\"",
            "href=\"turn-001.html\"",
            "<svg viewBox",
            "<details",
            "src=\"cid:map\"",
        ] {
            assert!(html.contains(part), "no {part}: {html}");
        }
        let at = |part: &str| html.find(part).unwrap();
        assert!(at("<body") < at("<nav") && at("<nav") < at("<h1"));
    }
}

//! A page on which orders are composed, as it is shown where it was not mailed.

/// The page, and what of it a browser may run and wear.
#[derive(Clone, Debug)]
pub struct DeskPage {
    pub html: String,
    /// What stands in every page of its kind.
    pub own: &'static Inline,
}

/// The scripts and styles that stand in a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inline {
    pub scripts: Vec<String>,
    pub styles: Vec<String>,
}

impl Inline {
    /// Those of a page's frame, before anything of a game or a player has come into it: what players chose can then never be among them. A
    /// script that has a type is data.
    pub fn of(frame: &str) -> Self {
        Inline { scripts: within(frame, "script"), styles: within(frame, "style") }
    }
}

/// The texts of the elements of such a name that have no attributes.
fn within(frame: &str, name: &str) -> Vec<String> {
    let (begin, end) = (format!("<{name}>"), format!("</{name}>"));
    let elements = frame.split(&begin).skip(1);
    elements.filter_map(|rest| Some(rest.split_once(&end)?.0.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_styles_are_found_and_data_is_none() {
        let frame = "<style>a</style><script type=\"application/json\">{}</script><script>b\nc</script><script>d</script>";
        let own = Inline { scripts: vec!["b\nc".into(), "d".into()], styles: vec!["a".into()] };
        assert_eq!(Inline::of(frame), own);
        assert_eq!(Inline::of("<script>never ends"), Inline::default());
    }
}

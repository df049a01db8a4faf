//! Where an account's folders lie (RFC 2342): many servers keep all of them below `INBOX.` and make none anywhere else.

/// What stands before the names of an account's own folders, and what parts their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Namespace {
    prefix: String,
    delimiter: Option<char>,
}

impl Namespace {
    /// From an answer to NAMESPACE: the first of the account's own.
    pub fn told(answer: &str) -> Self {
        let upper = answer.to_ascii_uppercase();
        let at = upper.find("NAMESPACE").and_then(|at| Some(at + upper.get(at..)?.find("((")?));
        let behind = at.and_then(|at| answer.get(at..));
        let mut quoted = behind.unwrap_or_default().split('"').skip(1).step_by(2);
        let prefix = quoted.next().unwrap_or_default().to_owned();
        let is_told =
            behind.and_then(|rest| rest.split(')').next()).is_some_and(|own| own.matches('"').count() == 4);
        let delimiter = quoted.next().filter(|_| is_told).and_then(|delimiter| delimiter.chars().next());
        Namespace { prefix, delimiter }
    }

    /// A folder's whole name, where a host wrote it as it is shown to people.
    pub fn whole(&self, folder: &str) -> String {
        let begins =
            |prefix: &str| folder.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix));
        if !self.prefix.is_empty() && begins(&self.prefix) || folder.eq_ignore_ascii_case("INBOX") {
            return folder.to_owned();
        }
        let below = match self.delimiter {
            Some(delimiter) if !folder.contains(delimiter) => folder.replace('/', &delimiter.to_string()),
            _ => folder.to_owned(),
        };
        if begins("INBOX/") && !self.prefix.is_empty() { below } else { format!("{}{below}", self.prefix) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_lies_where_the_server_keeps_the_accounts_own() {
        let dot = Namespace::told("* NAMESPACE ((\"INBOX.\" \".\")) NIL NIL\r\na4 OK done\r\n");
        assert_eq!(dot.whole("Processed"), "INBOX.Processed");
        assert_eq!(dot.whole("inbox.Processed"), "inbox.Processed");
        assert_eq!(dot.whole("War/Done"), "INBOX.War.Done");
        assert_eq!(dot.whole("Inbox"), "Inbox");
        assert_eq!(dot.whole("INBOX/Done"), "INBOX.Done");
        let slash = Namespace::told("* namespace ((\"INBOX/\" \"/\")) ((\"user/\" \"/\")) NIL\r\n");
        assert_eq!(slash.whole("War/Done"), "INBOX/War/Done");
        let bare = Namespace::told("* NAMESPACE ((\"\" \".\")) NIL NIL\r\n");
        assert_eq!(bare.whole("War/Done"), "War.Done");
        assert_eq!(bare.whole("War.Done/1"), "War.Done/1", "the server's own way of writing");
    }

    #[test]
    fn without_a_prefix_names_are_what_they_are() {
        for answer in [
            "* NAMESPACE ((\"\" \"/\")) NIL NIL",
            "* NAMESPACE NIL NIL NIL",
            "* NAMESPACE ((\"\" NIL)) NIL NIL",
            "a4 BAD",
            "",
        ] {
            assert_eq!(Namespace::told(answer).whole("War/Done"), "War/Done", "{answer}");
        }
    }
}

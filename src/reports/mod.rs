//! What happened and what one player may see, as a view, and the view as text and HTML.
//!
//! **Reports are built from events that the player was told and from what is in sight at the end**, never
//! from the position itself. Words that people read stand in `mail_templates/`, not here.

pub mod press;

//! Names that stand in records, and are kept for good.
//!
//! A record outlives the program that wrote it. So a name in it is neither changed nor given to something else later on; it may only
//! fall out of use. [`kept!`](crate::kept!) declares a type and lists its names, a game's test holds the list to `fixtures/kept`, and
//! what nobody declares so may be renamed at will: types, words, titles.

/// A type whose names stand in records.
pub trait Kept {
    /// Its variants in their order; of a struct itself alone, without a key.
    const ROWS: &'static [Row];
}

/// The names of a variant or of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// A variant's name in kebab-case: `FallBack` is `fall-back`.
    pub key: &'static str,
    /// What it holds.
    pub fields: &'static [&'static str],
}

/// The most letters that a key has.
const LONGEST: usize = 48;

/// A name in kebab-case, made while the program is compiled.
pub struct Key {
    letters: [u8; LONGEST],
    length: usize,
}

impl Key {
    /// The key of a variant: each capital begins a word.
    ///
    /// # Panics
    /// While compiling, if the key is too long.
    pub const fn of(variant: &str) -> Key {
        let (name, mut key) = (variant.as_bytes(), Key { letters: [0; LONGEST], length: 0 });
        let mut at = 0;
        while at < name.len() {
            if at > 0 && name[at].is_ascii_uppercase() {
                key.letters[key.length] = b'-';
                key.length += 1;
            }
            key.letters[key.length] = name[at].to_ascii_lowercase();
            key.length += 1;
            at += 1;
        }
        key
    }

    /// Its letters.
    ///
    /// # Panics
    /// While compiling, if they are no text, which letters of a name always are.
    pub const fn as_str(&self) -> &str {
        match str::from_utf8(self.letters.split_at(self.length).0) {
            Ok(words) => words,
            Err(_) => panic!("a name is letters"),
        }
    }
}

/// The key of a variant, in the place of a literal.
#[macro_export]
macro_rules! key {
    ($variant:ident) => {{
        const KEY: &$crate::kept::Key = &$crate::kept::Key::of(stringify!($variant));
        KEY.as_str()
    }};
}

/// Declares an enum or a struct whose names are [kept](mod@crate::kept). A variant with one value and no braces gives it a name all the same:
/// `March(step: Step)` declares `March(Step)`. An enum has a `key` for each of its values. What it holds is [written](crate::form2::Written).
#[macro_export]
macro_rules! kept {
    ($(#[$of:meta])* pub struct $name:ident { $($(#[$about:meta])* pub $field:ident: $type:ty),* $(,)? }) => {
        $(#[$of])*
        pub struct $name {
            $($(#[$about])* pub $field: $type,)*
        }

        impl $crate::kept::Kept for $name {
            const ROWS: &'static [$crate::kept::Row] =
                &[$crate::kept::Row { key: "", fields: &[$(stringify!($field)),*] }];
        }

        impl $crate::form2::Written for $name {
            fn write(&self, to: &mut Vec<u8>) {
                $crate::form2::write_fields(&[$((stringify!($field), &self.$field)),*], to);
            }
        }
    };
    ($(#[$of:meta])* pub enum $name:ident { $(
        $(#[$doc:meta])*
        $variant:ident $(($value:ident: $is:ty))? $({ $($(#[$about:meta])* $field:ident: $type:ty),* $(,)? })?
    ),* $(,)? }) => {
        $(#[$of])*
        pub enum $name {
            $($(#[$doc])* $variant $(($is))? $({ $($(#[$about])* $field: $type),* })?,)*
        }

        impl $name {
            /// The name of its variant in records, in kebab-case.
            pub fn key(&self) -> &'static str {
                match self {
                    $($name::$variant { .. } => $crate::key!($variant),)*
                }
            }
        }

        impl $crate::kept::Kept for $name {
            const ROWS: &'static [$crate::kept::Row] = &[$($crate::kept::Row {
                key: $crate::key!($variant),
                fields: &[$(stringify!($value))? $($(stringify!($field)),*)?],
            }),*];
        }

        impl $crate::form2::Written for $name {
            fn write(&self, to: &mut Vec<u8>) {
                match self {
                    $($name::$variant $(($value))? $({ $($field),* })? => $crate::form2::write_variant(
                        $crate::key!($variant),
                        &[$((stringify!($value), $value))? $($((stringify!($field), $field)),*)?],
                        to,
                    ),)*
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    kept! {
        #[derive(Debug)]
        #[allow(dead_code)]
        pub struct Spot {
            pub at: u8,
            /// How deep.
            pub down: u8,
        }
    }

    kept! {
        /// What a mole does.
        #[derive(Debug)]
        #[allow(dead_code)]
        pub enum Doing {
            Sleep,
            Dig(spot: Spot),
            FallBack { from: u8, to: u8 },
            ToA2B,
        }
    }

    #[test]
    fn a_declared_type_has_its_names_and_is_what_was_declared() {
        let row = |key, fields| Row { key, fields };
        assert_eq!(Spot::ROWS, [row("", &["at", "down"])]);
        let rows = [
            row("sleep", &[]),
            row("dig", &["spot"]),
            row("fall-back", &["from", "to"]),
            row("to-a2-b", &[]),
        ];
        assert_eq!(Doing::ROWS, rows);
        let all = [
            Doing::Sleep,
            Doing::Dig(Spot { at: 1, down: 2 }),
            Doing::FallBack { from: 1, to: 2 },
            Doing::ToA2B,
        ];
        assert_eq!(all.each_ref().map(Doing::key), rows.map(|row| row.key));
        assert_eq!(format!("{:?}", all[1]), "Dig(Spot { at: 1, down: 2 })");
    }
}

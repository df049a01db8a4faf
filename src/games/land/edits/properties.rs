//! Whatever is edited can be told, taken back and done again.

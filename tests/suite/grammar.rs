//! Tests of this subject; see the file's name.

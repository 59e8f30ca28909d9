//! Tables with a value for each byte.

/// Builds the table of an expression's values for each byte.
macro_rules! byte_table {
    (|$byte:ident| $value:expr) => {{
        let mut $byte: u8 = 0;
        let mut table = [$value; 256];
        while $byte < u8::MAX {
            $byte += 1;
            table[$byte as usize] = $value;
        }
        table
    }};
}

pub(crate) use byte_table;

//! Compares the records that the reference and the library's lexer find in generated files.

use crate::generate;
use crate::random::Random;
use crate::records::own_records;
use crate::reference::{Listing, Reference};

const BATCH: usize = 64;

/// Compares at least the given number of files.
pub(crate) fn compare(seed: u64, files: u64) -> Result<String, String> {
    let mut reference = Reference::start_listing()?;
    let (mut records, mut incomplete, mut batches) = (0, 0, 0);
    while batches * (BATCH as u64) < files {
        // The stream of the verdict comparison would give the same files again.
        let mut random = Random::stream(!seed, batches);
        let batch: Vec<Vec<u8>> = (0..BATCH)
            .map(|_| generate::case(&mut random).file)
            .collect();
        let listings = reference
            .listings(&batch)
            .map_err(|error| error.to_string())?;
        for (
            file,
            Listing {
                is_complete,
                records: expected,
            },
        ) in batch.iter().zip(&listings)
        {
            let mut actual = own_records(file);
            if !is_complete {
                incomplete += 1;
                actual.truncate(expected.len());
            }
            records += expected.len();
            if actual != *expected {
                let at = actual
                    .iter()
                    .zip(expected)
                    .take_while(|(one, other)| one == other)
                    .count();
                let (ours, theirs) = (actual.get(at), expected.get(at));
                let file = file.escape_ascii();
                return Err(format!(
                    "batch {batches}, file b\"{file}\"\nreference {theirs:?}\nlibrary   {ours:?}"
                ));
            }
        }
        batches += 1;
    }
    let files = batches * BATCH as u64;
    Ok(format!(
        "{records} records of {files} files, {incomplete} of them up to their first value that is invalid UTF-8"
    ))
}

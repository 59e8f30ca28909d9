#![cfg_attr(fuzzing, no_main)]

robots_exclusion_fuzz::target!(diff);

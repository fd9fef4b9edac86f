#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tavola_fuzz::layouts(text));

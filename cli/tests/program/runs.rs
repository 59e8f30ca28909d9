//! Runs of the program that need nothing but arguments and standard input: the cases of
//! `tests/runs`, with the exit code and the lines of the output. Standard error is empty, or one
//! line that contains `remark`.

use std::path::Path;

use serde_json::Value;

use crate::run::run;

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list").iter();
    list.map(|text| text.as_str().expect("a text")).collect()
}

#[test]
fn runs_give_the_expected_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("a file").path();
        let cases = std::fs::read_to_string(&path).expect("a text");
        let cases: Vec<Value> = serde_json::from_str(&cases).expect("a list of cases");
        for case in cases {
            eprintln!("{}: {}", path.display(), case["name"]);
            let input = case["input"].as_str().unwrap_or_default();
            let found = run(&texts(&case["arguments"]), input.as_bytes());
            let code = case["code"].as_i64().expect("an exit code") as i32;
            let lines = texts(&case["output"]).into_iter();
            let output: String = lines.flat_map(|line| [line, "\n"]).collect();
            match case["remark"].as_str() {
                Some(remark) => found.remarks(code, remark, &output),
                None => found.gives(code, &output),
            }
            count += 1;
        }
    }
    assert!(count >= 80, "only {count} runs");
}

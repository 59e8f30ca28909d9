//! `lines`: the line iterator covers the whole text, and all other readers find the same records.
//!
//! The input is a robots.txt.

use core::ops::Range;

use robots_exclusion::Dialect;
use robots_exclusion::lexer::{Field, Line, Lines};

use crate::naive::Listed;
use crate::support::{Setting, listed};

const MARK: &[u8] = b"\xEF\xBB\xBF";
const GOOGLE_LINE_LIMIT: usize = 16_663;

pub fn check(text: &[u8]) {
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        lines_tile_the_text(text, setting.dialect);
        readers_agree(text, setting);
        let length = text.len();
        for limit in [0, length / 3, length / 2, length.saturating_sub(1), length] {
            limit_cuts_whole_lines(text, setting, limit);
        }
    }
}

/// Checks that the lines cover the text, with exactly one line end between them.
fn lines_tile_the_text(text: &[u8], dialect: Dialect) {
    let mut position = match dialect {
        Dialect::Google => text
            .iter()
            .zip(MARK)
            .take_while(|(byte, mark)| byte == mark)
            .count(),
        _ if text.starts_with(MARK) => MARK.len(),
        _ => 0,
    };
    let mut number = 0;
    let mut lines = Lines::new(text, dialect);
    for line in lines.by_ref() {
        number += 1;
        assert_eq!(line.number(), number);
        let span = line.span();
        assert_eq!(
            span.start, position,
            "line {number} does not start where the previous line ended"
        );
        assert!(
            core::ptr::eq(line.bytes(), &text[span.clone()]),
            "line {number} is a copy"
        );
        assert!(
            !line
                .bytes()
                .iter()
                .any(|byte| matches!(byte, b'\r' | b'\n')),
            "line {number} contains a line end"
        );
        position = span.end
            + match text[span.end..] {
                [b'\r', b'\n', ..] => 2,
                [b'\r' | b'\n', ..] => 1,
                [] => 0,
                _ => panic!("line {number} ends without a line end"),
            };
        assert!(
            position > span.start,
            "line {number} is empty and has no line end"
        );
        check_record(text, &line, dialect);
    }
    assert_eq!(position, text.len(), "the lines end before the text does");
    assert!(
        lines.next().is_none(),
        "the iterator continues after the last line"
    );
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C)
}

/// Checks that the content of a record consists of its field, separator and value.
fn check_record(text: &[u8], line: &Line<'_>, dialect: Dialect) {
    let mut content = line.span();
    if dialect == Dialect::Google {
        content.end = content.end.min(content.start + GOOGLE_LINE_LIMIT);
        cut_at(text, &mut content, 0);
    }
    cut_at(text, &mut content, b'#');
    while !content.is_empty() && is_blank(text[content.end - 1]) {
        content.end -= 1;
    }
    while !content.is_empty() && is_blank(text[content.start]) {
        content.start += 1;
    }
    let Some(field) = line.field() else {
        assert!(line.name().is_empty() && line.value().is_empty());
        let before_colon = text[content.clone()].iter().position(|&byte| byte == b':');
        assert!(
            before_colon.is_none_or(|length| length == 0),
            "a record is skipped: {}",
            text[content].escape_ascii()
        );
        return;
    };
    let (name, value) = (line.name_span(), line.value_span());
    assert!(
        core::ptr::eq(line.name(), &text[name.clone()]),
        "the field is a copy"
    );
    assert!(
        core::ptr::eq(line.value(), &text[value.clone()]),
        "the value is a copy"
    );
    assert_eq!(Field::of(line.name(), dialect), field);

    assert_eq!(
        name.start, content.start,
        "the field does not start the content"
    );
    assert!(
        !name.is_empty() && name.end <= value.start && value.end == content.end,
        "{name:?} {value:?} {content:?}"
    );
    let separator = &text[name.end..value.start];
    let colons = separator.iter().filter(|&&byte| byte == b':').count();
    assert!(
        separator.iter().all(|&byte| is_blank(byte) || byte == b':'),
        "{}",
        separator.escape_ascii()
    );
    assert!(!line.name().contains(&b':'));
    if colons == 0 {
        assert_eq!(dialect, Dialect::Google);
        assert!(!separator.is_empty() && !line.value().is_empty() && !line.value().contains(&b':'));
    } else {
        assert_eq!(colons, 1, "{}", separator.escape_ascii());
    }
    for part in [line.name(), line.value()] {
        let trimmed = [part.first(), part.last()]
            .into_iter()
            .flatten()
            .all(|&byte| !is_blank(byte));
        assert!(trimmed, "not trimmed: {}", part.escape_ascii());
    }
}

fn cut_at(text: &[u8], content: &mut Range<usize>, byte: u8) {
    if let Some(length) = text[content.clone()]
        .iter()
        .position(|&found| found == byte)
    {
        content.end = content.start + length;
    }
}

/// An extension record: field, value, line, and the line of its group.
type Extension = (Vec<u8>, Vec<u8>, u32, Option<u32>);

/// Groups, sitemaps and extension records, collected from [`Lines`].
#[derive(Default)]
struct Contents {
    groups: Vec<Listed>,
    group_lines: Vec<u32>,
    agent_lines: Vec<Vec<u32>>,
    sitemaps: Vec<(Vec<u8>, u32)>,
    extensions: Vec<Extension>,
}

impl Contents {
    fn of(text: &[u8], dialect: Dialect) -> Self {
        let mut contents = Self::default();
        let mut run_is_open = false;
        for line in Lines::new(text, dialect) {
            let (value, number) = (line.value().to_vec(), line.number());
            match line.field() {
                Some(Field::UserAgent) => {
                    if !run_is_open {
                        contents.groups.push(Listed {
                            agents: Vec::new(),
                            rules: Vec::new(),
                        });
                        contents.group_lines.push(number);
                        contents.agent_lines.push(Vec::new());
                    }
                    run_is_open = true;
                    contents
                        .groups
                        .last_mut()
                        .expect("just pushed")
                        .agents
                        .push(value);
                    contents
                        .agent_lines
                        .last_mut()
                        .expect("just pushed")
                        .push(number);
                }
                Some(field @ (Field::Allow | Field::Disallow)) => {
                    run_is_open = false;
                    if let Some(group) = contents.groups.last_mut() {
                        group.rules.push((field == Field::Allow, value, number));
                    }
                }
                Some(Field::Sitemap) => contents.sitemaps.push((value, number)),
                Some(_) => {
                    let group = contents.group_lines.last().copied();
                    contents
                        .extensions
                        .push((line.name().to_vec(), value, number, group));
                }
                None => {}
            }
        }
        contents
    }
}

/// Checks that the parser, the record readers and the naive model find the same contents as the
/// line iterator.
fn readers_agree(text: &[u8], setting: Setting) {
    let contents = Contents::of(text, setting.dialect);
    let robots = setting.parse(text);
    assert_eq!(robots.text(), text);
    assert_eq!(
        setting.model(text).listed(),
        contents.groups,
        "the model has different groups"
    );

    let mut extensions: Vec<Extension> = contents
        .extensions
        .iter()
        .filter(|(.., group)| group.is_none())
        .cloned()
        .collect();
    assert_eq!(listed(&robots), contents.groups);
    for (number, group) in robots.groups().enumerate() {
        assert_eq!(group.line(), contents.group_lines[number]);
        let lines: Vec<u32> = group.agents().map(|agent| agent.line()).collect();
        assert_eq!(lines, contents.agent_lines[number]);
        extensions.extend(group.records().map(|record| extension(&record)));
    }
    assert_eq!(extensions, contents.extensions, "the records of the groups");

    let all: Vec<Extension> = robots.records().map(|record| extension(&record)).collect();
    assert_eq!(all, contents.extensions, "the records of the file");
    for record in robots.records() {
        // No value may cause a panic.
        let _ = (
            record.crawl_delay(),
            record.request_rate(),
            record.sitemap_url(),
            record.to_string(),
        );
    }
    let sitemaps: Vec<(Vec<u8>, u32)> = robots
        .sitemaps()
        .map(|sitemap| (sitemap.value().to_vec(), sitemap.line()))
        .collect();
    assert_eq!(sitemaps, contents.sitemaps);
    for sitemap in robots.sitemaps() {
        assert!(sitemap.sitemap_url().is_none_or(|url| url.has_host()));
    }
}

fn extension(record: &robots_exclusion::records::Record<'_>) -> Extension {
    (
        record.name().to_vec(),
        record.value().to_vec(),
        record.line(),
        record.group_line(),
    )
}

/// Checks that a byte limit has the same effect as an input that ends after the last complete line.
fn limit_cuts_whole_lines(text: &[u8], setting: Setting, limit: usize) {
    let limited = Setting {
        byte_limit: Some(limit),
        ..setting
    };
    let robots = limited.parse(text);
    assert_eq!(robots.is_truncated(), text.len() > limit);
    assert!(robots.text().len() <= limit && text.starts_with(robots.text()));
    if text.starts_with(MARK) && limit < MARK.len() {
        // The limit cuts the byte order mark, and the remaining bytes contain no record.
        assert_eq!(robots.groups().count(), 0);
        return;
    }
    let whole = setting.parse(robots.text());
    let groups = |robots: &robots_exclusion::Robots<'_>| -> Vec<(u32, usize, usize)> {
        robots
            .groups()
            .map(|group| (group.line(), group.agents().count(), group.rules().count()))
            .collect()
    };
    assert_eq!(groups(&robots), groups(&whole));
    assert_eq!(
        groups(&robots).len(),
        limited.model(text).group_count(),
        "limit {limit}"
    );
}

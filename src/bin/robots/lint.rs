//! `robots lint`.

use std::ffi::{OsStr, OsString};
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use robots_exclusion::lint::{Diagnostic, Severity, lint};

use crate::options::Format;
use crate::output::{Failure, Output, complain, shown};
use crate::{Finding, file, json};

/// Say what in a robots.txt does something else than its author meant
///
/// Shows each diagnostic with the line it is about. The exit code is 0 if
/// there are no warnings, 1 if there are any, 2 if a file could not be read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,
    #[command(flatten)]
    format: Format,
    /// Print one JSON object per diagnostic
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let mut finding = Finding::Fine;
    for name in &arguments.files {
        // The whole of it: what lies past the limit is a diagnostic.
        match file::read(name, Format::LIFTED) {
            Ok(text) => finding = finding.max(look_at(name, &text, arguments, output)?),
            Err(Failure::Message(message)) => {
                complain(message);
                finding = Finding::Incomplete;
            }
            Err(closed) => return Err(closed),
        }
    }
    Ok(finding)
}

fn look_at(
    name: &OsStr,
    text: &[u8],
    arguments: &Arguments,
    output: &mut Output,
) -> Result<Finding, Failure> {
    let shown_name = file::shown_name(name);
    let mut renderer = Renderer::plain();
    if output.is_coloured() {
        renderer = Renderer::styled();
    }
    let (mut warnings, mut others) = (0, 0);
    for diagnostic in lint(text, arguments.format.options()) {
        match diagnostic.severity() {
            Severity::Warning => warnings += 1,
            _ => others += 1,
        }
        match arguments.json {
            true => output.object(&json::Diagnosis::new(&name.to_string_lossy(), &diagnostic))?,
            false => {
                let report = report(&shown_name, text, &diagnostic);
                output.rendered(&format!("{}\n", renderer.render(&report)))?;
            }
        }
    }
    if !arguments.json {
        let warnings = match warnings {
            0 => "no warnings".to_owned(),
            1 => "1 warning".to_owned(),
            many => format!("{many} warnings"),
        };
        let others = match others {
            0 => String::new(),
            many => format!(", {many} for information"),
        };
        output.line(format_args!("{shown_name}: {warnings}{others}"))?;
    }
    Ok(match warnings {
        0 => Finding::Fine,
        _ => Finding::Adverse,
    })
}

/// A diagnostic over the lines it is about.
fn report<'a>(name: &'a str, text: &[u8], diagnostic: &Diagnostic<'_>) -> [Group<'a>; 1] {
    let level = match diagnostic.severity() {
        Severity::Warning => Level::WARNING,
        other => Level::INFO.with_name(other.to_string()),
    };
    let primary = Mark {
        line: diagnostic.line(),
        span: diagnostic.span(),
        note: None,
    };
    let related = diagnostic.related().map(|related| Mark {
        line: related.line(),
        span: related.span(),
        note: Some(related.note()),
    });
    let mut marks: Vec<_> = std::iter::once(primary).chain(related).collect();
    marks.sort_by_key(|mark| mark.span.start);
    let mut excerpts: Vec<_> = marks
        .chunk_by(Mark::is_near)
        .map(|marks| excerpt(name, text, marks))
        .collect();
    // First the one that the diagnostic is about.
    excerpts.sort_by_key(|(_, is_primary)| !is_primary);
    let group = level
        .primary_title(shown(&diagnostic.message()).into_owned())
        .id(diagnostic.code().name())
        .elements(excerpts.into_iter().map(|(snippet, _)| snippet))
        .element(Level::HELP.message(shown(&diagnostic.advice()).into_owned()));
    [group]
}

/// A part of a line to be marked; with a note, unless it is what the
/// diagnostic is about.
struct Mark {
    line: u32,
    span: Range<usize>,
    note: Option<&'static str>,
}

impl Mark {
    /// Whether the two are shown with what stands between them.
    fn is_near(&self, next: &Mark) -> bool {
        next.line - self.line <= 8 && next.span.start - self.span.start <= 2000
    }
}

/// The lines that the marks are in and those between, and whether it is what
/// the diagnostic is about. There is a mark at least; they are sorted.
fn excerpt<'a>(name: &'a str, text: &[u8], marks: &[Mark]) -> (Snippet<'a, Annotation<'a>>, bool) {
    /// How much of a line is shown after the beginning of its mark.
    const LONGEST: usize = 400;

    let start = line_start(text, marks[0].span.start);
    let last = marks[marks.len() - 1].span.start;
    let line_end = line_end(text, last);
    let end = line_end.min(last + LONGEST);

    // A mark ends with its line.
    let spans = marks.iter().map(|mark| {
        let Range {
            start,
            end: mark_end,
        } = mark.span;
        start..mark_end.min(self::line_end(text, start)).min(end)
    });
    let mut bounds: Vec<_> = spans
        .clone()
        .flat_map(|span| [span.start, span.end])
        .collect();
    bounds.extend([start, end]);
    bounds.sort_unstable();
    bounds.dedup();
    let mut source = String::new();
    // Where in `source` each of the bounds is.
    let mut places = vec![0];
    for piece in bounds.windows(2) {
        source += &decoded(&text[piece[0]..piece[1]]);
        places.push(source.len());
    }
    let place = |bound: usize| places[bounds.partition_point(|&other| other < bound)];
    if end < line_end {
        source.push('…');
    }
    let annotations = marks.iter().zip(spans).map(|(mark, span)| {
        let kind = match mark.note {
            None => AnnotationKind::Primary,
            Some(_) => AnnotationKind::Context,
        };
        kind.span(place(span.start)..place(span.end))
            .label(mark.note)
    });
    let annotations: Vec<_> = annotations.collect();
    let snippet = Snippet::source(source)
        .line_start(marks[0].line as usize)
        .path(name)
        .annotations(annotations);
    (snippet, marks.iter().any(|mark| mark.note.is_none()))
}

fn line_start(text: &[u8], position: usize) -> usize {
    let line_end = text[..position].iter().rposition(is_line_end);
    line_end.map_or(0, |line_end| line_end + 1)
}

fn line_end(text: &[u8], position: usize) -> usize {
    let length = text[position..].iter().position(is_line_end);
    length.map_or(text.len(), |length| position + length)
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Bytes as text, with line ends that the renderer knows. Control characters
/// it replaces itself.
fn decoded(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => text.into_owned(),
    }
}

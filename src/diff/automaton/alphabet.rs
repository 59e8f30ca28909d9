//! The alphabet of targets, and the sequences of symbols that form a URL's target.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::canonical::unescape;
use crate::dialect::Dialect;

/// An indivisible part of a target. This is a byte or, in dialects that treat `%XX` as a unit,
/// [`ESCAPED`] and the byte that it encodes.
pub(super) type Symbol = u16;

const ESCAPED: Symbol = 0x100;
const SYMBOLS: usize = 0x200;

const SLASH: Symbol = b'/' as Symbol;
pub(super) const QUESTION_MARK: Symbol = b'?' as Symbol;
const DOT: Symbol = b'.' as Symbol;
const RAW_STAR: Symbol = b'*' as Symbol;
const RAW_DOLLAR: Symbol = b'$' as Symbol;
const BACKSLASH: Symbol = b'\\' as Symbol;
const ESCAPED_SLASH: Symbol = ESCAPED | SLASH;
const ESCAPED_QUESTION_MARK: Symbol = ESCAPED | QUESTION_MARK;

/// The number of a class. A class is a set of symbols that no pattern distinguishes.
pub(super) type Class = u16;

/// The class of a symbol that no target has.
pub(super) const NO_CLASS: Class = Class::MAX;

/// A flag for a symbol in a pattern that has the same meaning in a query as elsewhere.
const EXACT: Symbol = 0x400;

/// Returns the first symbol in `spelled`, which must be canonical in `dialect` and not empty, and
/// the rest of it. `targets` is the dialect of the alphabet.
///
/// If the dialects differ, both read [`Alphabet::url`]. It spells a few symbols the way URLs do
/// instead of the way canonical targets do, so a pattern that is compared with the URL means the
/// symbols with the opposite spelling:
///
/// ```text
/// URL      target    pattern of the other dialect   symbol
/// /a$b     /a%24b    /a$b                           ESCAPED | b'$'
/// /a%5Cb   /a\b      /a%5Cb                         b'\\'
/// ```
pub(super) fn first_symbol(spelled: &[u8], dialect: Dialect, targets: Dialect) -> (Symbol, &[u8]) {
    let (symbol, rest) = match unescape(spelled, 0).filter(|_| targets.decodes_escapes()) {
        Some(byte) => (ESCAPED | Symbol::from(byte), &spelled[3..]),
        None => (Symbol::from(spelled[0]), &spelled[1..]),
    };
    match symbol & !ESCAPED {
        _ if dialect == targets => (symbol, rest),
        RAW_STAR | RAW_DOLLAR | BACKSLASH => (symbol ^ ESCAPED, rest),
        SLASH | QUESTION_MARK if symbol >= ESCAPED => (symbol | EXACT, rest),
        _ => (symbol, rest),
    }
}

/// Returns a symbol as it is spelled in a query, after a literal `?`.
pub(super) fn in_query(symbol: Symbol, dialect: Dialect) -> Symbol {
    match symbol {
        ESCAPED_SLASH | ESCAPED_QUESTION_MARK if dialect.decodes_escapes() => symbol & !ESCAPED,
        symbol => symbol,
    }
}

/// A position in a target. It determines which symbols may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Before the first byte, which is `/`.
    Start,
    /// After a `/` of the path.
    SegmentStart,
    /// After a `.` that begins a segment.
    Dot,
    /// After `..` that begins a segment.
    DotDot,
    /// Anywhere else in the path.
    Path,
    /// After the first literal `?`.
    Query,
}

impl Part {
    /// Returns `true` if a target may end here. No path segment is `.` or `..`.
    pub(super) fn may_end(self) -> bool {
        !matches!(self, Part::Start | Part::Dot | Part::DotDot)
    }
}

/// The classes of symbols, as distinguished by a set of patterns.
#[derive(Debug)]
pub(super) struct Alphabet {
    pub(super) dialect: Dialect,
    /// The class of each symbol.
    classes: Vec<Class>,
    /// One symbol from each class. The classes of named symbols are in the order of their symbols.
    symbols: Vec<Symbol>,
    /// The class of the symbols that no pattern contains, if there are any.
    other: Option<Class>,
    /// `true` if dot segments must be tracked, because a pattern may contain one but no URL
    /// does.
    tracks_dots: bool,
    /// `true` if the path and the query must be distinguished.
    tracks_query: bool,
    /// `true` if another dialect also reads the targets.
    is_common: bool,
}

/// The set of symbols that patterns contain.
pub(super) struct NamedSymbols([bool; SYMBOLS]);

impl NamedSymbols {
    pub(super) fn none() -> NamedSymbols {
        NamedSymbols([false; SYMBOLS])
    }

    pub(super) fn add(&mut self, symbol: Symbol) {
        self.0[usize::from(symbol & !EXACT)] = true;
    }

    fn has(&self, symbol: Symbol) -> bool {
        self.0[usize::from(symbol)]
    }

    /// Returns a symbol that occurs in targets but in no pattern, or `None` if there isn't one.
    pub(super) fn other(&self, dialect: Dialect) -> Option<Symbol> {
        // Symbols that are more readable in an example come first.
        let letters = (b'a'..=b'z').chain(b'0'..=b'9').chain(b'A'..=b'Z');
        let marks = (b'!'..=b'~').filter(|byte| !byte.is_ascii_alphanumeric());
        let visible = letters.chain(marks).map(Symbol::from);
        let mut all = visible.chain(0..SYMBOLS as Symbol);
        // `.`, `?` and `/` have special meanings, so they can't represent other symbols.
        all.find(|&symbol| {
            let is_other = !self.has(symbol) && !matches!(symbol, DOT | QUESTION_MARK | SLASH);
            is_other && is_in_targets(symbol, dialect)
        })
    }
}

impl Alphabet {
    /// Creates the alphabet of the targets that a client may request. In [`Dialect::Standard`],
    /// these are the canonical targets of http, https, ws, wss and ftp URLs, in which no path
    /// segment is `.` or `..`. In [`Dialect::Google`], they are all targets without NUL and `#`.
    ///
    /// If `is_common`, another dialect reads these targets in the spelling that
    /// [`url`](Alphabet::url) writes.
    pub(super) fn new(mut named: NamedSymbols, dialect: Dialect, is_common: bool) -> Alphabet {
        named.add(SLASH);
        let other = named.other(dialect);
        if other.is_none() {
            named.add(DOT);
            named.add(QUESTION_MARK);
        }
        let tracks_dots = dialect.resolves_urls() && named.has(DOT);
        let names_delimiters = named.has(ESCAPED_SLASH) || named.has(ESCAPED_QUESTION_MARK);
        let tracks_query = tracks_dots || dialect.decodes_escapes() && names_delimiters;
        if tracks_query {
            named.add(QUESTION_MARK);
        }
        let mut classes = vec![NO_CLASS; SYMBOLS];
        let mut symbols_of = Vec::from_iter(other);
        let other = other.map(|_| 0);
        let symbols = (0..SYMBOLS as Symbol).filter(|&symbol| is_in_targets(symbol, dialect));
        for symbol in symbols {
            classes[usize::from(symbol)] = if named.has(symbol) {
                symbols_of.push(symbol);
                symbols_of.len() as Class - 1
            } else {
                other.unwrap_or(NO_CLASS)
            };
        }
        Alphabet {
            dialect,
            classes,
            symbols: symbols_of,
            other,
            tracks_dots,
            tracks_query,
            is_common,
        }
    }

    pub(super) fn class(&self, symbol: Symbol) -> Class {
        self.classes[usize::from(symbol & !EXACT)]
    }

    /// Returns the minimum number of bytes that a symbol in this class takes in a target.
    pub(super) fn length(&self, class: Class) -> u32 {
        let symbol = self.symbols[usize::from(class)];
        if symbol < ESCAPED { 1 } else { 3 }
    }

    /// Returns the part after a symbol in this class, or `None` if no target can contain it here.
    pub(super) fn next(&self, part: Part, class: Class) -> Option<Part> {
        let symbol = self.symbols[usize::from(class)];
        match (part, symbol) {
            (Part::Query, ESCAPED_SLASH | ESCAPED_QUESTION_MARK) => None,
            (Part::Query, _) => Some(Part::Query),
            (Part::Dot | Part::DotDot, SLASH | QUESTION_MARK) => None,
            (_, SLASH) if self.tracks_dots => Some(Part::SegmentStart),
            (_, SLASH) => Some(Part::Path),
            (Part::Start, _) => None,
            (_, QUESTION_MARK) if self.tracks_query => Some(Part::Query),
            (Part::SegmentStart, DOT) => Some(Part::Dot),
            (Part::Dot, DOT) => Some(Part::DotDot),
            (Part::SegmentStart | Part::Dot | Part::DotDot | Part::Path, _) => Some(Part::Path),
        }
    }

    /// Returns the classes that don't lead to the same part as most other classes.
    pub(super) fn turns(&self, part: Part) -> impl Iterator<Item = Class> {
        let usual = match part {
            Part::Start => None,
            Part::Query => Some(Part::Query),
            _ => Some(Part::Path),
        };
        let classes = [SLASH, QUESTION_MARK, DOT].map(|symbol| self.class(symbol));
        let turns = move |&class: &Class| self.next(part, class) != usual;
        classes.into_iter().filter(turns)
    }

    /// Returns the shortest class that leads to the usual part and isn't in `classes`, which must
    /// be sorted.
    pub(super) fn any_but(&self, part: Part, classes: &[Class]) -> Option<Class> {
        if let Some(other) = self.other.filter(|&other| self.length(other) == 1) {
            return Some(other);
        }
        (0..self.symbols.len() as Class)
            .filter(|class| classes.binary_search(class).is_err())
            .filter(|&class| self.next(part, class).is_some())
            .min_by_key(|&class| self.length(class))
    }

    /// Returns a URL, or its path and query, with the target that these classes spell.
    pub(super) fn url(&self, target: Vec<Class>) -> String {
        let mut spelled = String::new();
        for class in target {
            let symbol = self.symbols[usize::from(class)];
            let byte = symbol & !ESCAPED;
            // Canonical targets encode `*` and `$`, but URLs don't.
            let is_raw = self.is_common && matches!(byte, RAW_STAR | RAW_DOLLAR);
            push_symbol(if is_raw { byte } else { symbol }, &mut spelled);
        }
        url(spelled, self.dialect, self.is_common)
    }
}

/// Appends a symbol as spelled in targets.
pub(super) fn push_symbol(symbol: Symbol, target: &mut String) {
    let byte = (symbol & 0xFF) as u8;
    if symbol >= ESCAPED {
        // Writing to a string can't fail.
        let _ = write!(target, "%{byte:02X}");
    } else {
        target.push(char::from(byte));
    }
}

/// Returns a URL, or its path and query, with this target. If `is_common`, another dialect reads
/// it, too.
pub(super) fn url(mut target: String, dialect: Dialect, is_common: bool) -> String {
    // URL parsers treat a backslash as a slash.
    if dialect.resolves_urls() && target.contains('\\') {
        target = target.replace('\\', "%5C");
    }
    // If `//` would introduce a host, put one before it.
    if target.starts_with("//") && (is_common || !dialect.resolves_urls()) {
        target.insert_str(0, "http://example.com");
    }
    target
}

/// Returns `true` if a URL's target can contain this symbol.
fn is_in_targets(symbol: Symbol, dialect: Dialect) -> bool {
    let byte = (symbol & 0xFF) as u8;
    let is_escaped = symbol >= ESCAPED;
    if dialect.decodes_escapes() {
        // See the table in `canonical`.
        let is_always_escaped = matches!(byte, 0..=b' ' | b'"' | b'<' | b'>' | b'`' | 0x7F..=0xFF)
            || matches!(byte, b'*' | b'$' | b'%' | b'#');
        is_escaped == is_always_escaped || matches!(byte, b'/' | b'?')
    } else {
        // No pattern can name non-ASCII bytes, so they don't need to be considered.
        !is_escaped && byte.is_ascii() && !matches!(byte, 0 | b'#')
    }
}

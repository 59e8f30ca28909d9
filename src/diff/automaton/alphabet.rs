//! The alphabet of targets, and the sequences of symbols that form the target of a URL.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::Targets;
use crate::canonical::unescape;
use crate::dialect::Dialect;

/// An indivisible part of a target: a byte or, in dialects that treat `%XX` as one unit,
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

/// The number of a class: symbols that no pattern distinguishes.
pub(super) type Class = u16;

/// The class of a symbol that no target has.
pub(super) const NO_CLASS: Class = Class::MAX;

/// Flags a symbol of a pattern that has the same meaning in a query as elsewhere.
const EXACT: Symbol = 0x400;

/// Returns the first symbol of `spelled`, which must be canonical in `dialect` and not empty,
/// and the rest. `targets` is the dialect of the alphabet.
///
/// If the dialects differ, both read [`Alphabet::url`]. It spells a few symbols as URLs do,
/// not as canonical targets do, so a pattern that is compared with the URL means the symbols
/// with the opposite spelling:
///
/// ```text
/// URL      target    pattern of the other dialect   symbol
/// /a$b     /a%24b    /a$b                           ESCAPED | b'$'
/// /a%5Cb   /a\b      /a%5Cb                         b'\\'
/// ```
pub(super) fn first_symbol(spelled: &[u8], dialect: Dialect, targets: Dialect) -> (Symbol, &[u8]) {
    let (symbol, rest) = match unescape(spelled, 0).filter(|_| targets.keeps_escapes_whole()) {
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

/// Returns a symbol as spelled in a query, after a literal `?`.
pub(super) fn in_query(symbol: Symbol, dialect: Dialect) -> Symbol {
    match symbol {
        ESCAPED_SLASH | ESCAPED_QUESTION_MARK if dialect.decodes_query_delimiters() => {
            symbol & !ESCAPED
        }
        symbol => symbol,
    }
}

/// A position in the grammar of targets, which determines what may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
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

impl Place {
    const ALL: [Place; 6] = [
        Place::Start,
        Place::SegmentStart,
        Place::Dot,
        Place::DotDot,
        Place::Path,
        Place::Query,
    ];

    pub(super) fn number(self) -> u32 {
        self as u32
    }

    pub(super) fn of_number(number: u32) -> Place {
        Place::ALL[number as usize]
    }

    /// Returns `true` if a target may end here. No segment of a path is `.` or `..`.
    pub(super) fn may_end(self) -> bool {
        !matches!(self, Place::Start | Place::Dot | Place::DotDot)
    }
}

/// The classes of symbols that some patterns distinguish.
#[derive(Debug)]
pub(super) struct Alphabet {
    dialect: Dialect,
    /// By symbol.
    classes: Vec<Class>,
    /// One symbol of each class. The classes of named symbols are in the order of their symbols.
    samples: Vec<Symbol>,
    /// The class of the symbols that no pattern names, if there are any.
    other: Option<Class>,
    /// `true` if dot segments must be tracked, because a pattern may contain one but no URL
    /// does.
    tracks_dots: bool,
    /// `true` if path and query must be distinguished.
    tracks_query: bool,
    /// `true` if another dialect reads the targets as they are spelled.
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
}

impl Alphabet {
    pub(super) fn new(mut named: NamedSymbols, dialect: Dialect, targets: Targets) -> Alphabet {
        named.add(SLASH);
        let symbols = || by_readability().filter(|&symbol| is_in_targets(symbol, dialect));
        // `.` and `?` have meanings of their own, so they cannot represent other symbols.
        let other = |named: &NamedSymbols| {
            symbols().find(|&symbol| !named.has(symbol) && !matches!(symbol, DOT | QUESTION_MARK))
        };
        if other(&named).is_none() {
            named.add(DOT);
            named.add(QUESTION_MARK);
        }
        let are_resolved = dialect.resolves_urls() && targets != Targets::Any;
        let tracks_dots = are_resolved && named.has(DOT);
        let names_delimiters = named.has(ESCAPED_SLASH) || named.has(ESCAPED_QUESTION_MARK);
        let tracks_query = tracks_dots || dialect.decodes_query_delimiters() && names_delimiters;
        if tracks_query {
            named.add(QUESTION_MARK);
        }
        let mut classes = vec![NO_CLASS; SYMBOLS];
        let mut samples = Vec::new();
        samples.extend(other(&named));
        let other = (!samples.is_empty()).then_some(0);
        let symbols = (0..SYMBOLS as Symbol).filter(|&symbol| is_in_targets(symbol, dialect));
        for symbol in symbols {
            classes[usize::from(symbol)] = if named.has(symbol) {
                samples.push(symbol);
                samples.len() as Class - 1
            } else {
                other.unwrap_or(NO_CLASS)
            };
        }
        Alphabet {
            dialect,
            classes,
            samples,
            other,
            tracks_dots,
            tracks_query,
            is_common: targets == Targets::Common,
        }
    }

    pub(super) fn class(&self, symbol: Symbol) -> Class {
        self.classes[usize::from(symbol & !EXACT)]
    }

    pub(super) fn slash(&self) -> Class {
        self.class(SLASH)
    }

    /// The class of the symbols that no pattern names, if there are any.
    pub(super) fn other(&self) -> Option<Class> {
        self.other
    }

    /// Returns the class that matches a symbol of a pattern in a query.
    pub(super) fn class_in_query(&self, symbol: Symbol) -> Class {
        self.class(in_query(symbol, self.dialect))
    }

    /// Returns the minimum number of bytes of a symbol of this class in a target.
    pub(super) fn length(&self, class: Class) -> u32 {
        let symbol = self.samples[usize::from(class)];
        if symbol < ESCAPED { 1 } else { 3 }
    }

    /// Returns the place after a symbol of this class, or `None` if no target has it here.
    pub(super) fn next(&self, place: Place, class: Class) -> Option<Place> {
        let symbol = self.samples[usize::from(class)];
        match (place, symbol) {
            (Place::Start, SLASH) => Some(self.after_slash()),
            (Place::Start, _) => None,
            (Place::Query, ESCAPED_SLASH | ESCAPED_QUESTION_MARK) => None,
            (Place::Query, _) => Some(Place::Query),
            (Place::Dot | Place::DotDot, SLASH | QUESTION_MARK) => None,
            (_, SLASH) => Some(self.after_slash()),
            (_, QUESTION_MARK) if self.tracks_query => Some(Place::Query),
            (Place::SegmentStart, DOT) => Some(Place::Dot),
            (Place::Dot, DOT) => Some(Place::DotDot),
            (Place::SegmentStart | Place::Dot | Place::DotDot | Place::Path, _) => {
                Some(Place::Path)
            }
        }
    }

    fn after_slash(&self) -> Place {
        if self.tracks_dots {
            Place::SegmentStart
        } else {
            Place::Path
        }
    }

    /// Adds the classes that lead to a different place than most classes do.
    pub(super) fn add_turns(&self, place: Place, classes: &mut Vec<Class>) {
        match place {
            Place::Start => classes.push(self.class(SLASH)),
            Place::Query => {}
            Place::SegmentStart | Place::Dot | Place::DotDot | Place::Path => {
                if self.tracks_dots {
                    classes.push(self.class(SLASH));
                }
                if self.tracks_query {
                    classes.push(self.class(QUESTION_MARK));
                }
                if matches!(place, Place::SegmentStart | Place::Dot) {
                    classes.push(self.class(DOT));
                }
            }
        }
    }

    /// Returns the shortest class that leads to the usual place and is not in `classes`, which
    /// are sorted.
    pub(super) fn any_but(&self, place: Place, classes: &[Class]) -> Option<Class> {
        if place == Place::Start {
            return None;
        }
        if let Some(other) = self.other.filter(|&other| self.length(other) == 1) {
            return Some(other);
        }
        (0..self.samples.len() as Class)
            .filter(|class| classes.binary_search(class).is_err())
            .filter(|&class| self.next(place, class).is_some())
            .min_by_key(|&class| self.length(class))
    }

    /// Returns a URL, or its path and query, with the target that these classes spell.
    pub(super) fn url(&self, target: impl Iterator<Item = Class>) -> String {
        let mut url = String::new();
        for class in target {
            let symbol = self.samples[usize::from(class)];
            let byte = (symbol & 0xFF) as u8;
            // Canonical targets encode `*` and `$`, but URLs do not.
            let is_raw = self.is_common && matches!(byte, b'*' | b'$');
            // URL parsers treat a backslash as a slash.
            let is_read_as_slash = byte == b'\\' && self.dialect.resolves_urls();
            if symbol >= ESCAPED && !is_raw || is_read_as_slash {
                // Writing to a string does not fail.
                let _ = write!(url, "%{byte:02X}");
            } else {
                url.push(char::from(byte));
            }
        }
        // If `//` would introduce a host, put one before it.
        if url.starts_with("//") && (self.is_common || !self.dialect.resolves_urls()) {
            url.insert_str(0, "http://example.com");
        }
        url
    }
}

/// Returns all symbols. Symbols that are more readable in an example come first.
fn by_readability() -> impl Iterator<Item = Symbol> {
    let letters = (b'a'..=b'z').chain(b'0'..=b'9').chain(b'A'..=b'Z');
    let rest = (b'!'..=b'~').filter(|byte| !byte.is_ascii_alphanumeric());
    let invisible = (0..=b' ').chain(0x7F..=0xFF);
    let plain = letters.chain(rest).chain(invisible).map(Symbol::from);
    plain.chain((0..=0xFF).map(|byte| ESCAPED | byte))
}

/// Returns `true` if the target of a URL can contain this symbol.
fn is_in_targets(symbol: Symbol, dialect: Dialect) -> bool {
    let byte = (symbol & 0xFF) as u8;
    let is_escaped = symbol >= ESCAPED;
    if dialect.respells_targets() {
        // The table in `canonical`.
        let is_always_escaped = matches!(byte, 0..=b' ' | b'"' | b'<' | b'>' | b'`' | 0x7F..=0xFF)
            || matches!(byte, b'*' | b'$' | b'%' | b'#');
        is_escaped == is_always_escaped || matches!(byte, b'/' | b'?')
    } else {
        // No pattern can name non-ASCII bytes, so they need not be considered.
        !is_escaped && byte.is_ascii() && !matches!(byte, 0 | b'#')
    }
}

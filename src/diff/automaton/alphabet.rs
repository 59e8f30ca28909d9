//! What targets are made of, and which sequences of it are targets that a URL
//! can have.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::Targets;
use crate::canonical::unescape;
use crate::dialect::Dialect;

/// What cannot be divided: a byte or, where `%XX` is one unit,
/// [`ESCAPED`] and the byte that it stands for.
pub(super) type Symbol = u16;

const ESCAPED: Symbol = 0x100;
const SYMBOLS: usize = 0x200;

const SLASH: Symbol = b'/' as Symbol;
pub(super) const QUESTION_MARK: Symbol = b'?' as Symbol;
const DOT: Symbol = b'.' as Symbol;
const ESCAPED_SLASH: Symbol = ESCAPED | SLASH;
const ESCAPED_QUESTION_MARK: Symbol = ESCAPED | QUESTION_MARK;

/// Symbols that no pattern tells apart, as one number.
pub(super) type Class = u16;

/// The class of a symbol that no target has.
pub(super) const NO_CLASS: Class = Class::MAX;

/// What stands at the start of `spelled`, which is not empty and canonical.
pub(super) fn first_symbol(spelled: &[u8], dialect: Dialect) -> (Symbol, &[u8]) {
    if dialect.keeps_escapes_whole() {
        if let Some(byte) = unescape(spelled, 0) {
            return (ESCAPED | Symbol::from(byte), &spelled[3..]);
        }
    }
    (Symbol::from(spelled[0]), &spelled[1..])
}

/// A symbol as it is spelled in a query, to be used after a literal `?`.
pub(super) fn in_query(symbol: Symbol, dialect: Dialect) -> Symbol {
    match symbol {
        ESCAPED_SLASH | ESCAPED_QUESTION_MARK if dialect.decodes_query_delimiters() => {
            symbol & !ESCAPED
        }
        symbol => symbol,
    }
}

/// Where in a target the walk is, as far as that decides what may come next.
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

    /// Whether a target may end here: no segment of a path is `.` or `..`.
    pub(super) fn may_end(self) -> bool {
        !matches!(self, Place::Start | Place::Dot | Place::DotDot)
    }
}

/// The classes of symbols that some patterns tell apart.
#[derive(Debug)]
pub(super) struct Alphabet {
    dialect: Dialect,
    /// By symbol.
    classes: Vec<Class>,
    /// By class, a symbol of it.
    samples: Vec<Symbol>,
    /// The class of the symbols that no pattern names, if there are any.
    other: Option<Class>,
    /// Whether dot segments must be told from others: a pattern may ask for
    /// one, and no URL has it.
    tracks_dots: bool,
    /// Whether path and query must be told apart.
    tracks_query: bool,
}

/// Which symbols patterns name.
pub(super) struct Named([bool; SYMBOLS]);

impl Named {
    pub(super) fn none() -> Named {
        Named([false; SYMBOLS])
    }

    pub(super) fn add(&mut self, symbol: Symbol) {
        self.0[usize::from(symbol)] = true;
    }

    fn has(&self, symbol: Symbol) -> bool {
        self.0[usize::from(symbol)]
    }
}

impl Alphabet {
    pub(super) fn new(mut named: Named, dialect: Dialect, targets: Targets) -> Alphabet {
        named.add(SLASH);
        let symbols = || by_readability().filter(|&symbol| is_in_targets(symbol, dialect));
        // These two mean too much to stand for others.
        let other = |named: &Named| {
            symbols().find(|&symbol| !named.has(symbol) && !matches!(symbol, DOT | QUESTION_MARK))
        };
        if other(&named).is_none() {
            named.add(DOT);
            named.add(QUESTION_MARK);
        }
        let are_resolved = dialect.resolves_urls() && targets == Targets::Sent;
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
        for symbol in symbols() {
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
        }
    }

    pub(super) fn class(&self, symbol: Symbol) -> Class {
        self.classes[usize::from(symbol)]
    }

    /// The class that a symbol of a pattern asks for in a query.
    pub(super) fn class_in_query(&self, symbol: Symbol) -> Class {
        self.class(in_query(symbol, self.dialect))
    }

    /// How many bytes of a target a symbol of this class takes at least.
    pub(super) fn length(&self, class: Class) -> u32 {
        let symbol = self.samples[usize::from(class)];
        if symbol < ESCAPED { 1 } else { 3 }
    }

    /// Where a symbol of this class leads; nowhere if no target has it there.
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

    /// Adds the classes that lead from here to another place than most.
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

    /// The shortest class that leads where most do and is none of these, which
    /// are in order.
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

    /// A URL, or its path and query, with the target that these classes spell.
    pub(super) fn url(&self, target: impl Iterator<Item = Class>) -> String {
        let mut url = String::new();
        for class in target {
            let symbol = self.samples[usize::from(class)];
            let byte = (symbol & 0xFF) as u8;
            // What resolves a URL takes a backslash for a slash.
            if symbol >= ESCAPED || byte == b'\\' && self.dialect.resolves_urls() {
                // Writing to a string does not fail.
                let _ = write!(url, "%{byte:02X}");
            } else {
                url.push(char::from(byte));
            }
        }
        // Where two slashes begin a host, something must stand before them.
        if url.starts_with("//") && !self.dialect.resolves_urls() {
            url.insert_str(0, "http://example.com");
        }
        url
    }
}

/// All symbols, those first that read well in an example.
fn by_readability() -> impl Iterator<Item = Symbol> {
    let letters = (b'a'..=b'z').chain(b'0'..=b'9').chain(b'A'..=b'Z');
    let rest = (b'!'..=b'~').filter(|byte| !byte.is_ascii_alphanumeric());
    let invisible = (0..=b' ').chain(0x7F..=0xFF);
    let plain = letters.chain(rest).chain(invisible).map(Symbol::from);
    plain.chain((0..=0xFF).map(|byte| ESCAPED | byte))
}

/// Whether a target that a URL can have holds this symbol.
fn is_in_targets(symbol: Symbol, dialect: Dialect) -> bool {
    let byte = (symbol & 0xFF) as u8;
    let is_escaped = symbol >= ESCAPED;
    if dialect.respells_targets() {
        // The table in `canonical`.
        let is_always_escaped = matches!(byte, 0..=b' ' | b'"' | b'<' | b'>' | b'`' | 0x7F..=0xFF)
            || matches!(byte, b'*' | b'$' | b'%' | b'#');
        is_escaped == is_always_escaped || matches!(byte, b'/' | b'?')
    } else {
        // Bytes past ASCII are as good as `*`: no pattern can name them.
        !is_escaped && byte.is_ascii() && !matches!(byte, 0 | b'#')
    }
}

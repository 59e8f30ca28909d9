//! A naive model of both dialects: slow, and written to be obviously correct.
//!
//! It shares no code with the crate. It follows the specification sentence by sentence, keeps every
//! intermediate step as a plain vector, and matches patterns part by part, tracking every position
//! in the target that the parts so far can reach. It relies on the `url` crate only to decide
//! whether a host is valid.
//!
//! The model never checks the dialect itself, only [`Departures`]. Each point in which Google's
//! open-source matcher departs from the Standard dialect is one switch; the Standard dialect has
//! all switches off, the Google dialect all on. Toggling a single switch shows which departure
//! causes a difference between the dialects.

// Each test binary uses a different part of the model.
#![allow(dead_code)]

pub(crate) mod whatwg;

use robots_exclusion::Dialect;

/// One point on which `Dialect::Google` departs from `Dialect::Standard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Departure {
    /// Any prefix of the byte order mark is skipped, not only the complete mark.
    ByteOrderMarkPrefix,
    /// A NUL ends its line.
    NulEndsLine,
    /// Only the first 16,663 bytes of a line are read.
    LineCap,
    /// A field only has to start with a known name.
    FieldPrefix,
    /// Common misspellings of field names are accepted.
    FieldTypos,
    /// Blanks separate field and value if there is no colon.
    MissingColon,
    /// A rule with an empty value matches everything, with length 0.
    EmptyRuleMatches,
    /// The token of a `user-agent` line consists only of letters, `-` and `_`.
    LineTokenLetters,
    /// The caller's agent is compared unchanged.
    AgentAsGiven,
    /// The empty agent equals every value with an empty token.
    EmptyAgent,
    /// There is no fallback to a group of a more general token.
    NoFallback,
    /// The groups of all listed agents are merged.
    AgentsMerged,
    /// A pattern is escaped but never decoded.
    PatternEscapedOnly,
    /// The bytes of the URL are unchanged.
    UrlAsGiven,
    /// `%XX` is three separate bytes, and a wildcard may end between them.
    Bytewise,
    /// `%2F` differs from `/`, and `%3F` from `?`, in the query too.
    QueryKeepsEscapes,
    /// The run of `*` at the end of a pattern counts towards its length.
    TrailingStarsCount,
    /// `allow: /index.html` also allows `/`.
    IndexPages,
    /// `/robots.txt` is an ordinary path.
    RobotsTxtNotExempt,
    /// Path and query are cut from the URL without resolving it.
    UrlNotResolved,
    /// A NUL ends the target.
    NulEndsTarget,
}

impl Departure {
    pub(crate) const ALL: [Self; 21] = [
        Self::ByteOrderMarkPrefix,
        Self::NulEndsLine,
        Self::LineCap,
        Self::FieldPrefix,
        Self::FieldTypos,
        Self::MissingColon,
        Self::EmptyRuleMatches,
        Self::LineTokenLetters,
        Self::AgentAsGiven,
        Self::EmptyAgent,
        Self::NoFallback,
        Self::AgentsMerged,
        Self::PatternEscapedOnly,
        Self::UrlAsGiven,
        Self::Bytewise,
        Self::QueryKeepsEscapes,
        Self::TrailingStarsCount,
        Self::IndexPages,
        Self::RobotsTxtNotExempt,
        Self::UrlNotResolved,
        Self::NulEndsTarget,
    ];
}

/// A set of departures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Departures(u32);

impl Departures {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self((1 << Departure::ALL.len()) - 1);

    pub(crate) fn of(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Standard => Self::NONE,
            Dialect::Google => Self::ALL,
            other => panic!("the model does not know the dialect {other:?}"),
        }
    }

    pub(crate) fn has(self, departure: Departure) -> bool {
        self.0 & (1 << departure as u32) != 0
    }

    /// Returns the set with one departure toggled.
    pub(crate) fn turned(self, departure: Departure) -> Self {
        Self(self.0 ^ (1 << departure as u32))
    }
}

/// The answer to a query: whether the URL is allowed, and the line of the deciding rule.
pub(crate) type Answer = (bool, Option<u32>);

/// The groups selected for a crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selected {
    /// The groups of these tokens. There are several only if the groups of all listed agents are
    /// merged.
    Own(Vec<Vec<u8>>),
    /// The groups of a more general token.
    Fallback(Vec<u8>),
    /// The groups for `*`.
    Everyone,
    /// No group.
    Nobody,
}

/// A rule as written: whether it is `allow`, its value, and its line.
pub(crate) type ListedRule = (bool, Vec<u8>, u32);

/// A group as written: the values of its `user-agent` lines, and its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) agents: Vec<Vec<u8>>,
    pub(crate) rules: Vec<ListedRule>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    UserAgent,
    Allow,
    Disallow,
    Sitemap,
    Other,
}

#[derive(Clone, Debug)]
struct Rule {
    allow: bool,
    pattern: Vec<u8>,
    line: u32,
}

impl Rule {
    fn listed(&self) -> ListedRule {
        (self.allow, self.pattern.clone(), self.line)
    }
}

#[derive(Clone, Debug, Default)]
struct Group {
    agents: Vec<Vec<u8>>,
    rules: Vec<Rule>,
}

/// A robots.txt file, read line by line.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    departures: Departures,
    agent_fallback: bool,
    groups: Vec<Group>,
    sitemaps: Vec<Vec<u8>>,
}

impl Model {
    pub(crate) fn parse(
        text: &[u8],
        dialect: Dialect,
        byte_limit: Option<usize>,
        agent_fallback: bool,
    ) -> Self {
        Self::parse_departing(text, Departures::of(dialect), byte_limit, agent_fallback)
    }

    pub(crate) fn parse_departing(
        text: &[u8],
        departures: Departures,
        byte_limit: Option<usize>,
        agent_fallback: bool,
    ) -> Self {
        let mut model = Self {
            departures,
            agent_fallback,
            groups: Vec::new(),
            sitemaps: Vec::new(),
        };
        // A rule ends the run of `user-agent` lines.
        let mut run_is_open = false;
        for (number, line) in lines(text, departures, byte_limit) {
            let Some((field, value)) = record(line, departures) else {
                continue;
            };
            match field {
                Field::UserAgent => {
                    if !run_is_open {
                        model.groups.push(Group::default());
                        run_is_open = true;
                    }
                    if let Some(group) = model.groups.last_mut() {
                        group.agents.push(value.to_vec());
                    }
                }
                Field::Allow | Field::Disallow => {
                    run_is_open = false;
                    // Rules before the first group are ignored.
                    if let Some(group) = model.groups.last_mut() {
                        group.rules.push(Rule {
                            allow: field == Field::Allow,
                            pattern: value.to_vec(),
                            line: number,
                        });
                    }
                }
                Field::Sitemap => model.sitemaps.push(value.to_vec()),
                Field::Other => {}
            }
        }
        model
    }

    /// Returns the number of groups. Each run of `user-agent` lines is one group.
    pub(crate) fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// Returns the groups as written.
    pub(crate) fn listed(&self) -> Vec<Listed> {
        self.groups
            .iter()
            .map(|group| Listed {
                agents: group.agents.clone(),
                rules: group.rules.iter().map(Rule::listed).collect(),
            })
            .collect()
    }

    /// Returns the rules for a crawler as written.
    pub(crate) fn rules(&self, agents: &[&str]) -> Vec<ListedRule> {
        let rules = self.selected_rules(agents).into_iter();
        rules.map(Rule::listed).collect()
    }

    /// Returns the values of the sitemap records in file order.
    pub(crate) fn sitemaps(&self) -> &[Vec<u8>] {
        &self.sitemaps
    }

    /// Returns the patterns of all groups as written.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = &[u8]> {
        self.groups
            .iter()
            .flat_map(|group| &group.rules)
            .map(|rule| &*rule.pattern)
    }

    /// Returns the values of the `user-agent` lines as written.
    pub(crate) fn agents(&self) -> impl Iterator<Item = &[u8]> {
        self.groups
            .iter()
            .flat_map(|group| &group.agents)
            .map(|value| &**value)
    }

    pub(crate) fn verdict(&self, agents: &[&str], url: &str) -> Answer {
        let target = self.target(url);
        if !self.departures.has(Departure::RobotsTxtNotExempt) && is_robots_txt(&target) {
            return (true, None);
        }
        let mut best_allow: Option<(usize, u32)> = None;
        let mut best_disallow: Option<(usize, u32)> = None;
        for rule in self.selected_rules(agents) {
            let Some(length) = self.matched_length(rule, &target) else {
                continue;
            };
            let best = if rule.allow {
                &mut best_allow
            } else {
                &mut best_disallow
            };
            // Rules are in file order, so the first of equal length stays.
            if best.is_none_or(|(longest, _)| length > longest) {
                *best = Some((length, rule.line));
            }
        }
        match (best_allow, best_disallow) {
            (None, None) => (true, None),
            (Some((_, line)), None) => (true, Some(line)),
            (Some((allow, line)), Some((disallow, _))) if allow >= disallow => (true, Some(line)),
            (_, Some((_, line))) => (self.is_empty_rule(line), Some(line)),
        }
    }

    /// Returns `true` if the rule on this line has an empty value. Such a rule is reported but
    /// disallows nothing.
    fn is_empty_rule(&self, line: u32) -> bool {
        self.groups
            .iter()
            .flat_map(|group| &group.rules)
            .any(|rule| rule.line == line && rule.pattern.is_empty())
    }

    /// Returns the length that counts for precedence, or `None` if the rule does not match.
    fn matched_length(&self, rule: &Rule, target: &[Placed]) -> Option<usize> {
        if rule.pattern.is_empty() {
            return self
                .departures
                .has(Departure::EmptyRuleMatches)
                .then_some(0);
        }
        if let Some(length) = self.pattern_match(&rule.pattern, target) {
            return Some(length);
        }
        if rule.allow && self.departures.has(Departure::IndexPages) {
            let slash = rule.pattern.iter().rposition(|&byte| byte == b'/')?;
            if rule.pattern[slash..].starts_with(b"/index.htm") {
                let mut folder = rule.pattern[..=slash].to_vec();
                folder.push(b'$');
                return self.pattern_match(&folder, target);
            }
        }
        None
    }

    fn pattern_match(&self, pattern: &[u8], target: &[Placed]) -> Option<usize> {
        if !matches!(pattern.first(), Some(b'/' | b'*')) {
            return None;
        }
        let parts = self.pattern_parts(pattern);
        self.matches(&parts, target)
            .then(|| self.counted_length(&parts))
    }

    /// Computes one row of the table per pattern part: the lengths of all prefixes of the target
    /// that the parts so far match.
    fn matches(&self, parts: &[Part], target: &[Placed]) -> bool {
        let mut matched = vec![0];
        for part in parts {
            matched = match part {
                Part::Star => match matched.first() {
                    Some(&shortest) => (shortest..=target.len()).collect(),
                    None => return false,
                },
                Part::End => matched
                    .into_iter()
                    .filter(|&length| length == target.len())
                    .collect(),
                Part::Unit(unit) => matched
                    .into_iter()
                    .filter(|&length| {
                        target
                            .get(length)
                            .is_some_and(|&placed| self.same(*unit, placed))
                    })
                    .map(|length| length + 1)
                    .collect(),
            };
        }
        !matched.is_empty()
    }

    fn same(&self, pattern: Unit, target: Placed) -> bool {
        // `/` and `?` delimit nothing in the query.
        if target.in_query
            && matches!(target.unit.byte(), b'/' | b'?')
            && !self.departures.has(Departure::QueryKeepsEscapes)
        {
            return pattern.byte() == target.unit.byte();
        }
        pattern == target.unit
    }

    fn counted_length(&self, parts: &[Part]) -> usize {
        let mut counted = parts;
        if !self.departures.has(Departure::TrailingStarsCount) {
            while let [rest @ .., Part::Star] = counted {
                counted = rest;
            }
        }
        counted
            .iter()
            .map(|part| match part {
                Part::Star | Part::End | Part::Unit(Unit::Literal(_)) => 1,
                Part::Unit(Unit::Escape(_)) => 3,
            })
            .sum()
    }

    fn pattern_parts(&self, pattern: &[u8]) -> Vec<Part> {
        let (body, anchored) = match pattern {
            [body @ .., b'$'] => (body, true),
            body => (body, false),
        };
        let mut parts = Vec::new();
        for (index, run) in body.split(|&byte| byte == b'*').enumerate() {
            if index > 0 {
                parts.push(Part::Star);
            }
            let units = if self.departures.has(Departure::PatternEscapedOnly) {
                escaped_only(run)
            } else {
                canonical(run)
            };
            parts.extend(self.cut_to_bytes(units).into_iter().map(Part::Unit));
        }
        if anchored {
            parts.push(Part::End);
        }
        parts
    }

    fn target(&self, url: &str) -> Vec<Placed> {
        let mut target = if self.departures.has(Departure::UrlNotResolved) {
            path_params_query(url)
        } else {
            request_target(url)
        };
        if self.departures.has(Departure::NulEndsTarget) {
            if let Some(nul) = target.bytes().position(|byte| byte == 0) {
                target.truncate(nul);
            }
        }
        let units = if self.departures.has(Departure::UrlAsGiven) {
            as_given(target.as_bytes())
        } else {
            canonical(target.as_bytes())
        };
        let mut in_query = false;
        self.cut_to_bytes(units)
            .into_iter()
            .map(|unit| {
                let placed = Placed { unit, in_query };
                in_query |= unit == Unit::Literal(b'?');
                placed
            })
            .collect()
    }

    fn cut_to_bytes(&self, units: Vec<Unit>) -> Vec<Unit> {
        if !self.departures.has(Departure::Bytewise) {
            return units;
        }
        let mut bytes = Vec::new();
        for unit in units {
            match unit {
                Unit::Literal(_) => bytes.push(unit),
                Unit::Escape(byte) => {
                    bytes.extend(format!("%{byte:02X}").bytes().map(Unit::Literal));
                }
            }
        }
        bytes
    }

    /// Returns the length with which a standalone pattern matches a URL, or `None` if it does not
    /// match.
    pub(crate) fn match_length(&self, pattern: &[u8], url: &str) -> Option<usize> {
        self.pattern_match(pattern, &self.target(url))
    }

    /// Returns `true` if a group with this value in a `user-agent` line is among the selected ones.
    pub(crate) fn selects(&self, selected: &Selected, value: &[u8]) -> bool {
        let group = Group {
            agents: vec![value.to_vec()],
            rules: Vec::new(),
        };
        self.selects_by(selected, &group)
    }

    fn selects_by(&self, selected: &Selected, group: &Group) -> bool {
        match selected {
            Selected::Own(tokens) => tokens.iter().any(|token| self.names(group, token)),
            Selected::Fallback(token) => self.names(group, token),
            Selected::Everyone => names_everyone(group),
            Selected::Nobody => false,
        }
    }

    /// Selects groups for a crawler with these agent strings.
    pub(crate) fn selected(&self, agents: &[&str]) -> Selected {
        let tokens: Vec<Vec<u8>> = agents
            .iter()
            .map(|agent| {
                if self.departures.has(Departure::AgentAsGiven) {
                    agent.as_bytes().to_vec()
                } else {
                    caller_token(agent.as_bytes())
                }
            })
            .collect();
        let mut own: Vec<Vec<u8>> = Vec::new();
        for token in &tokens {
            if self.groups.iter().any(|group| self.names(group, token)) {
                own.push(token.clone());
            }
        }
        if !self.departures.has(Departure::AgentsMerged) {
            own.truncate(1);
        }
        if !own.is_empty() {
            return Selected::Own(own);
        }
        if self.agent_fallback && !self.departures.has(Departure::NoFallback) {
            for token in &tokens {
                if let Some(general) = self.longest_general_token(token) {
                    return Selected::Fallback(general);
                }
            }
        }
        if self.groups.iter().any(names_everyone) {
            return Selected::Everyone;
        }
        Selected::Nobody
    }

    /// Returns the token that selected the groups, as spelled in the first line with it, or an
    /// empty string.
    pub(crate) fn selecting_token(&self, selected: &Selected) -> &[u8] {
        let token = match selected {
            Selected::Own(tokens) => &tokens[0],
            Selected::Fallback(token) => token,
            Selected::Everyone | Selected::Nobody => return b"",
        };
        self.agents()
            .filter(|value| !value_is_wildcard(value))
            .map(|value| self.line_token(value))
            .find(|own| own.eq_ignore_ascii_case(token))
            .expect("the selecting token is in the file")
    }

    fn selected_rules(&self, agents: &[&str]) -> Vec<&Rule> {
        let selected = self.selected(agents);
        self.groups
            .iter()
            .filter(|group| self.selects_by(&selected, group))
            .flat_map(|group| &group.rules)
            .collect()
    }

    fn names(&self, group: &Group, token: &[u8]) -> bool {
        if token.is_empty() && !self.departures.has(Departure::EmptyAgent) {
            return false;
        }
        group.agents.iter().any(|value| {
            !value_is_wildcard(value) && self.line_token(value).eq_ignore_ascii_case(token)
        })
    }

    /// Returns the longest token `T` in the file for which the crawler's token starts with `T-`.
    fn longest_general_token(&self, token: &[u8]) -> Option<Vec<u8>> {
        self.agents()
            .filter(|value| !value_is_wildcard(value))
            .map(|value| self.line_token(value))
            .filter(|general| {
                !general.is_empty()
                    && token.len() > general.len()
                    && token[..general.len()].eq_ignore_ascii_case(general)
                    && token[general.len()] == b'-'
            })
            .max_by_key(|general| general.len())
            .map(<[u8]>::to_vec)
    }

    fn line_token<'v>(&self, value: &'v [u8]) -> &'v [u8] {
        if self.departures.has(Departure::LineTokenLetters) {
            longest_prefix(value, |byte| {
                byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_')
            })
        } else {
            product_token(value)
        }
    }
}

/// A part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Star,
    End,
    Unit(Unit),
}

/// An indivisible part of a spelling: a plain byte or a whole `%XX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Literal(u8),
    Escape(u8),
}

impl Unit {
    fn byte(self) -> u8 {
        match self {
            Self::Literal(byte) | Self::Escape(byte) => byte,
        }
    }

    fn write(self, spelled: &mut Vec<u8>) {
        match self {
            Self::Literal(byte) => spelled.push(byte),
            Self::Escape(byte) => spelled.extend(format!("%{byte:02X}").bytes()),
        }
    }
}

/// A unit of the target, and whether it is after the first literal `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placed {
    unit: Unit,
    in_query: bool,
}

/// Returns the spelling of a pattern as text.
pub(crate) fn spelled_pattern(pattern: &[u8], dialect: Dialect) -> Vec<u8> {
    let model = Model::parse(b"", dialect, None, true);
    let mut spelled = Vec::new();
    for part in model.pattern_parts(pattern) {
        match part {
            Part::Star => spelled.push(b'*'),
            Part::End => spelled.push(b'$'),
            Part::Unit(unit) => unit.write(&mut spelled),
        }
    }
    spelled
}

/// Returns the spelling of a target as text. `/` and `?` have only one spelling in the query.
pub(crate) fn spelled_target(target: &[u8], dialect: Dialect) -> Vec<u8> {
    if Departures::of(dialect).has(Departure::UrlAsGiven) {
        return target.to_vec();
    }
    let mut spelled = Vec::new();
    let mut in_query = false;
    for unit in canonical(target) {
        match unit {
            Unit::Escape(byte @ (b'/' | b'?')) if in_query => spelled.push(byte),
            unit => unit.write(&mut spelled),
        }
        in_query |= unit == Unit::Literal(b'?');
    }
    spelled
}

fn is_robots_txt(target: &[Placed]) -> bool {
    let path = b"/robots.txt";
    target.len() == path.len()
        && target
            .iter()
            .zip(path)
            .all(|(placed, &byte)| placed.unit == Unit::Literal(byte))
}

/// Returns the lines that end within the limit, with their numbers and without the byte order
/// mark.
fn lines(text: &[u8], departures: Departures, byte_limit: Option<usize>) -> Vec<(u32, &[u8])> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    let mut start = 0;
    if departures.has(Departure::ByteOrderMarkPrefix) {
        while start < MARK.len() && text.get(start) == Some(&MARK[start]) {
            start += 1;
        }
    } else if text.starts_with(MARK) {
        start = MARK.len();
    }
    let limit = byte_limit.unwrap_or(usize::MAX);
    let mut lines = Vec::new();
    let mut number = 1;
    let mut end = start;
    loop {
        match text.get(end) {
            None => {
                if end <= limit {
                    lines.push((number, &text[start..end]));
                }
                return lines;
            }
            Some(b'\r' | b'\n') => {
                if end <= limit {
                    lines.push((number, &text[start..end]));
                }
                number += 1;
                end += if text[end..].starts_with(b"\r\n") {
                    2
                } else {
                    1
                };
                start = end;
            }
            Some(_) => end += 1,
        }
    }
}

/// The effect of a record on groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    UserAgent,
    Rule,
    Neither,
}

/// A record of a file, with its name as written.
#[derive(Clone, Debug)]
pub(crate) struct NamedRecord {
    pub(crate) line: u32,
    pub(crate) role: Role,
    pub(crate) name: Vec<u8>,
    pub(crate) value: Vec<u8>,
}

/// Returns the records of a file in file order.
pub(crate) fn records(
    text: &[u8],
    dialect: Dialect,
    byte_limit: Option<usize>,
) -> Vec<NamedRecord> {
    let departures = Departures::of(dialect);
    let mut records = Vec::new();
    for (line, content) in lines(text, departures, byte_limit) {
        if let Some((name, value)) = name_and_value(content, departures) {
            let role = match field_kind(name, departures) {
                Field::UserAgent => Role::UserAgent,
                Field::Allow | Field::Disallow => Role::Rule,
                Field::Sitemap | Field::Other => Role::Neither,
            };
            records.push(NamedRecord {
                line,
                role,
                name: name.to_vec(),
                value: value.to_vec(),
            });
        }
    }
    records
}

fn record(line: &[u8], departures: Departures) -> Option<(Field, &[u8])> {
    let (name, value) = name_and_value(line, departures)?;
    Some((field_kind(name, departures), value))
}

fn name_and_value(line: &[u8], departures: Departures) -> Option<(&[u8], &[u8])> {
    let mut content = line;
    if departures.has(Departure::LineCap) && content.len() > 16_663 {
        content = &content[..16_663];
    }
    if departures.has(Departure::NulEndsLine) {
        content = before(content, 0).unwrap_or(content);
    }
    content = trim(before(content, b'#').unwrap_or(content));
    let (field, value) = if let Some(field) = before(content, b':') {
        (trim(field), trim(&content[field.len() + 1..]))
    } else if departures.has(Departure::MissingColon) {
        let runs: Vec<&[u8]> = content
            .split(|byte| matches!(byte, b' ' | b'\t'))
            .filter(|run| !run.is_empty())
            .collect();
        match *runs {
            [field, value] => (trim(field), trim(value)),
            _ => return None,
        }
    } else {
        return None;
    };
    if field.is_empty() {
        return None;
    }
    Some((field, value))
}

fn field_kind(field: &[u8], departures: Departures) -> Field {
    let is = |name: &str| {
        if departures.has(Departure::FieldPrefix) {
            field.len() >= name.len() && field[..name.len()].eq_ignore_ascii_case(name.as_bytes())
        } else {
            field.eq_ignore_ascii_case(name.as_bytes())
        }
    };
    let is_typo =
        |names: &[&str]| departures.has(Departure::FieldTypos) && names.iter().any(|name| is(name));
    let typos_of_disallow = ["dissallow", "dissalow", "disalow", "diasllow", "disallaw"];
    if is("user-agent") || is_typo(&["useragent", "user agent"]) {
        Field::UserAgent
    } else if is("allow") {
        Field::Allow
    } else if is("disallow") || is_typo(&typos_of_disallow) {
        Field::Disallow
    } else if is("sitemap") || is_typo(&["site-map"]) {
        Field::Sitemap
    } else {
        Field::Other
    }
}

fn before(text: &[u8], byte: u8) -> Option<&[u8]> {
    let end = text.iter().position(|&found| found == byte)?;
    Some(&text[..end])
}

fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C | b'\r' | b'\n')
}

fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text {
        if !is_whitespace(*first) {
            break;
        }
        text = rest;
    }
    while let [rest @ .., last] = text {
        if !is_whitespace(*last) {
            break;
        }
        text = rest;
    }
    text
}

fn longest_prefix(text: &[u8], belongs: impl Fn(u8) -> bool) -> &[u8] {
    let end = text
        .iter()
        .position(|&byte| !belongs(byte))
        .unwrap_or(text.len());
    &text[..end]
}

/// Returns the product token at the start of a text.
fn product_token(text: &[u8]) -> &[u8] {
    longest_prefix(text, |byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
    })
}

/// Returns the product token of a caller's agent string, which may be a whole `User-Agent` header.
fn caller_token(agent: &[u8]) -> Vec<u8> {
    let lower = agent.to_ascii_lowercase();
    let word = b"compatible;";
    if lower.starts_with(b"mozilla/") {
        if let Some(found) = lower.windows(word.len()).position(|window| window == word) {
            let mut rest = &agent[found + word.len()..];
            while let [b' ' | b'\t', tail @ ..] = rest {
                rest = tail;
            }
            let token = product_token(rest);
            if !token.is_empty() {
                return token.to_vec();
            }
        }
    }
    product_token(agent).to_vec()
}

fn value_is_wildcard(value: &[u8]) -> bool {
    match value {
        [b'*'] => true,
        [b'*', next, ..] => is_whitespace(*next),
        _ => false,
    }
}

fn names_everyone(group: &Group) -> bool {
    group.agents.iter().any(|value| value_is_wildcard(value))
}

/// Decodes a `%XX` at the start of a text.
fn escape_at(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => {
            let high = char::from(*high).to_digit(16)?;
            let low = char::from(*low).to_digit(16)?;
            u8::try_from(high * 16 + low).ok()
        }
        _ => None,
    }
}

/// Returns `true` for bytes that are always escaped: controls, space, `"`, `<`, `>`, `` ` ``, DEL
/// and non-ASCII bytes.
fn is_always_escaped(byte: u8) -> bool {
    matches!(byte, 0..=0x20 | b'"' | b'<' | b'>' | b'`' | 0x7F..=0xFF)
}

/// Returns the canonical spelling of a URL or of the text between two wildcards of a pattern.
fn canonical(text: &[u8]) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if let Some(byte) = escape_at(&text[at..]) {
            let stays = matches!(byte, b'/' | b'?' | b'*' | b'$' | b'%' | b'#');
            units.push(if stays || is_always_escaped(byte) {
                Unit::Escape(byte)
            } else {
                Unit::Literal(byte)
            });
            at += 3;
        } else {
            let byte = text[at];
            let becomes_data = matches!(byte, b'*' | b'$' | b'%');
            units.push(if becomes_data || is_always_escaped(byte) {
                Unit::Escape(byte)
            } else {
                Unit::Literal(byte)
            });
            at += 1;
        }
    }
    units
}

/// Converts escapes to upper-case hex and escapes non-ASCII bytes. Nothing else changes.
fn escaped_only(text: &[u8]) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if let Some(byte) = escape_at(&text[at..]) {
            units.push(Unit::Escape(byte));
            at += 3;
        } else {
            units.push(if text[at].is_ascii() {
                Unit::Literal(text[at])
            } else {
                Unit::Escape(text[at])
            });
            at += 1;
        }
    }
    units
}

/// Splits an unchanged URL into units: `%XX` in upper case is one unit, and any other byte is a
/// literal.
fn as_given(text: &[u8]) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match escape_at(&text[at..]) {
            Some(byte) if text[at..at + 3] == *format!("%{byte:02X}").as_bytes() => {
                units.push(Unit::Escape(byte));
                at += 3;
            }
            _ => {
                units.push(Unit::Literal(text[at]));
                at += 1;
            }
        }
    }
    units
}

/// Returns the request target that a client following the WHATWG URL Standard would send.
fn request_target(url: &str) -> String {
    whatwg::request_target(url).unwrap_or_else(|| path_params_query(url))
}

/// Returns path and query as Google's open-source matcher extracts them from a URL.
fn path_params_query(url: &str) -> String {
    // Two leading slashes are skipped, so the text after them is read as a host.
    let rest = url.strip_prefix("//").unwrap_or(url);
    let delimiters = ['/', '?', ';'];
    let scheme_end = rest.find("://");
    let first_delimiter = rest.find(delimiters);
    let after_scheme = match (scheme_end, first_delimiter) {
        // The `/` of `://` is a delimiter itself, so the first delimiter is at or after the colon.
        (Some(colon), Some(first)) if first > colon => &rest[colon + 3..],
        _ => rest,
    };
    let before_fragment = rest.find('#').unwrap_or(rest.len());
    let passed = rest.len() - after_scheme.len();
    match after_scheme.find(delimiters).map(|found| passed + found) {
        Some(start) if start <= before_fragment => {
            let target = &rest[start..before_fragment];
            if target.starts_with('/') {
                target.to_owned()
            } else {
                format!("/{target}")
            }
        }
        _ => "/".to_owned(),
    }
}

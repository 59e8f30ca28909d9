//! Computes the request target of a URL as specified in the WHATWG URL Standard, one character at a
//! time.
//!
//! The `url` crate only decides whether an ASCII host or a port is valid. It departs from the
//! Standard in two points: it recognises drive letters in URLs that are not `file:`, and it
//! validates `xn--` labels of ASCII domains. Any non-ASCII host is valid here.

/// Returns the path and query of a special URL, with dot segments resolved. Only controls and
/// blanks are percent-encoded. Text that begins with `/` is parsed as if it followed `http://host`.
/// Returns `None` if the Standard does not accept the URL.
pub(crate) fn request_target(url: &str) -> Option<String> {
    let absolute = if url.starts_with('/') {
        format!("http://host{url}")
    } else {
        url.to_owned()
    };
    let letters: Vec<char> = absolute
        .trim_matches(|letter: char| letter <= ' ')
        .chars()
        .filter(|letter| !matches!(letter, '\t' | '\n' | '\r'))
        .collect();

    let colon = letters.iter().position(|&letter| letter == ':')?;
    let scheme: String = letters[..colon].iter().collect();
    if !["http", "https", "ws", "wss", "ftp"].contains(&scheme.to_ascii_lowercase().as_str()) {
        return None;
    }

    let mut at = colon + 1;
    while at < letters.len() && matches!(letters[at], '/' | '\\') {
        at += 1;
    }
    let mut authority = String::new();
    while at < letters.len() && !matches!(letters[at], '/' | '\\' | '?' | '#') {
        authority.push(letters[at]);
        at += 1;
    }
    if !is_authority(&authority) {
        return None;
    }

    let mut path: Vec<String> = Vec::new();
    let mut segment = String::new();
    if at < letters.len() && matches!(letters[at], '/' | '\\') {
        at += 1;
    }
    loop {
        let letter = letters.get(at).copied();
        at += 1;
        match letter {
            Some('/' | '\\' | '?' | '#') | None => {
                let is_slash = matches!(letter, Some('/' | '\\'));
                match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
                    ".." => {
                        path.pop();
                        if !is_slash {
                            path.push(String::new());
                        }
                    }
                    "." if !is_slash => path.push(String::new()),
                    "." => {}
                    _ => path.push(segment.clone()),
                }
                segment.clear();
                if !is_slash {
                    break;
                }
            }
            Some(letter) => segment.push(letter),
        }
    }
    let mut target = format!("/{}", path.join("/"));
    if letters.get(at - 1) == Some(&'?') {
        target.push('?');
        target.extend(letters[at..].iter().take_while(|&&letter| letter != '#'));
    }
    // At the end of the target they would be trimmed if it were parsed as a URL again.
    for letter in '\0'..=' ' {
        target = target.replace(letter, &format!("%{:02X}", u32::from(letter)));
    }
    Some(target)
}

fn is_authority(authority: &str) -> bool {
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let host = &host.to_ascii_lowercase();
    let is_url = |host: &str| url::Url::parse(&format!("http://{host}/")).is_ok();
    let colon = host.find(':').unwrap_or(host.len());
    let (name, port) = host.split_at(colon);
    let has_escape = (0x80..=0xFF).any(|byte| name.contains(&format!("%{byte:02x}")));
    if has_escape || !name.is_ascii() {
        return is_url(&format!("host{port}"));
    }
    // Each `%XX` of a letter or digit is decoded once before the host is examined. A `%` that is
    // not part of an escape is invalid in a host.
    let mut decoded = String::new();
    let mut rest = host.clone();
    while let Some(letter) = rest.chars().next() {
        let escape = rest
            .get(1..3)
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let length = match (letter, escape) {
            ('%', None) => return is_url(host),
            ('%', Some(byte)) => {
                if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.') {
                    decoded.push(char::from(byte).to_ascii_lowercase());
                } else {
                    decoded.push_str(&rest[..3]);
                }
                3
            }
            (letter, _) => {
                decoded.push(letter);
                letter.len_utf8()
            }
        };
        rest.drain(..length);
    }
    // The remaining escapes are ASCII characters that are invalid in a host.
    is_url(host) || is_url(&decoded.replace("xn--", "any"))
}

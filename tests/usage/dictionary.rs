//! A naive parser for Dictionaries that follows RFC 9651 §4.2.2 step by step.
//!
//! Of each value it keeps only what a statement needs: whether it is a token, and its text.

/// The remaining bytes.
struct Input<'v> {
    left: &'v [u8],
}

/// Parsing failed, which makes the whole field invalid.
struct Failure;

type Parsed<T> = Result<T, Failure>;

/// Returns the members in order of their first occurrence: the key, and the text of the value if it
/// is a token.
pub(crate) fn parse(value: &[u8]) -> Option<Vec<(String, Option<String>)>> {
    // §4.2: the field must be ASCII, and spaces around it are trimmed.
    if !value.is_ascii() {
        return None;
    }
    let mut input = Input { left: value };
    input.skip(b" ");
    let dictionary = input.dictionary().ok()?;
    input.skip(b" ");
    input.left.is_empty().then_some(dictionary)
}

impl Input<'_> {
    fn first(&self) -> Option<u8> {
        self.left.first().copied()
    }

    fn take(&mut self) -> Parsed<u8> {
        let byte = self.first().ok_or(Failure)?;
        self.left = &self.left[1..];
        Ok(byte)
    }

    fn take_if(&mut self, wanted: u8) -> bool {
        let is_wanted = self.first() == Some(wanted);
        if is_wanted {
            self.left = &self.left[1..];
        }
        is_wanted
    }

    fn expect(&mut self, wanted: u8) -> Parsed<()> {
        if self.take_if(wanted) {
            Ok(())
        } else {
            Err(Failure)
        }
    }

    fn skip(&mut self, what: &[u8]) {
        while self.first().is_some_and(|byte| what.contains(&byte)) {
            self.left = &self.left[1..];
        }
    }

    /// Parses a Dictionary (§4.2.2).
    fn dictionary(&mut self) -> Parsed<Vec<(String, Option<String>)>> {
        let mut members: Vec<(String, Option<String>)> = Vec::new();
        while !self.left.is_empty() {
            let key = self.key()?;
            let token = if self.take_if(b'=') {
                self.item_or_inner_list()?
            } else {
                // A key without a value means Boolean true.
                self.parameters()?;
                None
            };
            match members.iter_mut().find(|(known, _)| *known == key) {
                Some((_, value)) => *value = token,
                None => members.push((key, token)),
            }
            self.skip(b" \t");
            if self.left.is_empty() {
                return Ok(members);
            }
            self.expect(b',')?;
            self.skip(b" \t");
            if self.left.is_empty() {
                return Err(Failure);
            }
        }
        Ok(members)
    }

    /// Parses an item or an inner list (§4.2.1.1).
    fn item_or_inner_list(&mut self) -> Parsed<Option<String>> {
        if self.first() == Some(b'(') {
            self.inner_list()?;
            return Ok(None);
        }
        self.item()
    }

    /// Parses an inner list (§4.2.1.2).
    fn inner_list(&mut self) -> Parsed<()> {
        self.expect(b'(')?;
        while !self.left.is_empty() {
            self.skip(b" ");
            if self.take_if(b')') {
                return self.parameters();
            }
            self.item()?;
            if !matches!(self.first(), Some(b' ' | b')')) {
                return Err(Failure);
            }
        }
        Err(Failure)
    }

    /// Parses an item (§4.2.3).
    fn item(&mut self) -> Parsed<Option<String>> {
        let token = self.bare_item()?;
        self.parameters()?;
        Ok(token)
    }

    /// Parses a bare item (§4.2.3.1).
    fn bare_item(&mut self) -> Parsed<Option<String>> {
        match self.first() {
            Some(b'-' | b'0'..=b'9') => self.number().map(|_| None),
            Some(b'"') => self.string().map(|()| None),
            Some(b'*' | b'A'..=b'Z' | b'a'..=b'z') => self.token().map(Some),
            Some(b':') => self.byte_sequence().map(|()| None),
            Some(b'?') => self.boolean().map(|()| None),
            Some(b'@') => self.date().map(|()| None),
            Some(b'%') => self.display_string().map(|()| None),
            _ => Err(Failure),
        }
    }

    /// Parses parameters (§4.2.3.2).
    fn parameters(&mut self) -> Parsed<()> {
        while self.take_if(b';') {
            self.skip(b" ");
            self.key()?;
            if self.take_if(b'=') {
                self.bare_item()?;
            }
        }
        Ok(())
    }

    /// Parses a key (§4.2.3.3).
    fn key(&mut self) -> Parsed<String> {
        if !matches!(self.first(), Some(b'a'..=b'z' | b'*')) {
            return Err(Failure);
        }
        let mut key = String::new();
        while let Some(b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b'*') = self.first() {
            key.push(char::from(self.take()?));
        }
        Ok(key)
    }

    /// Parses a number (§4.2.4). Returns `true` if it is an integer.
    fn number(&mut self) -> Parsed<bool> {
        self.take_if(b'-');
        if !matches!(self.first(), Some(b'0'..=b'9')) {
            return Err(Failure);
        }
        let mut digits = String::new();
        let mut is_integer = true;
        while let Some(byte) = self.first() {
            match byte {
                b'0'..=b'9' => digits.push(char::from(byte)),
                b'.' if is_integer => {
                    if digits.len() > 12 {
                        return Err(Failure);
                    }
                    digits.push('.');
                    is_integer = false;
                }
                _ => break,
            }
            self.take()?;
            if digits.len() > if is_integer { 15 } else { 16 } {
                return Err(Failure);
            }
        }
        if let Some((_, fraction)) = digits.split_once('.') {
            if fraction.is_empty() || fraction.len() > 3 {
                return Err(Failure);
            }
        }
        Ok(is_integer)
    }

    /// Parses a string (§4.2.5).
    fn string(&mut self) -> Parsed<()> {
        self.expect(b'"')?;
        loop {
            match self.take()? {
                b'\\' => match self.take()? {
                    b'"' | b'\\' => {}
                    _ => return Err(Failure),
                },
                b'"' => return Ok(()),
                0..=0x1F | 0x7F..=0xFF => return Err(Failure),
                _ => {}
            }
        }
    }

    /// Parses a token (§4.2.6).
    fn token(&mut self) -> Parsed<String> {
        let mut token = String::new();
        while let Some(byte) = self.first() {
            let is_tchar = byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
            if !is_tchar && !matches!(byte, b':' | b'/') {
                break;
            }
            token.push(char::from(self.take()?));
        }
        Ok(token)
    }

    /// Parses a byte sequence (§4.2.7). Padding is optional, and unused bits are ignored.
    fn byte_sequence(&mut self) -> Parsed<()> {
        self.expect(b':')?;
        let mut content = Vec::new();
        loop {
            match self.take()? {
                b':' => break,
                byte => content.push(byte),
            }
        }
        let mut padding = 0;
        while content.last() == Some(&b'=') {
            content.pop();
            padding += 1;
        }
        let is_alphabet = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        // A single remaining letter is less than a byte.
        let most = match content.len() % 4 {
            0 => 0,
            1 => return Err(Failure),
            rest => 4 - rest,
        };
        if content.iter().all(is_alphabet) && padding <= most {
            Ok(())
        } else {
            Err(Failure)
        }
    }

    /// Parses a Boolean (§4.2.8).
    fn boolean(&mut self) -> Parsed<()> {
        self.expect(b'?')?;
        match self.take()? {
            b'0' | b'1' => Ok(()),
            _ => Err(Failure),
        }
    }

    /// Parses a date (§4.2.9).
    fn date(&mut self) -> Parsed<()> {
        self.expect(b'@')?;
        if self.number()? { Ok(()) } else { Err(Failure) }
    }

    /// Parses a display string (§4.2.10).
    fn display_string(&mut self) -> Parsed<()> {
        self.expect(b'%')?;
        self.expect(b'"')?;
        let mut bytes = Vec::new();
        loop {
            match self.take()? {
                0..=0x1F | 0x7F..=0xFF => return Err(Failure),
                b'%' => {
                    let mut byte = 0;
                    for _ in 0..2 {
                        byte = byte * 16
                            + match self.take()? {
                                digit @ b'0'..=b'9' => digit - b'0',
                                digit @ b'a'..=b'f' => digit - b'a' + 10,
                                _ => return Err(Failure),
                            };
                    }
                    bytes.push(byte);
                }
                b'"' => {
                    return match String::from_utf8(bytes) {
                        Ok(_) => Ok(()),
                        Err(_) => Err(Failure),
                    };
                }
                byte => bytes.push(byte),
            }
        }
    }
}

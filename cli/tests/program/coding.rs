//! Compressed bodies: all names and repetitions of supported codings are decoded, and anything else
//! is a broken response.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::fetch::{BROKEN, FILE, OBEYED, fails, means_quietly};
use crate::random::Random;
use crate::server::{raw, response};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(bytes)
        .expect("writing to memory cannot fail");
    encoder.finish().expect("writing to memory cannot fail")
}

/// Returns a response whose body is a single chunk.
fn chunked(head: &str, body: &[u8]) -> Vec<u8> {
    let mut response =
        format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n{:x}\r\n", body.len()).into_bytes();
    response.extend(body);
    response.extend(b"\r\n0\r\n\r\n");
    response
}

#[test]
fn every_name_of_a_coding_is_accepted() {
    for head in [
        "Content-Encoding: gzip",
        "Content-Encoding: GZIP",
        "content-encoding: x-gzip",
        "Content-Encoding: X-GZip",
        "Content-Encoding:  gzip ,",
        "Content-Encoding: identity, gzip",
        "Content-Encoding: gzip\r\nContent-Encoding: identity",
        "Content-Encoding: \r\nContent-Encoding: gzip",
    ] {
        let reply = response(&format!("200 OK\r\n{head}"), gzip(FILE.as_bytes()));
        means_quietly(reply, "disallowed", OBEYED);
    }
}

#[test]
fn a_body_compressed_twice_is_decoded_twice() {
    let twice = gzip(&gzip(FILE.as_bytes()));
    for head in [
        "Content-Encoding: gzip\r\nContent-Encoding: gzip",
        "Content-Encoding: gzip, x-gzip",
        "Content-Encoding: gzip\r\nTransfer-Encoding: gzip",
    ] {
        let reply = format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n");
        let reply = [reply.as_bytes(), &twice].concat();
        means_quietly(raw(reply), "disallowed", OBEYED);
    }
    let head = "Content-Encoding: gzip\r\nTransfer-Encoding: gzip, chunked";
    means_quietly(raw(chunked(head, &twice)), "disallowed", OBEYED);
}

#[test]
fn transfer_codings_are_decoded() {
    let body = gzip(FILE.as_bytes());
    for head in [
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: X-GZIP , Chunked",
        "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
    ] {
        means_quietly(raw(chunked(head, &body)), "disallowed", OBEYED);
    }
}

#[test]
fn several_members_are_one_file() {
    let members = [gzip(b"user-agent: *\n"), gzip(b"disallow: /private/\n")].concat();
    let reply = response("200 OK\r\nContent-Encoding: gzip", members);
    means_quietly(reply, "disallowed", OBEYED);
}

#[test]
fn an_empty_body_is_empty_in_any_coding() {
    let reason = "no group applies to this crawler";
    for head in ["gzip", "GZIP", "gzip, gzip"] {
        let empty = response(&format!("200 OK\r\nContent-Encoding: {head}"), "");
        means_quietly(empty, "allowed", reason);
    }
    let no_content = "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n";
    means_quietly(raw(no_content), "allowed", reason);
    let no_content = "HTTP/1.1 204 No Content\r\nContent-Encoding: br\r\n\r\n";
    means_quietly(raw(no_content), "allowed", reason);
    let nothing = chunked_without_content("Transfer-Encoding: gzip, chunked");
    means_quietly(raw(nothing), "allowed", reason);
    let compressed = response("200 OK\r\nContent-Encoding: gzip", gzip(b""));
    means_quietly(compressed, "allowed", reason);
}

fn chunked_without_content(head: &str) -> String {
    format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n0\r\n\r\n")
}

#[test]
fn an_undecodable_body_is_a_broken_response() {
    for (head, said) in [
        (
            "Content-Encoding: br",
            "the content coding `br` is not gzip",
        ),
        ("Content-Encoding: gzip, br", "`br`"),
        ("Content-Encoding: gzip\r\nContent-Encoding: zstd", "`zstd`"),
        ("Content-Encoding: gzip;q=1", "`gzip;q=1`"),
        ("Content-Encoding: gz\u{9b}ip", "gz"),
        (
            "Content-Encoding: gzip,gzip,gzip,gzip,gzip",
            "compressed too many times",
        ),
        ("Content-Encoding: gzip, gzip", "gzip"),
    ] {
        let reply = response(&format!("200 OK\r\n{head}"), gzip(FILE.as_bytes()));
        let run = fails(reply, BROKEN);
        run.complains(said);
        assert!(!run.complaint.contains('\u{9b}'), "{run:?}");
    }
    for head in [
        "Transfer-Encoding: deflate, chunked",
        "Transfer-Encoding: chunked, gzip",
        "Transfer-Encoding: chunked, chunked",
    ] {
        fails(raw(chunked(head, FILE.as_bytes())), BROKEN);
    }
    fails(response("200 OK\r\nContent-Encoding: gzip", FILE), BROKEN);
}

#[test]
fn a_truncated_compressed_body_is_a_broken_response() {
    let compressed = gzip(FILE.as_bytes());
    for length in [1, 9, 10, 20, compressed.len() - 1] {
        let reply = response("200 OK\r\nContent-Encoding: gzip", &compressed[..length]);
        fails(reply, BROKEN);
    }
    let mut damaged = compressed.clone();
    let checksum = damaged.len() - 8;
    damaged[checksum] ^= 1;
    fails(
        response("200 OK\r\nContent-Encoding: gzip", damaged),
        BROKEN,
    );
}

#[test]
fn a_decompressed_file_is_cut_at_the_limit() {
    let much = [FILE.as_bytes(), &b"disallow: /other/\n".repeat(1 << 20)].concat();
    let reply = response("200 OK\r\nContent-Encoding: gzip", gzip(&much));
    let run = crate::fetch::means(reply, "disallowed", OBEYED);
    run.complains("longer than 512000 bytes");
}

/// Twenty kilobytes that expand to twenty megabytes of empty gzip members.
#[test]
fn a_bomb_between_two_codings_is_a_broken_response() {
    let nothing = gzip(b"").repeat(1 << 20);
    let head = "200 OK\r\nContent-Encoding: gzip, gzip";
    let run = fails(response(head, gzip(&nothing)), BROKEN);
    run.complains("far longer than its contents");
}

/// Any codings, in any headers, under any of their names.
#[test]
fn every_order_of_codings_is_decoded() {
    let mut random = Random::new(1);
    for _ in 0..40 {
        let mut body = FILE.as_bytes().to_vec();
        let mut layers = 0;
        let mut head = String::new();
        for name in ["Content-Encoding", "Transfer-Encoding"] {
            for _ in 0..random.below(4) {
                let coding = random.pick(&["gzip", "GZip", "x-gzip", "identity", ""]);
                if coding.contains('i') && coding != "identity" {
                    if layers == 4 {
                        continue;
                    }
                    layers += 1;
                    body = gzip(&body);
                }
                head += &format!("{name}: {coding}\r\n");
            }
        }
        let reply = if random.one_in(2) {
            chunked(&(head.clone() + "Transfer-Encoding: chunked"), &body)
        } else {
            let head = format!("HTTP/1.1 200 OK\r\n{head}Connection: close\r\n\r\n");
            [head.as_bytes(), &body].concat()
        };
        let run = crate::fetch::means(raw(reply), "disallowed", OBEYED);
        assert_eq!(run.complaint, "", "{head}");
    }
}

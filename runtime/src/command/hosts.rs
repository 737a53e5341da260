//! The host in a URL, `user@host:path` or `host:port`; the path in a `file:` URL.

use alloc::string::String;

use crate::limits::HOST_BYTES;

/// The lower-case host of an address; `None` where its text does not say which. Of an address of which only the beginning is known
/// (`complete` is false) the host is known where something stands behind it.
pub(super) fn host_of(address: &str, complete: bool) -> Option<String> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#']);
    let authority = rest.get(..end.unwrap_or(rest.len()))?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (host, ended) = match host.strip_prefix('[') {
        Some(bracketed) => (bracketed.split_once(']')?.0, true),
        None => host.split_once(':').map_or((host, end.is_some()), |(host, _)| (host, true)),
    };
    let host = host.trim_end_matches('.');
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b':');
    let known = (complete || ended) && !host.is_empty() && host.len() <= HOST_BYTES && host.bytes().all(plain);
    known.then(|| host.to_ascii_lowercase())
}

/// What a `file:` address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Local {
    /// It is none.
    No,
    /// The path that begins at this byte.
    At(usize),
    /// A path that its text does not spell: encoded, with a pattern in it, relative, or of a machine that is named.
    Somewhere,
}

/// The path of this machine in a `file:` address, its scheme and `localhost` in any case.
pub(super) fn local_path(address: &str) -> Local {
    const SCHEME: &str = "file:";
    let Some(rest) = address.get(SCHEME.len()..).filter(|_| starts(address, SCHEME)) else { return Local::No };
    let path = match rest.strip_prefix("//") {
        None => rest,
        Some(behind) => {
            let Some(from) = behind.find('/') else { return Local::Somewhere };
            let (machine, path) = behind.split_at(from);
            let is_own = ["", "localhost", "127.0.0.1"].iter().any(|own| machine.eq_ignore_ascii_case(own));
            if is_own { path } else { return Local::Somewhere }
        }
    };
    let is_spelled = path.starts_with('/') && !path.contains(['%', '?', '#', '{', '[']);
    if is_spelled { Local::At(address.len() - path.len()) } else { Local::Somewhere }
}

fn starts(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

#[cfg(test)]
#[allow(clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_file_address_is_found_or_known_to_be_unknown() {
        for (address, path) in [
            ("file:///etc/shadow", Some("/etc/shadow")),
            ("FILE://LocalHost/etc/shadow", Some("/etc/shadow")),
            ("file:/etc/shadow", Some("/etc/shadow")),
            ("file:////etc", Some("//etc")),
            ("file:///etc/%73hadow", None),
            ("file:///etc/{shadow,hosts}", None),
            ("file://server/etc/shadow", None),
            ("file://etc", None),
            ("file:etc", None),
            ("file:", None),
        ] {
            let found = match local_path(address) {
                Local::At(from) => Some(&address[from..]),
                Local::Somewhere => None,
                Local::No => panic!("{address}"),
            };
            assert_eq!(found, path, "{address}");
        }
        for address in ["", "file", "files:///x", "https://x/file:///y", "filé:x"] {
            assert_eq!(local_path(address), Local::No, "{address}");
        }
    }

    #[test]
    fn the_host_of_an_address_is_found() {
        for (address, host) in [
            ("https://X.Example/a?b@c", "x.example"),
            ("http://user:pass@evil.example:8080/", "evil.example"),
            ("host.example", "host.example"),
            ("git@github.com:o/r", "github.com"),
            ("http://[::1]:80/", "::1"),
            ("example.com.", "example.com"),
        ] {
            assert_eq!(host_of(address, true).as_deref(), Some(host), "{address}");
        }
    }

    #[test]
    fn a_host_that_goes_on_is_not_known() {
        assert_eq!(host_of("https://x.exam", false), None);
        assert_eq!(host_of("https://x.example/", false).as_deref(), Some("x.example"));
        assert_eq!(host_of("http://{a,b}.example/", true), None);
        assert_eq!(host_of("", true), None);
    }
}

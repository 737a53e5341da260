//! The host in a URL, `user@host:path` or `host:port`.

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

#[cfg(test)]
mod tests {
    use super::*;

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

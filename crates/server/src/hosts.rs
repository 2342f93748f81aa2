//! The host names of this server.
//!
//! A page of another site can make a browser send requests to our address under its own host name (DNS rebinding). A
//! request for an unknown host is refused before its cookies are read. So shared links and the check of `Origin` use
//! only names that the operator has chosen.

use std::net::{IpAddr, Ipv6Addr};

/// The hosts that requests may name.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Hosts {
    /// Any host.
    #[default]
    Any,
    /// `localhost` and literal addresses: for a server that listens on this machine only.
    Local,
    /// These, in lower case; a name with a port allows only that port.
    Named(Vec<String>),
}

impl Hosts {
    /// These names; an invalid host name is an error.
    pub fn named(names: &[String]) -> Result<Self, String> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
        for name in names {
            if name.is_empty() || name.len() > 260 || !name.bytes().all(plain) {
                return Err(format!("“{name}” is not a host; write it like play.example.org or play.example.org:8443"));
            }
        }
        Ok(Hosts::Named(names.iter().map(|name| name.to_ascii_lowercase()).collect()))
    }

    /// May a request name this host?
    pub(crate) fn admits(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = without_port(&host).trim_end_matches('.');
        match self {
            Hosts::Any => true,
            Hosts::Local => name == "localhost" || name.ends_with(".localhost") || is_address(name),
            Hosts::Named(names) => names.iter().any(|one| *one == host || one == name),
        }
    }

    /// The hosts, for a message.
    pub(crate) fn listed(&self) -> String {
        match self {
            Hosts::Any => "any".into(),
            Hosts::Local => "localhost or the address of this machine".into(),
            Hosts::Named(names) => names.join(" or "),
        }
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !name.contains(':') || name.ends_with(']') => {
            if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
        }
        _ => host,
    }
}

fn is_address(name: &str) -> bool {
    let inner = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.map_or_else(|| name.parse::<IpAddr>().is_ok(), |inner| inner.parse::<Ipv6Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_server_refuses_foreign_names() {
        for host in ["localhost", "LOCALHOST:1943", "127.0.0.1:1943", "[::1]:1943", "192.168.1.7", "box.localhost"] {
            assert!(Hosts::Local.admits(host), "{host}");
        }
        for host in ["", "evil.test", "localhost.evil.test", "127.0.0.1.evil.test", "[::1].evil.test", "::1.evil"] {
            assert!(!Hosts::Local.admits(host), "{host}");
        }
    }

    #[test]
    fn only_named_hosts_are_accepted() {
        let hosts = Hosts::named(&["Play.Example.org".into(), "box.test:8443".into()]).unwrap();
        for host in ["play.example.org", "PLAY.example.org:443", "play.example.org.", "box.test:8443"] {
            assert!(hosts.admits(host), "{host}");
        }
        for host in ["example.org", "play.example.org.evil.test", "box.test", "box.test:80", "127.0.0.1", ""] {
            assert!(!hosts.admits(host), "{host}");
        }
        for wrong in ["", "http://box.test", "box.test/", "a b", "é"] {
            assert!(Hosts::named(&[wrong.into()]).is_err(), "{wrong}");
        }
    }
}

//! Domains: what a signature is for.
//!
//! Each kind of signed thing has its own text, signed along as COSE's external data, so that a signature for one kind is never one for
//! another. All are named here, also those whose formats come later.

/// A kind of signed thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Domain {
    /// The document that names all keys.
    Root,
    /// A compiled policy.
    Snapshot,
    /// Which snapshot a channel uses, and how long.
    Lease,
    /// A device and its people.
    Enrolment,
    /// A session's short-lived token.
    Session,
    /// What is revoked since.
    Revocations,
    /// A decision made online.
    Answer,
    /// A person's yes or no.
    Approval,
    /// Where arguments came from.
    Receipt,
    /// The head of an audit chain.
    AuditHead,
    /// What a snapshot was made from.
    Provenance,
}

impl Domain {
    /// Every domain with its text.
    pub const ALL: &[(Self, &str)] = &[
        (Self::Root, "straza/v1/root"),
        (Self::Snapshot, "straza/v1/snapshot"),
        (Self::Lease, "straza/v1/lease"),
        (Self::Enrolment, "straza/v1/enrolment"),
        (Self::Session, "straza/v1/session"),
        (Self::Revocations, "straza/v1/revocations"),
        (Self::Answer, "straza/v1/answer"),
        (Self::Approval, "straza/v1/approval"),
        (Self::Receipt, "straza/v1/receipt"),
        (Self::AuditHead, "straza/v1/audit-head"),
        (Self::Provenance, "straza/v1/provenance"),
    ];

    /// Its text.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(domain, _)| *domain == self).map_or("", |(_, text)| text)
    }

    /// Its name in a trust file: the text's last part.
    pub fn name(self) -> &'static str {
        self.as_str().rsplit('/').next().unwrap_or("")
    }

    /// The domain of such a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().map(|(domain, _)| *domain).find(|domain| domain.name() == name)
    }
}

/// A set of domains: what a key may sign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Domains(u16);

impl Domains {
    /// Whether the domain is in the set.
    pub fn has(self, domain: Domain) -> bool {
        self.0 & Self::bit(domain) != 0
    }

    fn bit(domain: Domain) -> u16 {
        1 << (domain as u16)
    }
}

impl FromIterator<Domain> for Domains {
    fn from_iter<I: IntoIterator<Item = Domain>>(domains: I) -> Self {
        Self(domains.into_iter().fold(0, |set, domain| set | Self::bit(domain)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_domain_has_a_text_of_its_own() {
        for (at, (domain, text)) in Domain::ALL.iter().enumerate() {
            assert_eq!(*domain as usize, at, "the table lists them in order");
            assert_eq!(domain.as_str(), *text);
            assert_eq!(Domain::named(domain.name()), Some(*domain));
        }
        assert_eq!(Domain::named("snapshots"), None);
    }

    #[test]
    fn a_set_has_what_it_was_made_of() {
        let set: Domains = [Domain::Snapshot, Domain::Provenance].into_iter().collect();
        let has: alloc::vec::Vec<_> = Domain::ALL.iter().map(|(domain, _)| *domain).filter(|domain| set.has(*domain)).collect();
        assert_eq!(has, [Domain::Snapshot, Domain::Provenance]);
    }
}

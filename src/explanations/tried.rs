//! Small repositories, tried: put into a folder that goes away again, and checked as `straza check` checks any other.

use straza_runtime::Snapshot;

use crate::exit::Broken;
use crate::files::{self, unwritten};
use crate::hosts;
use crate::policies::Policies;
use crate::sealed;
use crate::sources::{SourceDiagnostic, SourceText};
use crate::terminal::Terminal;

/// The day on which the examples are looked at, so that what is dated always reads alike: 2027-01-01.
const TODAY: i64 = 1_798_761_600;

/// A repository's files: paths below its folder, and what they hold.
pub type TriedFiles = Vec<(String, Vec<u8>)>;

/// Everything that `straza check` finds, at every declared host, too.
pub fn findings(files: &TriedFiles) -> Result<Vec<SourceDiagnostic>, Broken> {
    let (_folder, mut policies) = loaded(files)?;
    policies.look_at_the_clock(TODAY);
    let mut found = std::mem::take(&mut policies.findings);
    found.extend(policies.repository.left_out());
    found.extend(policies.repository.recordings()?.1);
    found.extend(sealed::problems(&policies)?);
    let hosts = policies.repository.config.hosts.values();
    let at_hosts = policies.program().map(|program| hosts.flat_map(|settings| hosts::findings(&policies, program, &settings.host)));
    found.extend(at_hosts.into_iter().flatten());
    let prefix = policies.repository.shown("");
    Ok(found.into_iter().map(|finding| below(&prefix, finding)).collect())
}

/// The repository's policy, compiled, signed and opened.
pub fn snapshot(files: &TriedFiles, terminal: &Terminal) -> Result<Snapshot, Broken> {
    let (_folder, policies) = loaded(files)?;
    sealed::of_repository(&policies, terminal)
}

fn loaded(files: &TriedFiles) -> Result<(tempfile::TempDir, Policies), Broken> {
    let folder = tempfile::tempdir().map_err(|error| unwritten(&error, &std::env::temp_dir()))?;
    let settings = (crate::config::FILE_NAME.to_owned(), format!("edition = \"{}\"\n", crate::config::EDITION).into_bytes());
    for (path, bytes) in std::iter::once(&settings).chain(files) {
        let path = folder.path().join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| unwritten(&error, parent))?;
        }
        files::write(&path, bytes)?;
    }
    let policies = Policies::load(Some(folder.path()))?;
    Ok((folder, policies))
}

/// The finding with the path of its file as it is below the folder, whose own name is nobody's business.
fn below(prefix: &str, finding: SourceDiagnostic) -> SourceDiagnostic {
    let path = finding.source.path();
    let source = SourceText::new(path.strip_prefix(prefix).unwrap_or(path), finding.source.text());
    SourceDiagnostic { source, diagnostic: finding.diagnostic }
}

//! Which tests and recorded calls name an item, or a set's defaults, as what decides.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufReader;

use straza_language::core::{ItemId, Program};
use straza_language::tests::{TestCase, Via};
use straza_testkit::recording::Recording;

use super::block::Place;
use crate::exit::Broken;
use crate::files;
use crate::policies::Policies;

/// Who names what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    /// By `set.item`, or `default of SET`: tests by name and place.
    tests: BTreeMap<String, BTreeSet<(String, Place)>>,
    /// By the same: lines of recordings.
    recorded: BTreeMap<String, BTreeSet<Place>>,
}

impl Named {
    /// Reads the tests and the recordings of a repository.
    pub fn of(policies: &Policies, program: &Program, recordings: &[String]) -> Result<Self, Broken> {
        let mut named = Self::default();
        for test in policies.workspace.tests() {
            let byte = test.case.span.shifted(test.start).start as usize;
            let line = policies.repository.policy(&test.path).map_or(1, |source| source.position(byte).line);
            named.add_test(&test.case, &Place { path: test.path, line }, program);
        }
        for path in recordings {
            named.add_recording(policies, path)?;
        }
        Ok(named)
    }

    fn add_test(&mut self, case: &TestCase, place: &Place, program: &Program) {
        let vias = case.calls.iter().filter_map(|call| call.expected.as_ref()?.via.as_ref());
        for key in vias.flat_map(|via| keys(via, case.set.as_deref(), program)) {
            self.tests.entry(key).or_default().insert((case.name.clone(), place.clone()));
        }
    }

    fn add_recording(&mut self, policies: &Policies, path: &str) -> Result<(), Broken> {
        let broken = |error: straza_testkit::recording::RecordingError| {
            let broken = Broken::new(format!("the recording cannot be read: {error}")).at(policies.repository.shown(path));
            broken.next("mend the line, or take the recording out of `straza.toml`")
        };
        let file = files::open(&policies.repository.root.join(path))?;
        for line in Recording::open(BufReader::new(file)).map_err(broken)? {
            let line = line.map_err(broken)?;
            if let Some(via) = line.expectation().and_then(|expect| expect.via.clone()) {
                self.recorded.entry(via).or_default().insert(Place { path: path.to_owned(), line: line.number });
            }
        }
        Ok(())
    }

    /// The tests that name it, by name, each with its place.
    pub fn tests(&self, name: &str) -> impl Iterator<Item = &(String, Place)> {
        self.tests.get(name).into_iter().flatten()
    }

    /// The recorded calls that name it: of each recording its lines.
    pub fn recorded(&self, name: &str) -> BTreeMap<&str, Vec<usize>> {
        let mut files: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for place in self.recorded.get(name).into_iter().flatten() {
            files.entry(&place.path).or_default().push(place.line);
        }
        files
    }
}

/// What a `via` may stand for. An item without a set is one of the test's own set, where the test has one, else of any.
fn keys(via: &Via, own: Option<&str>, program: &Program) -> Vec<String> {
    match via {
        Via::Default(set) => set.iter().map(|set| format!("default of {set}")).collect(),
        Via::Item { set, name } => match set.as_deref().or(own) {
            Some(set) => vec![ItemId { set: set.to_owned(), name: name.clone() }.to_string()],
            None => program.items.iter().filter(|item| item.id.name == *name).map(|item| item.id.to_string()).collect(),
        },
    }
}

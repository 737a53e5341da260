//! A folder of its own for each test, and the command run in it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A temporary folder.
pub struct Sandbox {
    folder: tempfile::TempDir,
}

/// What a run left.
#[derive(Debug)]
pub struct Run {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Sandbox {
    /// An empty folder.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A folder with a repository: `straza.toml` and these files.
    pub fn repository(files: &[(&str, &str)]) -> Self {
        let sandbox = Self::new();
        sandbox.write("straza.toml", "edition = \"2027\"\n");
        for (path, text) in files {
            sandbox.write(path, text);
        }
        sandbox
    }

    /// A folder with a copy of `examples/NAME` in it.
    pub fn example(name: &str) -> Self {
        let sandbox = Self::new();
        copy(&project().join("examples").join(name), &sandbox.path(name));
        sandbox
    }

    /// A path in the folder.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Reads a file.
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap()
    }

    /// Replaces the only occurrence of a text in a file.
    pub fn replace(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert_eq!(text.matches(old).count(), 1, "{old:?} in {path}");
        self.write(path, text.replacen(old, new, 1));
    }

    /// Runs the command in the folder.
    pub fn run(&self, arguments: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_straza"));
        finished(command.args(arguments).current_dir(self.folder.path()))
    }

    /// Runs the command and expects an exit code.
    #[track_caller]
    pub fn expect(&self, code: i32, arguments: &[&str]) -> Run {
        let run = self.run(arguments);
        assert_eq!(run.code, code, "straza {}\n--- out\n{}\n--- err\n{}", arguments.join(" "), run.out, run.err);
        run
    }
}

/// Runs a command without the settings of the person who runs the tests.
pub fn finished(command: &mut Command) -> Run {
    let output = command.env("NO_COLOR", "1").env_remove("CI").env_remove("CLICOLOR_FORCE").output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The folder of this project.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Copies a folder with all that is in it, but no build output.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true if entry.file_name() == "target" => {}
            true => copy(&entry.path(), &target),
            false => std::fs::write(&target, std::fs::read(entry.path()).unwrap()).unwrap(),
        }
    }
}

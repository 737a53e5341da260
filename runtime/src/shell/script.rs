//! What reading a text gives: flat arenas, reused from text to text. Indices refer to the arenas of the same script.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A run of bytes of the text that was read, always at character boundaries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One behind the last.
    pub end: u32,
}

/// Why a text, or a place in it, cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnreadableCause {
    /// Longer than the limit.
    TooLong,
    /// Nested deeper than the limit.
    TooDeep,
    /// More parts than the limit.
    TooManyParts,
    /// More here-documents than the limit.
    TooManyBodies,
    /// Looking ahead took more than the limit.
    TooMuchWork,
    /// A quote, a bracket or a here-document that never ends.
    Unterminated,
    /// No shell would read it.
    Syntax,
    /// Shells, or versions of one, read it differently.
    Ambiguous,
    /// A control character other than tab and newline outside quotes; NUL anywhere.
    ControlCharacter,
    /// An invisible format character outside quotes.
    FormatCharacter,
    /// A blank that is not ASCII outside quotes.
    ForeignBlank,
    /// The program's name is not ASCII.
    ForeignProgram,
    /// The program's name is computed.
    ComputedProgram,
    /// A use of `IFS` that cannot be followed.
    FieldSeparator,
    /// A wrapper's option before the wrapped command that its table does not know.
    UnknownOption,
    /// Code that a shell would run and that is not literal.
    UnreadCode,
    /// More layers than the limit.
    TooManyLayers,
    /// A dialect that is not read.
    Dialect,
}

impl UnreadableCause {
    /// All, in their order.
    pub const ALL: [Self; 18] = [
        Self::TooLong,
        Self::TooDeep,
        Self::TooManyParts,
        Self::TooManyBodies,
        Self::TooMuchWork,
        Self::Unterminated,
        Self::Syntax,
        Self::Ambiguous,
        Self::ControlCharacter,
        Self::FormatCharacter,
        Self::ForeignBlank,
        Self::ForeignProgram,
        Self::ComputedProgram,
        Self::FieldSeparator,
        Self::UnknownOption,
        Self::UnreadCode,
        Self::TooManyLayers,
        Self::Dialect,
    ];

    /// In words: a sentence without its stop.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::TooLong => "the command is too long",
            Self::TooDeep => "it is nested too deeply",
            Self::TooManyParts => "it has too many commands",
            Self::TooManyBodies => "it has too many here-documents",
            Self::TooMuchWork => "it takes too much work",
            Self::Unterminated => "a quote, a bracket or a here-document never ends",
            Self::Syntax => "no shell would read it",
            Self::Ambiguous => "shells read it in different ways",
            Self::ControlCharacter => "a control character stands outside quotes",
            Self::FormatCharacter => "an invisible character stands outside quotes",
            Self::ForeignBlank => "a blank that no shell takes for one stands outside quotes",
            Self::ForeignProgram => "the program's name is not ASCII",
            Self::ComputedProgram => "the program's name is computed",
            Self::FieldSeparator => "`IFS` is used in a way that cannot be followed",
            Self::UnknownOption => "an option that is not known stands before the command that is run",
            Self::UnreadCode => "code is run that is not spelled out",
            Self::TooManyLayers => "commands run commands too deeply",
            Self::Dialect => "this shell's language is not read",
        }
    }
}

/// A place that could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unreadable {
    /// Why.
    pub cause: UnreadableCause,
    /// Where.
    pub at: Span,
}

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// A simple command with at least one word.
    Simple,
    /// `[[ … ]]`: the words are `[[`, its operands and its operators, without `]]`.
    Test,
    /// `(( … ))`, the arithmetic of `for (( … ))` and `let`-like syntax: no words.
    Arithmetic,
    /// Assignments alone.
    Assignments,
    /// Redirections alone.
    Redirections,
}

/// A simple command, or what stands in the place of one.
///
/// Parts are numbered in the order in which they begin; all parts of a compound command, of a pipeline's stage or inside a part's words
/// are a run of numbers. Parts inside a part's words stand behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// All of it, its own redirections included.
    pub span: Span,
    /// In [`Script::words`]; the program first. A run: words of parts inside its words lie elsewhere.
    pub words: Range<u32>,
    /// In [`Script::assignments`]: those before the program, or all there is.
    pub assignments: Range<u32>,
    /// What it stands in: an index into [`Script::contexts`]; 0 is the text itself.
    pub context: u32,
    /// It runs beside what follows (`&`, `coproc`).
    pub background: bool,
    /// It may not run, or run more than once: behind `&&`, `||`, inside `if`, `case`, a loop.
    pub conditional: bool,
    /// It runs in a shell of its own: `( … )`, a substitution, a stage of a pipeline, the background.
    pub subshell: bool,
    /// The function whose body holds it, in [`Script::functions`].
    pub function: Option<u32>,
}

/// Where a substitution stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContextKind {
    /// The text itself.
    Text,
    /// `$( … )`, `${ …; }`, backticks: the output becomes text.
    Substitution,
    /// `<( … )`: the output is a file.
    ProcessIn,
    /// `>( … )`: what is written to the file is the input.
    ProcessOut,
}

/// The text, or one substitution in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// Which.
    pub kind: ContextKind,
    /// All of it.
    pub span: Span,
    /// The parts inside, those of substitutions inside it included.
    pub parts: Range<u32>,
    /// The context it stands in.
    pub outer: u32,
    /// The part in whose words, assignments, redirections or here-documents it stands, where it is one part's.
    pub holder: Option<u32>,
}

/// `NAME=VALUE`, `NAME+=VALUE`, `NAME[…]=VALUE`, `NAME=( … )`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// In [`Script::cooked`].
    pub name: Range<u32>,
    /// In [`Script::words`]: one, without pieces where nothing is assigned; of an array its elements, empty where there is none.
    pub values: Range<u32>,
    /// No `+=`, no subscript, no array.
    pub plain: bool,
    /// All of it.
    pub span: Span,
}

/// Which way a redirection goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectionKind {
    /// `<`
    Read,
    /// `>`, `>|`, `&>`, `>&word`
    Write,
    /// `>>`, `&>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `<&`, `>&` of a descriptor or `-`: nothing is opened.
    Duplicate,
    /// `<<`, `<<-`
    HereDocument,
    /// `<<<`
    HereString,
}

/// The body of a here-document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    /// The delimiter was quoted: nothing is expanded.
    pub quoted: bool,
    /// The body as a word, in [`Script::words`].
    pub word: u32,
    /// The body's lines.
    pub span: Span,
}

/// A redirection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirection {
    /// Which way.
    pub kind: RedirectionKind,
    /// The parts it belongs to: one, or all parts of a compound command.
    pub parts: Range<u32>,
    /// The descriptor, where it is spelled; `u32::MAX` for `{name}`.
    pub descriptor: Option<u32>,
    /// The target, in [`Script::words`]: a path, a descriptor, a here-string's text, a here-document's delimiter.
    pub target: u32,
    /// A here-document's body.
    pub body: Option<Body>,
    /// All of it, without a body.
    pub span: Span,
}

/// What one piece of a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// Text as the shell takes it, quotes and escapes removed.
    Literal,
    /// `$name`, `${name}`: the text is the name.
    Parameter,
    /// Any other parameter: `$1`, `$@`, `${x:-…}`, `${!x}`; the text is the name where there is one, else empty.
    Computed,
    /// `$( … )`, backticks: the context that holds its parts.
    Substitution(u32),
    /// `<( … )` or `>( … )`.
    Process(u32),
    /// `$(( … ))`, `$[ … ]`.
    Arithmetic,
    /// Unquoted `*`, `?`, `[…]`, or an extended glob: the text as it is spelled.
    Glob,
    /// Unquoted `~` at the beginning, before `/` or the end.
    Home,
    /// Unquoted `~name`, `~+`, `~-`: the text as it is spelled.
    OtherHome,
    /// `{` of a brace list or sequence that has its end in the same word. Lists may nest.
    BraceOpen,
    /// `,` of a brace list.
    BraceComma,
    /// `}` of a brace list.
    BraceClose,
}

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Inside quotes, or escaped: it neither splits nor expands to names.
    pub quoted: bool,
    /// In [`Script::cooked`].
    pub text: Range<u32>,
    /// As it is spelled, quotes included.
    pub span: Span,
}

/// A word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// In [`Script::pieces`], a run. Without pieces it is a quoted empty word.
    pub pieces: Range<u32>,
    /// As it is spelled.
    pub span: Span,
}

/// Two stages of a pipeline next to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pipe {
    /// The parts of the left stage.
    pub left: Range<u32>,
    /// The parts of the right stage.
    pub right: Range<u32>,
    /// What the pipeline stands in: only parts with this context speak for their stage.
    pub context: u32,
}

/// A function that the text defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// In [`Script::cooked`].
    pub name: Range<u32>,
    /// The parts of its body.
    pub parts: Range<u32>,
    /// From its name to the end of its body.
    pub span: Span,
}

/// A variable that grammar other than an assignment sets: `for x`, `select x`, `{x}>f`, `${x:=…}`, arithmetic, `coproc x`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// In [`Script::cooked`]; empty where it may be any.
    pub name: Range<u32>,
    /// Where.
    pub span: Span,
}

/// What is under way while a text is read; empty before and after. Kept with the script so that its memory is reused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Workbench {
    /// Words of the parts under way.
    pub(super) words: Vec<Word>,
    /// Pieces of the words under way.
    pub(super) pieces: Vec<Piece>,
    /// Assignments of the parts under way.
    pub(super) assignments: Vec<Assignment>,
    /// Here-documents whose bodies are still to come.
    pub(super) bodies: Vec<PendingBody>,
    /// Open brace lists of the word that is being finished.
    pub(super) opens: Vec<OpenBrace>,
}

/// A here-document whose body is still to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PendingBody {
    /// Its redirection.
    pub(super) redirection: usize,
    /// In [`Script::cooked`].
    pub(super) delimiter: Range<u32>,
    /// The delimiter was quoted.
    pub(super) quoted: bool,
    /// `<<-`: tabs at the beginning of lines do not count.
    pub(super) dash: bool,
    /// What it stands in.
    pub(super) around: Around,
}

/// What a place of the text stands in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Around {
    pub(super) context: u32,
    pub(super) holder: Option<u32>,
    pub(super) function: Option<u32>,
    pub(super) background: bool,
    pub(super) conditional: bool,
    pub(super) subshell: bool,
}

/// A `{` without its end so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenBrace {
    /// The piece.
    pub(super) piece: usize,
    /// A comma of its own was seen.
    pub(super) comma: bool,
}

/// A text, read. Empty arenas are an empty text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// Text of pieces and names.
    pub cooked: String,
    /// In the order in which they begin.
    pub parts: Vec<Part>,
    /// Words of parts, assignments, redirections and bodies.
    pub words: Vec<Word>,
    /// Pieces of words.
    pub pieces: Vec<Piece>,
    /// Assignments.
    pub assignments: Vec<Assignment>,
    /// Redirections.
    pub redirections: Vec<Redirection>,
    /// The text first, then its substitutions.
    pub contexts: Vec<Context>,
    /// Pipes.
    pub pipes: Vec<Pipe>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Variables set by other grammar.
    pub settings: Vec<Setting>,
    /// In the order of their places; empty means all was read.
    pub unreadable: Vec<Unreadable>,
    /// Empty but while reading.
    pub(super) bench: Workbench,
}

impl Script {
    /// Text of a piece or a name.
    pub fn text(&self, range: &Range<u32>) -> &str {
        self.cooked.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// A run of words.
    pub fn words_of(&self, range: &Range<u32>) -> &[Word] {
        self.words.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// A word's pieces.
    pub fn pieces_of(&self, word: &Word) -> &[Piece] {
        self.pieces.get(word.pieces.start as usize..word.pieces.end as usize).unwrap_or_default()
    }

    /// A part's assignments.
    pub fn assignments_of(&self, part: &Part) -> &[Assignment] {
        self.assignments.get(part.assignments.start as usize..part.assignments.end as usize).unwrap_or_default()
    }

    /// Empties every arena; their memory stays.
    pub(super) fn clear(&mut self) {
        self.cooked.clear();
        self.parts.clear();
        self.words.clear();
        self.pieces.clear();
        self.assignments.clear();
        self.redirections.clear();
        self.contexts.clear();
        self.pipes.clear();
        self.functions.clear();
        self.settings.clear();
        self.unreadable.clear();
        self.bench.clear();
    }
}

impl Workbench {
    /// Drops what was under way.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.pieces.clear();
        self.assignments.clear();
        self.bodies.clear();
        self.opens.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::UnreadableCause;

    #[test]
    fn every_cause_is_listed_in_its_place() {
        let places = UnreadableCause::ALL.iter().map(|cause| *cause as usize);
        assert!(places.eq(0..=UnreadableCause::Dialect as usize));
    }
}

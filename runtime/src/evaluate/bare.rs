//! Text that names something by components but is no path of this machine, such as a file in an API's argument.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::path::clean_bare;
use crate::text::{self, Folding};

/// Its components joined by `/`, without a leading one (an API's `/a` and `a` are one), folded. `None` where it climbs above its start or
/// has characters that no such text has. Copies only what is not clean already.
pub(super) fn bare(text: &str, folding: Folding) -> Option<Cow<'_, str>> {
    let cleaned = match clean_bare(text)? {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix('/').unwrap_or(text)),
        Cow::Owned(text) => Cow::Owned(text.strip_prefix('/').map(String::from).unwrap_or(text)),
    };
    Some(match folding {
        Folding::Plain => cleaned,
        Folding::Fold | Folding::Alnum => Cow::Owned(text::fold(&cleaned).collect()),
    })
}

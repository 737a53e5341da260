//! Whether a stub stands in for a large result.

use alloc::format;

use crate::json::{Text, Value};
use crate::judge::{Answer, Finding, Gives, Judging, size_of};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let (Some(threshold), Some(value)) = (j.host.offload, j.result.and_then(|of| of.value)) else { return Finding::absent() };
    let size = size_of(value);
    if size <= threshold {
        return Finding::pass();
    }
    let text =
        format!("The result has some {size} bytes, more than the {threshold} that are shown here. It was kept; ask for a part of it.");
    let result = Some(Value::Text(Text::new(text)));
    Finding::saying(Answer::Change, "A stub stands in for a large result.").giving(Gives { result, ..Gives::default() })
}

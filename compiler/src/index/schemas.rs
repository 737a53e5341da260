//! Shapes of arguments.

use std::collections::HashMap;

use straza_language::core::ArgumentSchema;
use straza_runtime::layout::*;

use super::Builder;

/// Writes the shape of a function's arguments once for equal shapes. A shape stands before the shapes inside it.
#[derive(Debug, Default)]
pub(super) struct Schemas {
    written: HashMap<ArgumentSchema, u32>,
}

impl Schemas {
    /// The index of a shape.
    pub(super) fn schema(&mut self, builder: &mut Builder<'_>, schema: &ArgumentSchema) -> u32 {
        let bare = without_marks(schema);
        if let Some(index) = self.written.get(&bare) {
            return *index;
        }
        let index = write(builder, &bare);
        self.written.insert(bare, index);
        index
    }
}

/// Marks are the compiler's business, not the runtime's.
fn without_marks(schema: &ArgumentSchema) -> ArgumentSchema {
    ArgumentSchema {
        types: schema.types,
        values: schema.values.clone(),
        element: schema.element.as_deref().map(|element| Box::new(without_marks(element))),
        members: schema.members.iter().map(|(name, member)| (name.clone(), without_marks(member))).collect(),
        required: schema.required.clone(),
        closed: schema.closed,
        feed: None,
        mark: None,
    }
}

fn write(builder: &mut Builder<'_>, schema: &ArgumentSchema) -> u32 {
    let index = builder.sections.push(Section::Schemas, |out| SchemaRecord::default().write(out));
    let element = schema.element.as_deref().map_or(NONE, |element| write(builder, element));
    let mut sorted: Vec<&(String, ArgumentSchema)> = schema.members.iter().collect();
    sorted.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
    let members: Vec<Member> =
        sorted.into_iter().map(|(name, member)| Member { name: builder.pools.text(name), schema: write(builder, member) }).collect();
    let start = builder.count(Section::Members);
    for member in &members {
        builder.sections.push(Section::Members, |out| member.write(out));
    }
    let record = SchemaRecord {
        types: schema.types.0,
        closed: u8::from(schema.closed),
        reserved: 0,
        element,
        members: Run { start, len: u32::try_from(members.len()).unwrap_or(u32::MAX) },
        required: builder.pools.names(&schema.required),
        values: builder.pools.names(&schema.values),
    };
    builder.sections.replace(Section::Schemas, index, |out| record.write(out));
    index
}

//! Which words an item uses, for what nobody uses.

use std::collections::BTreeSet;

use crate::tree::{self, Expression, ExpressionKind, ItemTree, OutcomeTree, PathTree, StepKind, StepTree, Value, ValueKind, VerdictTree};

/// Words by which the item may name a role, a label, a level or a `let`: in conditions, pools, reasons, clauses and tests.
pub fn references(item: &tree::Item) -> BTreeSet<String> {
    let mut words = References(BTreeSet::new());
    match &item.kind {
        ItemTree::Policy(policy) => words.maybe(policy.applies.as_ref()),
        ItemTree::Let(binding) => words.value(&binding.value),
        ItemTree::Defaults(rows) => rows.iter().for_each(|row| words.outcome(&row.outcome)),
        ItemTree::Commands(commands) => {
            let outcomes = [&commands.otherwise, &commands.unsure, &commands.unreadable];
            outcomes.into_iter().flatten().for_each(|outcome| words.outcome(outcome));
        }
        ItemTree::Test(test) => words.statements(&test.statements),
        other => words.of_set(other),
    }
    words.0
}

/// Collects words; over-collecting only hides an "unused" warning.
struct References(BTreeSet<String>);

impl References {
    fn of_set(&mut self, item: &ItemTree) {
        match item {
            ItemTree::Rule(rule) | ItemTree::Floor(rule) => {
                self.guards(rule.when.as_ref(), rule.unless.as_ref());
                self.outcomes(&rule.outcomes);
            }
            ItemTree::Limit(limit) => self.limit(limit),
            ItemTree::Label(label) => self.label(label),
            ItemTree::Wall(wall) => self.0.extend(wall.sides.iter().map(|side| side.value.clone())),
            ItemTree::Origin(origin) => {
                self.ground(&origin.ground);
                self.outcomes(&origin.outcomes);
            }
            ItemTree::Duty(duty) => {
                self.guards(duty.when.as_ref(), duty.unless.as_ref());
                duty.same.iter().for_each(|path| self.path(path));
                self.outcomes(&duty.outcomes);
            }
            ItemTree::Sequence(sequence) => {
                sequence.steps.iter().for_each(|line| self.ground(&line.ground));
                self.outcomes(&sequence.outcomes);
            }
            ItemTree::Agent(agent) => {
                self.0.extend(agent.clearance.iter().map(|level| level.value.clone()));
                agent.on_loop.iter().chain(&agent.on_unknown).for_each(|outcome| self.outcome(outcome));
            }
            ItemTree::Fill(fill) => fill.argument.iter().for_each(|path| self.path(path)),
            ItemTree::Stub(stub) => {
                self.ground(&stub.ground);
                stub.result.iter().for_each(|result| self.json(&result.value));
            }
            ItemTree::Result(result) => {
                self.ground(&result.ground);
                self.outcomes(&result.withhold);
            }
            ItemTree::Kill(kill) => kill.because.iter().for_each(|because| self.braced(&because.value)),
            ItemTree::Exception(exception) => self.exception(exception),
            ItemTree::Command(command) => {
                self.guards(command.when.as_ref(), command.unless.as_ref());
                self.outcomes(&command.outcomes);
            }
            _ => {}
        }
    }

    fn limit(&mut self, limit: &tree::LimitTree) {
        self.ground(&limit.ground);
        if let Some(tree::MeasureTree::Sum(path, _)) = limit.measure.as_ref().map(|measure| &measure.value) {
            self.path(path);
        }
        limit.above.iter().for_each(|above| self.value(above));
        self.outcomes(&limit.outcomes);
    }

    fn label(&mut self, label: &tree::LabelTree) {
        self.0.extend(label.level.iter().map(|level| level.value.clone()));
        label.from.iter().for_each(|line| self.ground(&line.ground));
        for clear in &label.clears {
            self.ground(&clear.line.ground);
            self.steps(&clear.after);
        }
    }

    fn exception(&mut self, exception: &tree::ExceptionTree) {
        self.guards(exception.when.as_ref(), exception.unless.as_ref());
        exception.instead.iter().for_each(|steps| self.steps(&steps.value));
        exception.because.iter().for_each(|because| self.braced(&because.value));
    }

    fn ground(&mut self, ground: &tree::GroundTree) {
        self.guards(ground.when.as_ref(), ground.unless.as_ref());
    }

    fn guards(&mut self, when: Option<&Expression>, unless: Option<&Expression>) {
        self.maybe(when);
        self.maybe(unless);
    }

    fn outcomes(&mut self, outcomes: &[OutcomeTree]) {
        outcomes.iter().for_each(|outcome| self.outcome(outcome));
    }

    fn maybe(&mut self, expression: Option<&Expression>) {
        if let Some(expression) = expression {
            self.expression(expression);
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Or(parts) | ExpressionKind::And(parts) => parts.iter().for_each(|part| self.expression(part)),
            ExpressionKind::Not(inner) => self.expression(inner),
            ExpressionKind::Exists(path) | ExpressionKind::Path(path) => self.path(path),
            ExpressionKind::Relation { left, right, .. } => {
                self.value(left);
                self.value(right);
            }
            ExpressionKind::QuantifiedRelation { list, right, .. } => {
                self.path(list);
                self.value(right);
            }
            ExpressionKind::QuantifiedBody { list, body, .. } => {
                self.path(list);
                self.expression(body);
            }
            ExpressionKind::Constant(_) | ExpressionKind::Broken => {}
        }
    }

    fn path(&mut self, path: &PathTree) {
        self.0.insert(path.head.value.clone());
        if let Some(value) = &path.otherwise {
            self.value(value);
        }
    }

    fn value(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Word(word) => {
                self.0.insert(word.clone());
            }
            ValueKind::List(values) => values.iter().for_each(|value| self.value(value)),
            ValueKind::Path(path) => self.path(path),
            _ => {}
        }
    }

    fn outcome(&mut self, outcome: &OutcomeTree) {
        self.maybe(outcome.when.as_ref());
        self.maybe(outcome.unless.as_ref());
        if let VerdictTree::AllowAfter(steps) | VerdictTree::Require(steps) | VerdictTree::AtLeast(steps) = &outcome.verdict {
            self.steps(steps);
        }
        if let Some(because) = &outcome.because {
            self.braced(&because.value);
        }
    }

    fn steps(&mut self, steps: &[StepTree]) {
        for step in steps {
            match &step.kind {
                StepKind::Approve { deciders, .. } => self.0.extend(deciders.iter().map(|name| name.value.clone())),
                StepKind::Notify(name) => {
                    self.0.insert(name.value.clone());
                }
                StepKind::Classify | StepKind::ServerCheck | StepKind::Confirm => {}
            }
        }
    }

    fn braced(&mut self, text: &str) {
        let inner = text.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        self.0.extend(inner.map(|word| word.trim().to_owned()));
    }

    fn statements(&mut self, statements: &[tree::StatementTree]) {
        for statement in statements {
            match statement {
                tree::StatementTree::As(person) => {
                    self.0.extend(person.roles.iter().flatten().map(|name| name.value.clone()));
                }
                tree::StatementTree::Given(facts) => facts.iter().for_each(|fact| self.fact(&fact.value)),
                tree::StatementTree::Call(call) => self.call(call),
                tree::StatementTree::Each(each) => {
                    each.rows.iter().for_each(|row| self.json(&row.value));
                    self.statements(&each.statements);
                }
                tree::StatementTree::Job(block) | tree::StatementTree::Turn(block) => self.statements(&block.statements),
                tree::StatementTree::Result(result) => {
                    self.0.extend(result.labels.iter().map(|label| label.value.clone()));
                    result.value.iter().for_each(|value| self.json(&value.value));
                }
                tree::StatementTree::Event(event) => self.happening(event),
                tree::StatementTree::Answer(_) => {}
            }
        }
    }

    fn fact(&mut self, fact: &tree::GivenTree) {
        match fact {
            tree::GivenTree::Part(_, json)
            | tree::GivenTree::Paths { seen: json, .. }
            | tree::GivenTree::List { seen: json, .. }
            | tree::GivenTree::Fact(_, json) => self.json(&json.value),
            tree::GivenTree::Labels(_, labels) => self.0.extend(labels.iter().map(|label| label.value.clone())),
            _ => {}
        }
    }

    fn call(&mut self, call: &tree::CallTree) {
        call.arguments.iter().for_each(|arguments| self.json(&arguments.value));
        self.expected(call.expected.as_ref());
    }

    fn happening(&mut self, event: &tree::EventTree) {
        event.arguments.iter().for_each(|arguments| self.json(&arguments.value));
        self.expected(event.expected.as_ref());
    }

    fn expected(&mut self, expected: Option<&tree::ExpectedTree>) {
        if let Some(tree::ExpectedTree { verdict: tree::ExpectedVerdict::Steps(steps), .. }) = expected {
            self.steps(steps);
        }
    }

    fn json(&mut self, json: &tree::Json) {
        match json {
            tree::Json::Word(word) => {
                self.0.insert(word.value.clone());
            }
            tree::Json::Text(text) => {
                self.0.insert(text.clone());
            }
            tree::Json::List(values) => values.iter().for_each(|value| self.json(value)),
            tree::Json::Object(members) => members.iter().for_each(|(_, value)| self.json(value)),
            _ => {}
        }
    }
}

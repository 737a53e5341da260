//! In and out, beside each other; what holds for every text is in `tests/properties.rs`.

mod generator;
mod properties;

use super::format;

/// Formats a text of which nothing may be left as it is.
#[track_caller]
fn check(text: &str, expected: &str) {
    let formatted = format(text);
    assert_eq!(formatted.text, expected);
    assert_eq!(formatted.left, []);
    assert_eq!(format(expected).text, expected);
}

/// Formats a text of which something cannot be read; the codes of what was found there.
#[track_caller]
fn check_left(text: &str, expected: &str) -> Vec<String> {
    let formatted = format(text);
    assert_eq!(formatted.text, expected);
    formatted.left.iter().map(|found| found.code.to_string()).collect()
}

#[test]
fn clauses_stand_on_lines_of_their_own_and_what_they_say_lines_up() {
    check(
        "rule large{on pay.refund,pay.create when args.amount>ceiling or args.currency not in[\"EUR\",\"CHF\"] unless principal.roles has lead\n\
         require approve by lead or cfo,ticket 8h because \"A lead looks at {args.amount}.\" deny when args.x<-1 because \"No.\" expires 2027-01-31 final}",
        r#"rule large {
    on      pay.refund, pay.create
    when    args.amount > ceiling or args.currency not in ["EUR", "CHF"]
    unless  principal.roles has lead
    require approve by lead or cfo, ticket 8h
            because "A lead looks at {args.amount}."
    deny    when args.x < -1 because "No."
    expires 2027-01-31
    final
}
"#,
    );
}

#[test]
fn the_column_is_the_items_unless_a_word_is_longer() {
    check(
        "rule a { on x.y allow }\nfloor b { on x.y at least confirm }\nduty c { pair x.y, x.z same args.a per person, 9d deny }",
        "rule a {\n    on      x.y\n    allow\n}\n\nfloor b {\n    on       x.y\n    at least confirm\n}\n\n\
         duty c {\n    pair   x.y, x.z\n    same   args.a\n    per    person, 9d\n    deny\n}\n",
    );
}

#[test]
fn a_line_that_is_too_long_is_cut_before_guards_and_reasons_then_at_or_and_and() {
    check(
        "rule a {\n    on x.y\n    allow after approve by 2 of lead or cfo, ticket 8h and notify desk when args.first_amount == 1 or args.second_amount == 2 \
         and args.third_amount == 3 or args.fourth_amount == 4 or args.fifth_amount == 5 because \"Two look at it.\"\n}",
        r#"rule a {
    on      x.y
    allow   after approve by 2 of lead or cfo, ticket 8h and notify desk
            when args.first_amount == 1 or args.second_amount == 2 and args.third_amount == 3 or args.fourth_amount == 4
                or args.fifth_amount == 5
            because "Two look at it."
}
"#,
    );
    check(
        "rule a { on server.first_function_of_many, server.second_function_of_many, server.third_function_of_many, server.fourth_function_of_many deny }",
        "rule a {\n    on      server.first_function_of_many, server.second_function_of_many, server.third_function_of_many,\n            \
         server.fourth_function_of_many\n    deny\n}\n",
    );
}

#[test]
fn clauses_out_of_order_stay_where_they_are() {
    check("rule a {\n  deny\n  on x.y\n}\n", "rule a {\n    deny\n    on      x.y\n}\n");
}

#[test]
fn every_comment_keeps_its_place() {
    check(
        r#"// of the file
//// banner ////
rule a // of the head
// before the block
{ // in the block
  on x.y, // of x.y
     x.z // of x.z
  // before when

  // alone
  when args.a in ["b" // of b
   ,
   // before c
   "c"]
  require confirm // of confirm
  // before because
  because "x"
  // last
} // behind
// of nothing
"#,
        r#"// of the file
//// banner ////
rule a {                                        // of the head
    // before the block
    // in the block
    on      x.y,                                // of x.y
            x.z                                 // of x.z
    // before when

    // alone
    when    args.a in ["b",                     // of b
                // before c
                "c"]
    require confirm                             // of confirm
            // before because
            because "x"
    // last
}                                               // behind

// of nothing
"#,
    );
}

#[test]
fn comments_of_neighbours_line_up_behind_the_longest() {
    check(
        "rule a {\n    on file.read, file.write, file.edit, net.fetch, task.spawn // all\n    deny // none\n}\n",
        "rule a {\n    on      file.read, file.write, file.edit, net.fetch, task.spawn  // all\n    deny                                                             // none\n}\n",
    );
}

#[test]
fn items_are_one_blank_line_apart_and_one_liners_stand_as_the_author_has_them() {
    check(
        "\u{feff}\r\n//! What it is.\r\nuse a.b\r\nrole a\r\nrole bc = \"B\"\r\nrole d   = \"D\"\r\n\r\n\r\nlet e = 1\r\nlet long = 2\r\nrule f { on x.y deny }\r\n// of g\r\nrule g { on x.y deny }",
        "//! What it is.\n\nuse a.b\nrole a\nrole bc = \"B\"\nrole d  = \"D\"\n\nlet e    = 1\nlet long = 2\n\n\
         rule f {\n    on      x.y\n    deny\n}\n\n// of g\nrule g {\n    on      x.y\n    deny\n}\n",
    );
}

#[test]
fn tables_line_up() {
    check(
        "defaults { read+closed-world allow granted allow after approve by sponsor * deny because \"No.\" }\n\
         catalog c from \"c.json\" { trust a effect get, find read effect send write, open-world mark iban alnum // folded\n}",
        r#"defaults {
    read+closed-world  allow
    granted            allow after approve by sponsor
    *                  deny because "No."
}

catalog c from "c.json" {
    trust  a
    effect get, find  read
    effect send       write, open-world
    mark   iban       alnum                     // folded
}
"#,
    );
}

#[test]
fn calls_of_a_test_line_up_and_long_ones_are_cut() {
    check(
        r#"test "t" { as user "dana" roles[clerk] given session{cwd:"/a"} not granted
call pay.refund{amount:1}=>allow
call pay.refund{amount:100,currency:"EUR"}=>deny via large
call files.push{owner:"acme",repo:"shop",branch:"docs/install",message:"how",files:[{path:"docs/install.txt",content:"x"},{path:"b"}]}=>allow
each[{n:1},{n:2}]{call pay.refund{amount:$n}=>allow}
each[{path:"/home/dana/.ssh/id_ed25519"},{path:"/home/dana/.aws/credentials"},{path:"/home/dana/.gnupg/pubring.kbx"}]{call a.b=>deny}
}"#,
        r#"test "t" {
    as    user "dana" roles [clerk]
    given session { cwd: "/a" } not granted
    call  pay.refund { amount: 1 }                    => allow
    call  pay.refund { amount: 100, currency: "EUR" } => deny via large
    call  files.push { owner: "acme", repo: "shop", branch: "docs/install", message: "how",
              files: [{ path: "docs/install.txt", content: "x" }, { path: "b" }] }
          => allow
    each [{ n: 1 }, { n: 2 }] {
        call  pay.refund { amount: $n } => allow
    }
    each [
        { path: "/home/dana/.ssh/id_ed25519" },
        { path: "/home/dana/.aws/credentials" },
        { path: "/home/dana/.gnupg/pubring.kbx" }
    ] {
        call  a.b => deny
    }
}
"#,
    );
}

#[test]
fn a_long_constant_is_a_list_with_a_line_for_each_element() {
    let long = "\"a-name-of-some-length-that-takes-its-room\"";
    check(&format!("let a=[{long},{long},{long}]"), &format!("let a = [\n    {long},\n    {long},\n    {long}\n]\n"));
}

#[test]
fn names_patterns_and_paths_are_kept_together() {
    check(
        "rule a { on pay.get[ab]?, \"a b\".\"c d\", * effect read + open-world when args[\"-i\"] == true and args.x[\"a]b\"]? == 1 \
         and now within mon-fri 07:00 .. 19:00 in \"Europe/Zurich\" and any f in args.files(f.path under \"a\" and (f.x or f.y)) deny }",
        r#"rule a {
    on      pay.get[ab]?, "a b"."c d", * effect read+open-world
    when    args["-i"] == true and args.x["a]b"]? == 1 and now within mon-fri 07:00..19:00 in "Europe/Zurich"
            and any f in args.files ( f.path under "a" and (f.x or f.y) )
    deny
}
"#,
    );
}

#[test]
fn what_cannot_be_read_is_left_byte_for_byte_and_the_rest_is_formatted() {
    let codes = check_left(
        "rule a { on x.y deny }\r\n\r\n\r\nrule b {\r\n\ton  x.y   \r\n  deny when &&\r\n}   // behind\r\nstray   text\r\nrule c{on x.y deny}",
        "rule a {\n    on      x.y\n    deny\n}\n\nrule b {\r\n\ton  x.y   \r\n  deny when &&\r\n}   // behind\r\nstray   text\r\n\
         rule c {\n    on      x.y\n    deny\n}\n",
    );
    assert_eq!(codes, ["S0010", "S0001"]);
}

#[test]
fn an_item_that_does_not_start_at_the_first_column_is_left_where_it_is() {
    assert_eq!(check_left("role  a\n   rule b { on  x.y deny }\n", "role a\n   rule b { on  x.y deny }\n"), ["S0002"]);
}

#[test]
fn a_text_of_nothing_is_empty_and_a_comment_alone_stays() {
    check("", "");
    check(" \r\n\t\n", "");
    check("\n\n  // alone  ", "// alone\n");
}

#[test]
fn what_hides_in_a_pattern_or_a_gap_is_left_with_its_own_reason() {
    let quote = "rule a { on  x.y[\"]z\n deny }\n";
    assert_eq!(check_left(quote, quote), ["S0011"]);
    let mark = "let a  = 1 \u{feff}\n";
    assert_eq!(check_left(mark, mark), ["S0008"]);
}

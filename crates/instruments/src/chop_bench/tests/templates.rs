//! Templates of one's own that cannot be used: one line with the family and what is wrong.

use ludometer_games::chopsticks::Rules;

use crate::chop_bench::{AnswerStyle, Dress, Family};

const BLOCKS: &str = "{% block opening %}{{ position }}{% endblock %}\n{% block turn %}{{ position }}{% endblock %}\n{% block again %}no{% endblock %}\n";

fn family(text: &str) -> Result<Family, String> {
    Family::new("own", text, &Rules::default()).map_err(|error| error.to_string())
}

#[test]
fn the_least_template_is_a_plain_one() {
    let family = family(BLOCKS).unwrap();
    assert_eq!(
        (family.style, family.dress, family.structured),
        (AnswerStyle::Text, Dress::Plain, false)
    );
    assert_eq!(family.about, "");
}

#[test]
fn settings_are_read() {
    let settings = "{% set about = \"mine\" %}{% set answer = \"final-line\" %}{% set notation = \"disguised\" %}{% set structured = true %}";
    let family = family(&format!("{settings}{BLOCKS}")).unwrap();
    assert_eq!(
        (family.style, family.dress, family.structured),
        (AnswerStyle::FinalLine, Dress::Disguised, true)
    );
    assert_eq!(family.about, "mine");
}

#[test]
fn mistakes_are_one_line_with_family_and_place() {
    let without = |block: &str| {
        let lines: Vec<&str> = BLOCKS
            .lines()
            .filter(|line| !line.contains(block))
            .collect();
        lines.join("\n")
    };
    for (text, words) in [
        (
            format!("{BLOCKS}{{% if %}}"),
            &["own:4", "syntax error"][..],
        ),
        ("{% block opening %}".to_owned(), &["own:1", "syntax error"]),
        ("{{ position".to_owned(), &["own:1", "syntax error"]),
        (without("opening"), &["opening"]),
        (without("turn"), &["turn"]),
        (without("again"), &["again"]),
        (
            BLOCKS.replace("no{%", "{{ postion }}{%"),
            &["own:3", "undefined"],
        ),
        (
            format!("{{% set x = nothing %}}\n{BLOCKS}{{{{ x }}}}"),
            &["own:", "undefined"],
        ),
        (
            BLOCKS.replace("opening %}{{ position }}", "opening %}"),
            &["opening block does not show {{ position }}"],
        ),
        (
            BLOCKS.replace("turn %}{{ position }}", "turn %}"),
            &["turn block does not show {{ position }}"],
        ),
        (
            format!("{{% set answer = \"xml\" %}}{BLOCKS}"),
            &["answer = \"xml\"; expected text, final-line or json"],
        ),
        (
            format!("{{% set answer = 5 %}}{BLOCKS}"),
            &["answer = \"5\"; expected text, final-line or json"],
        ),
        (
            format!("{{% set notation = \"dots\" %}}{BLOCKS}"),
            &["notation = \"dots\"; expected plain or disguised"],
        ),
        (String::new(), &["opening"]),
    ] {
        let said = family(&text).expect_err(&text);
        assert!(said.starts_with("prompt family \"own\": "), "{said}");
        assert!(!said.contains('\n'), "{said}");
        for word in words {
            assert!(said.contains(word), "{text}\n{said}");
        }
    }
}

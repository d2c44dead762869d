//! A report's statements, each beside what the imported files say.

use ludometer_instruments::token_chess::archive::{
    Findings,
    statement::{Standing, Statement},
};
use ludometer_report::token_chess_archive::figures;
use schemars::JsonSchema;
use serde::Serialize;

/// A report's statements beside what was measured, and what else the files say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Claims {
    /// How many stand in which way.
    pub tally: Vec<Tally>,
    /// Every statement, in the report's order.
    pub statements: Vec<Claim>,
    /// What the report does not have.
    pub further: Vec<Measure>,
    /// What the intervals are.
    pub about_intervals: String,
    /// Whether these are the files that the report was written from.
    pub about_files: String,
}

/// How many statements stand in one way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tally {
    /// In which.
    pub standing: Stands,
    /// In words.
    pub words: String,
    /// How many.
    pub statements: usize,
}

/// How a statement stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stands {
    /// The files say the same.
    Agrees,
    /// They say something else.
    Differs,
    /// No file of the published archive can say.
    NotInArchive,
    /// The imported files cannot say.
    NotMeasured,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Claim {
    /// Its id.
    pub id: String,
    /// The part of the report.
    pub part: String,
    /// The board that it is about, if it is about one.
    pub tier: Option<String>,
    /// What is counted, and out of what.
    pub definition: String,
    /// What the report says.
    pub claimed: String,
    /// What the files say.
    pub measured: String,
    /// The 95% interval of that; empty where there is none.
    pub interval: String,
    /// Files behind it.
    pub files: usize,
    /// How the two stand.
    pub standing: Stands,
    /// The same in words.
    pub words: String,
    /// Where it does not agree: why.
    pub why: Option<String>,
    /// Where it does: what to keep in mind.
    pub caution: Option<String>,
}

/// A number that the report does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Measure {
    /// Its id.
    pub id: String,
    /// What is counted, and out of what.
    pub definition: String,
    /// The number, or why there is none.
    pub measured: String,
    /// Its 95% interval; empty where there is none.
    pub interval: String,
    /// Files behind it.
    pub files: usize,
    /// What to keep in mind with it.
    pub caution: Option<String>,
}

/// The statements of an archive.
#[must_use]
pub fn claims(findings: &Findings) -> Claims {
    let standings = [
        Standing::Agrees,
        Standing::Differs,
        Standing::NotInArchive,
        Standing::NotMeasured,
    ];
    Claims {
        tally: standings
            .into_iter()
            .map(|standing| Tally {
                standing: stands(standing),
                words: standing.words().to_owned(),
                statements: findings.standing(standing),
            })
            .collect(),
        statements: findings.statements.iter().map(claim).collect(),
        further: findings
            .further
            .iter()
            .map(|one| Measure {
                id: one.id.clone(),
                definition: one.definition.clone(),
                measured: match &one.measured.missing {
                    Some(why) if one.measured.value.is_none() => why.clone(),
                    _ => figures::with_counts(&one.measured),
                },
                interval: figures::interval(&one.measured),
                files: one.measured.files,
                caution: one.caution.clone(),
            })
            .collect(),
        about_intervals: figures::ABOUT_INTERVALS.to_owned(),
        about_files: if findings.is_published {
            "The games are the published ones, byte for byte: where a figure differs, the reason is known."
        } else {
            "The games are not the ones that the report was written from: reasons for differences are not known."
        }
        .to_owned(),
    }
}

fn claim(statement: &Statement) -> Claim {
    Claim {
        id: statement.id.clone(),
        part: statement.part().to_owned(),
        tier: statement.tier().map(|tier| tier.name().to_owned()),
        definition: statement.definition.clone(),
        claimed: figures::quoted(&statement.quoted),
        measured: figures::with_counts(&statement.measured),
        interval: figures::interval(&statement.measured),
        files: statement.measured.files,
        standing: stands(statement.standing),
        words: statement.standing.words().to_owned(),
        why: statement.why.clone(),
        caution: statement.caution.clone(),
    }
}

const fn stands(standing: Standing) -> Stands {
    match standing {
        Standing::Agrees => Stands::Agrees,
        Standing::Differs => Stands::Differs,
        Standing::NotInArchive => Stands::NotInArchive,
        Standing::NotMeasured => Stands::NotMeasured,
    }
}

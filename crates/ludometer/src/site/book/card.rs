//! A run in a few words, and how far it has come.

use jiff::Timestamp;
use ludometer_record::{PicoUsd, desk::Usage, ending::Ending};
use ludometer_site::{
    home::{InFlight, PlayerCard, Progress, RunCard, estimate},
    replay::readable,
};

use super::{Book, open::Open};

/// Games in flight that are listed.
const IN_FLIGHT: usize = 40;

impl Book {
    pub(super) fn card_of(&self, open: &Open) -> RunCard {
        let manifest = &self.manifest;
        RunCard {
            key: self.key.clone(),
            name: open.study.name.to_string(),
            question: open.study.question.clone(),
            instrument: manifest.resolved["instrument"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            started: manifest.started.to_string(),
            program: format!("{} {}", manifest.program.name, manifest.program.version),
            players: manifest
                .players
                .iter()
                .map(|player| PlayerCard {
                    name: player.name.to_string(),
                    kind: player.kind.clone(),
                    model: player.model.clone(),
                })
                .collect(),
            people: self.people(),
            progress: progress(open),
            imported: None,
        }
    }
}

fn progress(open: &Open) -> Progress {
    let index = &open.index;
    let planned = open.spine.planned();
    let (mut scored, mut void) = (0, 0);
    let mut flying = Vec::new();
    for (id, known) in index.games() {
        match &known.ended {
            Some(Ending::Scored { .. }) => scored += 1,
            Some(Ending::Void { .. }) => void += 1,
            None => flying.push((known.seen, id, known.answers)),
        }
    }
    let open_games = flying.len();
    flying.sort_unstable_by(|a, b| b.cmp(a));
    let in_flight = flying.into_iter().take(IN_FLIGHT);
    let left = planned.saturating_sub(scored + void);
    let since = index.sessions.last().map(|session| session.started);
    let now = Timestamp::now();
    let prices = index.usage.iter().filter_map(|(player, usage)| {
        let price = open.study.player(player)?.price?;
        Some(price.of(usage))
    });
    let priced: Vec<PicoUsd> = prices.collect();
    let sum = |of: fn(&Usage) -> Option<u64>| index.usage.values().filter_map(of).sum();
    Progress {
        planned,
        scored,
        void,
        open: open_games,
        answers: index.answers,
        replies: index.replies,
        prompt_tokens: sum(|usage| usage.prompt),
        completion_tokens: sum(|usage| usage.completion),
        dollars: (!priced.is_empty()).then(|| priced.into_iter().sum::<PicoUsd>().dollars()),
        failures: index.failures,
        sessions: index.sessions.len(),
        last: index.last.map(|at| at.to_string()),
        working: false,
        ends: since
            .and_then(|since| estimate(since, now, index.ended_in_session, left))
            .map(|at| at.to_string()),
        errors: index.errors.iter().map(|line| readable(line)).collect(),
        in_flight: in_flight
            .filter_map(|(_, id, answers)| {
                Some(InFlight {
                    id: id.to_string(),
                    place: open.spine.place(id)?,
                    answers,
                })
            })
            .collect(),
    }
}

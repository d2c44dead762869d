//! What is kept of a run that is looked at.

use std::{collections::HashMap, sync::Arc};

use anyhow::{Context, Result, bail};
use ludometer_instruments::Study;
use ludometer_record::{
    Contents, GameId, GameLog,
    folder::RunFolder,
    kept::{JournalMark, KeptError, KeptJournal},
};
use ludometer_site::list::Known;

use super::{
    super::{
        index::{Index, Whereabouts},
        spine::{ReadLog, Spine, spine_of},
        volume::lock,
    },
    Book,
};
use crate::opened::study_of;

/// What is kept of a run that is looked at.
pub(super) struct Open {
    /// None before the run's first answer.
    pub(super) journal: Option<(JournalMark, KeptJournal)>,
    pub(super) index: Index,
    pub(super) study: Study,
    pub(super) spine: Arc<dyn Spine>,
    /// Amendments that the study has.
    pub(super) amended: usize,
}

impl Book {
    /// Looks at the journal again, and does something with what is known.
    pub(super) fn with<T>(&self, what: impl FnOnce(&mut Open) -> Result<T>) -> Result<T> {
        let mut open = lock(&self.open);
        if open.is_none() {
            let study = study_of(&self.manifest, &Contents::default())
                .with_context(|| format!("{}: the study in the manifest", self.key))?;
            *open = Some(Open {
                journal: None,
                index: Index::default(),
                spine: spine_of(&study, &self.manifest)?.into(),
                study,
                amended: 0,
            });
        }
        let open = open.as_mut().context("it was opened above")?;
        open.look(&self.folder)?;
        if open.amended != open.index.amendments.len() {
            let amended = Contents {
                amendments: open.index.amendments.clone(),
                ..Contents::default()
            };
            open.study = study_of(&self.manifest, &amended)?;
            open.spine = spine_of(&open.study, &self.manifest)?.into();
            open.amended = amended.amendments.len();
        }
        what(open)
    }

    /// Hands every game's records to something that wants them one after another. The run can
    /// be asked other things meanwhile.
    pub(super) fn reading<T>(
        &self,
        what: impl FnOnce(&dyn Spine, ReadLog<'_>) -> Result<T>,
    ) -> Result<T> {
        let (spine, mut whereabouts, journal) = self.with(|open| {
            let all = open.index.games();
            let all = all.map(|(id, _)| (id.clone(), open.index.whereabouts(id)));
            let all: HashMap<GameId, Whereabouts> = all.collect();
            if let Some(stranger) = all.keys().find(|id| open.spine.place(id).is_none()) {
                bail!("game {stranger}: the study plans no such game");
            }
            Ok((Arc::clone(&open.spine), all, open.reader()))
        })?;
        let mut finder = None;
        let mut read = |id: &GameId| match whereabouts.remove(id) {
            None => Ok(GameLog::default()),
            Some(known) => {
                let finder = match &mut finder {
                    Some(finder) => finder,
                    none => {
                        let journal = journal.as_ref();
                        let journal = journal.context("what is indexed is of a journal")?;
                        none.insert(journal.finder()?)
                    }
                };
                known.read(finder)
            }
        };
        what(spine.as_ref(), &mut read)
    }
}

impl Open {
    /// Looks at what came to the journal. One that was packed is unpacked once.
    fn look(&mut self, folder: &RunFolder) -> Result<()> {
        let Some(mark) = JournalMark::of(folder) else {
            return Ok(());
        };
        let known = self.journal.as_ref();
        // A plain one is looked at again whatever was known; a packed one is unpacked once.
        let journal = match known {
            Some((then, journal)) if *then == mark && !folder.journal().exists() => journal.clone(),
            _ => match KeptJournal::of(folder) {
                Ok(journal) => journal,
                // It went between the two looks.
                Err(KeptError::Missing(_)) => return Ok(()),
                Err(problem) => return Err(problem.into()),
            },
        };
        if known.is_some_and(|(_, before)| before.path() != journal.path()) {
            self.index = Index::default();
        }
        self.index.refresh(&journal)?;
        self.journal = Some((mark, journal));
        Ok(())
    }

    /// The journal, which stays readable while this run is closed.
    pub(super) fn reader(&self) -> Option<KeptJournal> {
        self.journal.as_ref().map(|(_, journal)| journal.clone())
    }
}

/// What an index knows of a game, as a list shows it.
pub(super) fn known<'a>(index: &'a Index, id: &GameId) -> Known<'a> {
    index.game(id).map_or(Known::default(), |known| Known {
        ended: known.ended.as_ref(),
        answers: known.answers,
        opponent: known.opponent,
    })
}

//! From the name of a page to its JSON; the same for the server and for files.

use anyhow::Result;

use super::shelf::Shelf;

/// A page, by what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Page {
    Home,
    Run(String),
    Verify(String),
    Board(String),
    Games(String),
    Marks(String),
    Game(String, usize),
    Exam(String),
}

impl Page {
    /// The page of a name; none of any other text.
    pub fn named(name: &str) -> Option<Self> {
        let parts: Vec<&str> = name.split('/').collect();
        let run = |key: &str| key.to_owned();
        Some(match parts[..] {
            ["home"] => Self::Home,
            ["runs", key, "run"] => Self::Run(run(key)),
            ["runs", key, "verify"] => Self::Verify(run(key)),
            ["runs", key, "board"] => Self::Board(run(key)),
            ["runs", key, "games"] => Self::Games(run(key)),
            ["runs", key, "marks"] => Self::Marks(run(key)),
            ["runs", key, "exam"] => Self::Exam(run(key)),
            ["runs", key, "games", place] => Self::Game(run(key), place.parse().ok()?),
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(&self) -> String {
        match self {
            Self::Home => "home".to_owned(),
            Self::Run(key) => format!("runs/{key}/run"),
            Self::Verify(key) => format!("runs/{key}/verify"),
            Self::Board(key) => format!("runs/{key}/board"),
            Self::Games(key) => format!("runs/{key}/games"),
            Self::Game(key, place) => format!("runs/{key}/games/{place}"),
            Self::Marks(key) => format!("runs/{key}/marks"),
            Self::Exam(key) => format!("runs/{key}/exam"),
        }
    }

    /// Its JSON; none where there is no such page.
    pub fn json(&self, shelf: &Shelf) -> Result<Option<String>> {
        let key = match self {
            Self::Home => return Ok(Some(serde_json::to_string(&shelf.home())?)),
            Self::Run(key)
            | Self::Verify(key)
            | Self::Board(key)
            | Self::Games(key)
            | Self::Marks(key)
            | Self::Game(key, _)
            | Self::Exam(key) => key,
        };
        let Some(book) = shelf.book(key) else {
            return Ok(None);
        };
        Ok(match self {
            Self::Home => None,
            Self::Run(_) => Some(serde_json::to_string(&book.papers()?)?),
            Self::Verify(_) => Some(serde_json::to_string(&book.verify()?)?),
            Self::Board(_) => Some(book.board()?.to_string()),
            Self::Games(_) => Some(serde_json::to_string(&book.list()?)?),
            Self::Marks(_) => Some(serde_json::to_string(&book.marks()?)?),
            Self::Game(_, place) => match book.game(*place)? {
                Some(game) => Some(serde_json::to_string(&game)?),
                None => None,
            },
            Self::Exam(_) => match book.exam()? {
                Some(exam) => Some(serde_json::to_string(&exam)?),
                None => None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn names_go_there_and_back() {
        let key = || "a-1".to_owned();
        for page in [
            Page::Home,
            Page::Run(key()),
            Page::Verify(key()),
            Page::Board(key()),
            Page::Games(key()),
            Page::Marks(key()),
            Page::Game(key(), 7),
            Page::Exam(key()),
        ] {
            assert_eq!(Page::named(&page.name()), Some(page));
        }
    }

    #[test]
    fn nothing_else_is_a_page() {
        for name in [
            "",
            "runs",
            "runs/a-1",
            "runs/a-1/games/x",
            "runs/a-1/games/-1",
            "runs/a-1/../manifest.json",
            "home/",
        ] {
            assert_eq!(Page::named(name), None, "{name}");
        }
    }
}

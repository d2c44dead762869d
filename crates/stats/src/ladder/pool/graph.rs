//! Which ratings the games bind, and in which direction the others escape.

use super::{PlayerIndex, Pool};

/// How a player is tied to the anchors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// Scored against them and they against the player, through whatever chain.
    Bound,
    /// Only scored against them.
    Above,
    /// Only was scored against.
    Below,
    /// Linked, but neither scored against the other.
    Loose,
    /// Not linked by any games.
    None,
}

/// The graph of who scored against whom, all anchors being one node.
///
/// Directions in which the likelihood never falls move whole groups apart
/// along games that one side always won (Ford 1957). A draw binds both ways,
/// unless nu may grow with the ratings: that is so when every win can be one
/// step uphill and every draw at most one step.
#[derive(Debug, Clone)]
pub(super) struct Links {
    /// The group of each player: a strongly connected component.
    groups: Vec<usize>,
    standings: Vec<Link>,
    draws_escape: bool,
}

impl Links {
    pub(super) fn new(pool: &Pool) -> Self {
        let node = nodes(pool);
        let nodes = pool.players + 1;
        let draws_escape = draws_escape(pool, &node, nodes);
        let mut scored: Vec<Vec<usize>> = vec![Vec::new(); nodes];
        let mut scored_by: Vec<Vec<usize>> = vec![Vec::new(); nodes];
        let mut met: Vec<Vec<usize>> = vec![Vec::new(); nodes];
        for meeting in &pool.meetings {
            let (white, black) = (node[meeting.white], node[meeting.black]);
            let draws = meeting.score.draws > 0 && !draws_escape;
            for (winner, loser, wins) in [
                (white, black, meeting.score.wins),
                (black, white, meeting.score.losses),
            ] {
                if wins > 0 || draws {
                    scored[winner].push(loser);
                    scored_by[loser].push(winner);
                }
                met[winner].push(loser);
            }
        }
        let beaten = reachable(&scored, 0);
        let beating = reachable(&scored_by, 0);
        let linked = reachable(&met, 0);
        let link = |player: PlayerIndex| match (
            beating[node[player]],
            beaten[node[player]],
            linked[node[player]],
        ) {
            (true, true, _) => Link::Bound,
            (true, false, _) => Link::Above,
            (false, true, _) => Link::Below,
            (false, false, true) => Link::Loose,
            (false, false, false) => Link::None,
        };
        let component = components(&scored, &scored_by);
        Self {
            groups: node.iter().map(|&node| component[node]).collect(),
            standings: (0..pool.players).map(link).collect(),
            draws_escape,
        }
    }

    pub(super) fn standing(&self, player: PlayerIndex) -> Link {
        self.standings[player]
    }

    pub(super) fn group(&self, player: PlayerIndex) -> usize {
        self.groups[player]
    }

    /// Whether nu grows without bound along with the ratings.
    pub(super) fn draws_escape(&self) -> bool {
        self.draws_escape
    }
}

/// 0 for the anchors, a node of its own for everyone else.
fn nodes(pool: &Pool) -> Vec<usize> {
    let node =
        |(player, anchor): (usize, &Option<f64>)| if anchor.is_some() { 0 } else { player + 1 };
    pool.anchors.iter().enumerate().map(node).collect()
}

/// Whether steps exist with winner - loser >= 1 and |drawn pair| <= 1.
///
/// Difference constraints: satisfiable unless a cycle is negative (Bellman-Ford).
fn draws_escape(pool: &Pool, node: &[usize], nodes: usize) -> bool {
    if pool.meetings.iter().all(|meeting| meeting.score.draws == 0) {
        return false;
    }
    // (from, to, most): step[to] - step[from] <= most.
    let mut constraints = Vec::new();
    for meeting in &pool.meetings {
        let (white, black) = (node[meeting.white], node[meeting.black]);
        if meeting.score.wins > 0 {
            constraints.push((white, black, -1_i64));
        }
        if meeting.score.losses > 0 {
            constraints.push((black, white, -1));
        }
        if meeting.score.draws > 0 {
            constraints.push((white, black, 1));
            constraints.push((black, white, 1));
        }
    }
    let mut steps = vec![0_i64; nodes];
    for _ in 0..=nodes {
        let mut changed = false;
        for &(from, to, most) in &constraints {
            if steps[from] + most < steps[to] {
                steps[to] = steps[from] + most;
                changed = true;
            }
        }
        if !changed {
            return true;
        }
    }
    false
}

fn reachable(edges: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    seen[from] = true;
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        for &next in &edges[node] {
            if !seen[next] {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    seen
}

/// Strongly connected components, by Kosaraju's two passes.
fn components(forward: &[Vec<usize>], backward: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(forward.len());
    let mut seen = vec![false; forward.len()];
    for start in 0..forward.len() {
        let mut open = vec![(start, 0)];
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        while let Some((node, next)) = open.pop() {
            if let Some(&child) = forward[node].get(next) {
                open.push((node, next + 1));
                if !std::mem::replace(&mut seen[child], true) {
                    open.push((child, 0));
                }
            } else {
                order.push(node);
            }
        }
    }
    let unset = usize::MAX;
    let mut component = vec![unset; forward.len()];
    for &root in order.iter().rev() {
        if component[root] != unset {
            continue;
        }
        let mut open = vec![root];
        component[root] = root;
        while let Some(node) = open.pop() {
            for &next in &backward[node] {
                if component[next] == unset {
                    component[next] = root;
                    open.push(next);
                }
            }
        }
    }
    component
}

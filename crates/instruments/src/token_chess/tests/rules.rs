//! The published economies, and the keys that change them.

use ludometer_daydream::Tier;

use super::bench;
use crate::token_chess::{
    Economy, Rules,
    decision::setting,
    rules::{AtPlyCap, Exhaustion, silent},
};

fn of(lines: &str) -> Rules {
    bench(lines).conditions()[0].rules
}

#[test]
fn the_economies_are_as_published() {
    let forfeit = of("economy = \"forfeit\"");
    assert_eq!(
        (forfeit.batch, forfeit.income, forfeit.ply_cap),
        (1, 0, 200)
    );
    assert_eq!(forfeit.exhaustion, Exhaustion::Forfeit);
    assert_eq!(forfeit.at_ply_cap, AtPlyCap::Draw);
    assert!(!forfeit.picks() && !forfeit.may_adjudicate());

    let income = of("economy = \"income\"");
    assert_eq!(
        (income.budget, income.batch, income.income, income.ply_cap),
        (0, 1, 4, 300)
    );
    assert_eq!(income.exhaustion, Exhaustion::SolventPlaysOn);
    assert!(!income.picks() && !income.may_adjudicate());

    let batch = of("");
    assert_eq!(batch.economy, Economy::Batch);
    assert_eq!((batch.budget, batch.batch, batch.income), (40, 3, 0));
    assert_eq!(
        (batch.ply_cap, batch.depth, batch.threshold),
        (300, 10, 100)
    );
    assert_eq!(batch.exhaustion, Exhaustion::Adjudicate);
    assert_eq!(batch.at_ply_cap, AtPlyCap::Adjudicate);
    assert!(batch.picks() && batch.may_adjudicate());
}

#[test]
fn fallbacks_are_as_published() {
    for (economy, expected) in [
        (Economy::Forfeit, setting(0.5, Some(5.0))),
        (Economy::Income, setting(0.5, Some(5.0))),
        (Economy::Batch, setting(0.9, None)),
    ] {
        let rules = Rules::published(economy, Tier::Regular);
        assert_eq!(rules.fallback(), expected, "{economy}");
    }
    assert_eq!(silent(), setting(0.5, Some(5.0)));
}

#[test]
fn every_switch_switches() {
    let rules = of(
        "economy = \"income\"\ntier = \"grand\"\nbudget = 5\nbatch = 2\nincome = 3\n\
         ply_cap = 77\nat_ply_cap = \"adjudicate\"\nexhaustion = \"adjudicate-when-both-dry\"\n\
         depth = 12\nthreshold = 250",
    );
    assert_eq!(
        rules,
        Rules {
            economy: Economy::Income,
            tier: Tier::Grand,
            budget: 5,
            batch: 2,
            income: 3,
            ply_cap: 77,
            at_ply_cap: AtPlyCap::Adjudicate,
            exhaustion: Exhaustion::AdjudicateWhenBothDry,
            depth: 12,
            threshold: 250,
        }
    );
    assert!(rules.may_adjudicate());
}

#[test]
fn settings_are_held_to_their_range_and_a_cap_that_is_not_positive_is_none() {
    let cap = |cap| {
        setting(1.0, Some(cap))
            .soft_cap
            .map(ludometer_daydream::SoftCap::get)
    };
    for (wanted, got) in [
        (0.05, 0.05),
        (3.0, 3.0),
        (1.234, 1.234),
        (0.049, 0.05),
        (0.0, 0.05),
        (-7.0, 0.05),
        (3.001, 3.0),
        (1e300, 3.0),
        (f64::INFINITY, 3.0),
        (f64::NEG_INFINITY, 0.05),
    ] {
        assert_eq!(setting(wanted, None), setting(got, None));
        assert!((setting(wanted, None).temperature.get() - got).abs() < 1e-12);
    }
    assert_eq!(cap(0.001), Some(0.001));
    assert_eq!(cap(1e6), Some(1e6));
    for none in [0.0, -0.0, -3.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(cap(none), None, "{none}");
    }
    assert_eq!(setting(1.0, None).soft_cap, None);
}

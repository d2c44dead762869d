use ludometer_record::{PicoUsd, Price, desk::Usage};
use proptest::prelude::*;

#[test]
fn amounts_that_are_none() {
    for dollars in [
        -1e-13,
        -1.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1.9e7,
        1e300,
    ] {
        assert_eq!(PicoUsd::from_dollars(dollars), None, "{dollars}");
    }
    for (dollars, pico) in [
        (0.0, 0),
        (-0.0, 0),
        (1e-12, 1),
        (0.15, 150_000_000_000),
        (1.7e7, 17_000_000_000_000_000_000),
    ] {
        assert_eq!(
            PicoUsd::from_dollars(dollars),
            Some(PicoUsd(pico)),
            "{dollars}"
        );
    }
}

#[test]
fn amounts_are_shown_short() {
    for (pico, shown) in [
        (0, "$0"),
        (1, "$0.000000000001"),
        (12_340_000, "$0.000012"),
        (99_000_000_000, "$0.099"),
        (150_000_000_000, "$0.15"),
        (999_900_000_000, "$1.00"),
        (1_000_000_000_000, "$1.00"),
        (u64::MAX, "$18446744.07"),
    ] {
        assert_eq!(PicoUsd(pico).to_string(), shown);
    }
    assert_eq!(
        format!("{:>8}|{:<8}|", PicoUsd(0), PicoUsd(0)),
        "      $0|$0      |"
    );
}

#[test]
fn counts_that_a_hostile_server_gives() {
    let price = Price {
        prompt: 2.0,
        completion: 8.0,
        cached: Some(0.5),
    };
    let all = Some(u64::MAX);
    let most = Usage {
        prompt: all,
        completion: all,
        reasoning: all,
        cached: all,
    };
    assert_eq!(price.of(&most), PicoUsd(u64::MAX));
    assert_eq!(most.total(), Some(u64::MAX));
    // More cached than there were: no more than the prompt is cached.
    let odd = Usage {
        prompt: Some(10),
        cached: Some(1_000),
        ..Usage::default()
    };
    assert_eq!(price.of(&odd), PicoUsd(5_000_000));
    assert_eq!(price.of(&Usage::default()), PicoUsd::ZERO);
    assert_eq!(Usage::default().total(), None);
    assert_eq!(
        Usage {
            completion: Some(0),
            ..Usage::default()
        }
        .total(),
        Some(0)
    );
}

#[test]
fn prices_that_are_none() {
    for bad in [-0.01, 1_000_000.5, f64::NAN, f64::INFINITY] {
        for price in [
            Price {
                prompt: bad,
                completion: 0.0,
                cached: None,
            },
            Price {
                prompt: 0.0,
                completion: bad,
                cached: None,
            },
            Price {
                prompt: 0.0,
                completion: 0.0,
                cached: Some(bad),
            },
        ] {
            assert!(price.check().is_err(), "{price:?}");
        }
    }
    assert!(
        Price {
            prompt: 0.0,
            completion: 1e6,
            cached: Some(0.0)
        }
        .check()
        .is_ok()
    );
}

proptest! {
    #[test]
    fn sums_never_wrap(amounts in prop::collection::vec(any::<u64>(), 0..5)) {
        let exact: u128 = amounts.iter().map(|amount| u128::from(*amount)).sum();
        let sum: PicoUsd = amounts.into_iter().map(PicoUsd).sum();
        prop_assert_eq!(u128::from(sum.0), exact.min(u128::from(u64::MAX)));
    }

    #[test]
    fn a_price_is_exact_to_the_picodollar(cents in 0_u32..10_000, tokens in 0_u64..10_000_000) {
        let dollars = f64::from(cents) / 100.0;
        let price = Price { prompt: dollars, completion: 0.0, cached: None };
        let usage = Usage { prompt: Some(tokens), ..Usage::default() };
        // A cent per million tokens is 10,000 picodollars a token.
        let exact = u64::from(cents) * 10_000 * tokens;
        prop_assert!(price.of(&usage).0.abs_diff(exact) <= exact / (1 << 50) + 1);
    }
}

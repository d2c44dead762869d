//! Rules, notation and outcomes of the games that Ludometer measures by

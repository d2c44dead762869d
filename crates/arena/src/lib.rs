//! Plays games: model clients, scheduling, budgets

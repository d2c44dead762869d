//! Estimators with known coverage: cell tables, cluster-robust intervals, multiplicity

//! The study file, the journal and the manifest of a run

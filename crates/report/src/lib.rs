//! Findings as terminal tables, Markdown, JSON and SVG

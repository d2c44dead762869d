//! Retrograde analysis of finite games, with a certificate that checks itself

//! What to play next, how one game is played, and what its record says

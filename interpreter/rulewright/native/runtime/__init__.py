"""Runtime functions of the emitted code: moving pieces, shuffling, drawing, and what players know."""

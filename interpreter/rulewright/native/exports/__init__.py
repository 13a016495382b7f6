"""What is called from outside: playing, whole games, searching, and what readers in other languages call."""

"""Where everything lies in memory: states, frames, lists, trees; how states become rows, and rows states."""

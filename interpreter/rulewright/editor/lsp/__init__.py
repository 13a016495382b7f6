"""The language server: `messages` reads and writes the protocol, `server` sends the answers and complaints."""

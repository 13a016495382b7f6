"""The language server: `server` speaks the protocol, and hands on what `editing` answers."""

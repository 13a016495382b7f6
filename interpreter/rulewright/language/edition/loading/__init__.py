"""Reading an edition file, the files it names, and the editions it extends."""

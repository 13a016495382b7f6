"""Routes and rendering of the pages."""

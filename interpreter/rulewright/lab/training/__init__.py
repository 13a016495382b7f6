"""Training: networks learn an edition from games against themselves and their past selves."""

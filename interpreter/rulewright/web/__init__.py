"""The web table: people play in their browsers, each sees what the seat sees and nothing else."""

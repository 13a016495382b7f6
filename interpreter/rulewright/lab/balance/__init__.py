"""How strong cards prove, by the results of very many games: played in chunks anywhere, and judged as they come."""

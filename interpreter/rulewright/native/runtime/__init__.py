"""What code calls to change the table: pieces moved and shown, places exchanged, chance drawn."""

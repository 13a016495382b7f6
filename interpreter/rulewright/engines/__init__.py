"""What plays a module of the intermediate form."""

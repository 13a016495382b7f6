"""A server of the Model Context Protocol: commands of Rulewright as tools for assistants that write rules."""

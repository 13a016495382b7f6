"""`python -m rulewright` is the command `rulewright`."""

from rulewright.front.command_line import main

if __name__ == "__main__":
    main()

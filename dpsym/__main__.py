"""`python -m dpsym` is the command `dpsym`."""

from .cli.main import main

if __name__ == "__main__":
    main()

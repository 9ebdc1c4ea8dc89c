"""``paragen completion``, and the completions that the shell requests when a user presses the tab key."""

from __future__ import annotations

import click

from paragen.cli.console import COMPLETING, Verb

_PROGRAM = "paragen"


@click.command(cls=Verb)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), metavar="SHELL")
def completion(shell: str) -> None:
    """Print the script that completes verbs, options and their values in bash, zsh or fish.

    Load it where the shell starts: `eval "$(paragen completion bash)"` in ~/.bashrc, the same with zsh in ~/.zshrc, or
    `paragen completion fish > ~/.config/fish/completions/paragen.fish`. bash must be 4.4 or newer.

    Example: eval "$(paragen completion bash)"
    """
    from click.shell_completion import ShellComplete, get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    # not kind.source(): it runs bash to check its version, and that may not be the bash that will load this
    click.echo(ShellComplete.source(kind(click.get_current_context().find_root().command, {}, _PROGRAM, COMPLETING)))


def complete(command: click.Command, instruction: str) -> int:
    """Answer the shell's script; return the exit code.

    Parameters
    ----------
    instruction : the script's request, in :data:`paragen.cli.console.COMPLETING`.
    """
    from click.shell_completion import shell_complete

    return shell_complete(command, {}, _PROGRAM, COMPLETING, instruction)

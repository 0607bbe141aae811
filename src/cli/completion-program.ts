import { Argument, type Command } from 'commander';
import { commands, lazyAction } from './commands.js';

/** Adds the command that prints the completion script of a shell. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the script with which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(lazyAction(commands.completion));
}

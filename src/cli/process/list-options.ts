import type { Command } from 'commander';
import { json } from './json-option.js';

/** Adds the options of a command that lists objects. `searched` names the values that `--search` looks in. */
export function addListOptions(command: Command, searched: string): Command {
  return command
    .option('--search <text>', `only those whose ${searched} contains this text`)
    .option('--limit <n>', 'how many to print, 0 to 10000', '20')
    .option('--all', 'print all of them')
    .option(...json);
}

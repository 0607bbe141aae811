import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';

/** Adds the command that checks the data of a database. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('check every row, hash, count and index of the database, while servers run; changes nothing')
    .option('--repair', 'also compute derived data again where it is wrong; never changes content')
    .option(...json)
    .action(lazyAction(commands.verify));
}

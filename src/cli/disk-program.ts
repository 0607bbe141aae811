import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';
import { optionalOrgOption } from './process/object-options.js';

/** Adds the command that prints the size of the data. */
export function addDiskCommand(program: Command): void {
  program
    .command('disk')
    .description('say what takes space in the database and in object storage, by kind, organization and space')
    .option(...optionalOrgOption('only what belongs to this organization'))
    .option(...json)
    .action(lazyAction(commands.disk));
}

import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';

/** Adds the command that moves a database. */
export function addMoveCommand(program: Command): void {
  program
    .command('move')
    .description('copy a database to an empty one, also from SQLite to Postgres and back')
    .argument('<from>', 'URL of the database, such as file:./data/docgraph.db; it is only read')
    .argument('<to>', 'URL of an empty database, such as postgres://docgraph@localhost/docgraph')
    .option(...json)
    .action(lazyAction(commands.move));
}

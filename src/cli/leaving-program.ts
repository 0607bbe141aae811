import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';
import { optionalOrgOption } from './process/object-options.js';

/** Adds the commands that disable, enable and erase users. */
export function addUserRemovalCommands(users: Command): void {
  for (const [name, description, command] of [
    ['disable', 'lock a person out of an organization, or of all', commands.disableUser],
    ['enable', 'let a person in again', commands.enableUser],
  ] as const) {
    users
      .command(name)
      .description(description)
      .requiredOption('--email <email>', 'e-mail address of the person')
      .option(...optionalOrgOption('organization; default: all of the person'))
      .option(...json)
      .action(lazyAction(command));
  }
  users
    .command('erase')
    .description('erase a person, and print what remains')
    .argument('<user>', 'e-mail address or id of the person')
    .option('--yes', 'do not ask')
    .option(...json)
    .action(lazyAction(commands.eraseUser));
}

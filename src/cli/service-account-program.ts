import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';
import { orgOption } from './process/object-options.js';

/** Adds the commands for service accounts. */
export function addServiceAccountCommands(program: Command): void {
  const accounts = program.command('service-account').description('service accounts of organizations');

  accounts
    .command('create')
    .description('create a service account, and print its id')
    .option(...orgOption('organization that it belongs to'))
    .requiredOption('--name <name>', 'name, shown with its actions')
    .option('--role <role>', 'role in the organization, or guest', 'guest')
    .option(...json)
    .action(lazyAction(commands.createServiceAccount));

  accounts
    .command('list')
    .description('list the service accounts of an organization, newest first')
    .option(...orgOption())
    .option(...json)
    .action(lazyAction(commands.listServiceAccounts));
}

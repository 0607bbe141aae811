import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';
import { orgArgument } from './process/object-options.js';

/** Adds the commands that delete and restore an organization. */
export function addOrganizationDeletionCommands(organizations: Command): void {
  organizations
    .command('delete')
    .description('delete an organization; for 7 days it can be restored, then it is removed')
    .argument(...orgArgument)
    .option('--title <title>', 'its title, as a confirmation')
    .option('--yes', 'delete it without the title')
    .option('--now', 'remove it as soon as a server or `docgraph jobs run-schedules` runs the job')
    .option(...json)
    .action(lazyAction(commands.deleteOrganization));
  organizations
    .command('restore')
    .description('restore a deleted organization whose removal has not begun')
    .argument(...orgArgument)
    .option(...json)
    .action(lazyAction(commands.restoreOrganization));
}

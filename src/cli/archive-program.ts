import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';
import { orgArgument } from './process/object-options.js';

/** Adds the commands that export and import organizations, to move them between servers. */
export function addArchiveCommands(organizations: Command): void {
  organizations
    .command('export')
    .description('write everything of an organization as one file')
    .argument(...orgArgument)
    .argument('<file>', 'the file, such as acme.tar; it is replaced')
    .option('--passphrase-file <file>', 'seal the secrets with the passphrase in this file; default: leave them out')
    .option(...json)
    .action(lazyAction(commands.exportOrganization));

  organizations
    .command('import')
    .description(
      'create an organization from a file that `org export` wrote; run it again to go on after an interruption',
    )
    .argument('<file>', 'the file, such as acme.tar')
    .option('--new-ids', 'give all objects new ids, to copy an organization that exists')
    .option('--passphrase-file <file>', 'open the secrets with the passphrase in this file; default: leave them out')
    .option('--owner <email>', 'e-mail address of a user who becomes an admin')
    .option(...json)
    .action(lazyAction(commands.importOrganization));
}

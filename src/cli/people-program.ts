import type { Command } from 'commander';
import { addArchiveCommands } from './archive-program.js';
import { commands, lazyAction } from './commands.js';
import { addUserRemovalCommands } from './leaving-program.js';
import { addOrganizationDeletionCommands } from './organization-program.js';
import { json } from './process/json-option.js';
import { addListOptions } from './process/list-options.js';
import { optionalOrgOption, orgArgument, userArgument } from './process/object-options.js';

/** Adds the commands for organizations, which only the operator can create. */
export function addOrganizationCommands(program: Command): void {
  const organizations = program.command('org').description('organizations');

  organizations
    .command('create')
    .description('create an organization')
    .requiredOption('--title <title>', 'its name, 2 to 255 characters')
    .option('--owner <email>', 'e-mail address of the user who becomes its admin; default: the first admin')
    .option(...json)
    .action(lazyAction(commands.createOrganization));

  addListOptions(organizations.command('list').description('list all organizations, newest first'), 'title').action(
    lazyAction(commands.listOrganizations),
  );

  organizations
    .command('show')
    .description('print an organization with its settings, limits, counts and providers')
    .argument('[organization]', 'id or unique title of the organization; default: the only one')
    .option(...json)
    .action(lazyAction(commands.showOrganization));

  organizations
    .command('update')
    .description('set what only the operator may; null clears what is JSON')
    .argument(...orgArgument)
    .option('--plan <plan>', 'product plan, such as pro_2024')
    .option('--max-members <n>', 'how many members it may have, guests included; empty for no limit')
    .option('--max-spaces <n>', 'how many spaces it may have; empty for no limit')
    .option('--custom-hostname <name>', 'hostname of the organization itself; empty for none')
    .option('--billing <json>', 'billing, as /v1 shows it')
    .option('--trial <json>', 'trial of the plan, such as {"status":"active","count":1}')
    .option('--blocked <json>', 'why it is blocked, such as {"reason":"Unpaid"}')
    .option('--billing-migration <json>', 'a move to other prices')
    .option(...json)
    .action(lazyAction(commands.updateOrganization));
  addOrganizationDeletionCommands(organizations);

  addArchiveCommands(organizations);
}

/** Adds the commands for users. */
export function addUserCommands(program: Command): void {
  const users = program.command('user').description('users');

  users
    .command('create')
    .description('create a user, or add an existing one to an organization')
    .requiredOption('--email <email>', 'e-mail address')
    .requiredOption('--name <name>', 'name shown to others')
    .option(...optionalOrgOption('organization to add the user to'))
    .option('--role <role>', 'admin, create, review, edit, comment, read or guest; default: read')
    .option(...json)
    .action(lazyAction(commands.createUser));

  addListOptions(users.command('list').description('list all users, newest first'), 'name or e-mail address').action(
    lazyAction(commands.listUsers),
  );

  users
    .command('show')
    .description('print a user with its memberships')
    .argument(...userArgument)
    .option(...json)
    .action(lazyAction(commands.showUser));

  users
    .command('verify')
    .description('print a link, good for a day, by which a user shows that the e-mail address is theirs')
    .argument('<email>', 'e-mail address of the user')
    .option('--mail', 'also send the link to the address')
    .option(...json)
    .action(lazyAction(commands.verifyUser));

  addUserRemovalCommands(users);
}

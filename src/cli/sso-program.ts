import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';
import { orgOption } from './process/object-options.js';

/** Adds the commands for identity providers. */
export function addSsoCommands(program: Command): void {
  const sso = program.command('sso').description('identity providers of organizations');

  sso
    .command('list')
    .description('list the identity providers of an organization, newest first')
    .option(...orgOption())
    .option(...json)
    .action(lazyAction(commands.listProviders));

  const create = sso
    .command('create-oidc')
    .description('add an OpenID provider, and print the addresses to enter there')
    .option(...orgOption())
    .requiredOption('--label <label>', 'name shown on the sign-in page, 1 to 30 characters')
    .requiredOption('--issuer <address>', 'issuer identifier of the provider')
    .requiredOption('--client-id <id>', 'client id that the provider gave to this server');
  addOptionalSettings(create).action(lazyAction(commands.createOidcProvider));

  const update = sso
    .command('update-oidc')
    .description('change an OpenID provider')
    .argument('<id>', 'id of the provider')
    .option('--label <label>', 'name shown on the sign-in page, 1 to 30 characters')
    .option('--issuer <address>', 'issuer identifier of the provider')
    .option('--client-id <id>', 'client id that the provider gave to this server');
  addOptionalSettings(update).action(lazyAction(commands.updateOidcProvider));

  sso
    .command('delete')
    .description('remove an identity provider; members who signed in with it stay')
    .argument('<id>', 'id of the provider')
    .option(...json)
    .action(lazyAction(commands.deleteProvider));
}

/** Adds the options for the optional settings of an OpenID provider. */
function addOptionalSettings(command: Command): Command {
  return command
    .option('--client-secret-file <path>', 'file with the client secret; - reads it from stdin')
    .option('--groups-claim <name>', 'claim that lists the groups of a person; empty for none')
    .option('--role <role>', 'role at the first sign-in, or guest; default: that of the organization')
    .option('--team <team>', 'team that people join at their first sign-in, by id or title; empty for none')
    .option(...json);
}

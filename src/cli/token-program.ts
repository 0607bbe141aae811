import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';
import { optionalOrgOption, userOption } from './process/object-options.js';

/** Adds the commands for access tokens. */
export function addTokenCommands(program: Command): void {
  const tokens = program.command('token').description('access tokens');

  tokens
    .command('create')
    .description('make an access token; it is shown once')
    .requiredOption(...userOption('whom it speaks for'))
    .option('--name <name>', 'what it is for')
    .option('--expires <days or date>', 'when it ceases to work; default: never')
    .option('--scope <scope...>', 'what it may do: read, agent or resource:action; default: all that the user may')
    .option(...optionalOrgOption("the one organization that it works in; default: all of the user's"))
    .option('--documents <client>', 'client whose persisted documents alone it may send; default: any text')
    .option(...json)
    .action(lazyAction(commands.createToken));

  tokens
    .command('list')
    .description('list the access tokens of a user, newest first')
    .requiredOption(...userOption('whose'))
    .option(...json)
    .action(lazyAction(commands.listTokens));

  tokens
    .command('revoke')
    .description('revoke an access token')
    .argument('<id>', 'id of the token')
    .option(...json)
    .action(lazyAction(commands.revokeToken));

  tokens
    .command('bootstrap')
    .description('make BOOTSTRAP_TOKEN the token of the first admin')
    .option('--force', 'also if the value was replaced or revoked')
    .option(...json)
    .action(lazyAction(commands.bootstrapToken));
}

/** Adds the commands for sessions in browsers. */
export function addSessionCommands(program: Command): void {
  const sessions = program.command('session').description('browsers in which people are signed in');

  sessions
    .command('list')
    .description('list the sessions of a user, newest first')
    .requiredOption(...userOption('the user'))
    .option(...json)
    .action(lazyAction(commands.listSessions));

  sessions
    .command('revoke')
    .description('end a session')
    .argument('<id>', 'id of the session')
    .option(...json)
    .action(lazyAction(commands.revokeSession));
}

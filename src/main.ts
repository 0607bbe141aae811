#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { exportCommand } from './cli/export-command.js';
import { type ImportOptions, importCommand } from './cli/import-command.js';
import { migrateCommand } from './cli/migrate-command.js';
import { exitCodes, printResult, reportError } from './cli/output.js';
import { schemaCommand } from './cli/schema-command.js';
import { withSession } from './cli/session.js';
import { startCommand } from './cli/start-command.js';
import { createOrganization } from './domains/organizations/create-organization.js';
import { createToken, createUser } from './domains/users/actions.js';
import { packageVersion } from './package-path.js';

interface Json {
  json?: boolean;
}

const json = ['--json', 'print the result as one JSON line, as is done where stdout is no terminal'] as const;

const program = new Command('docgraph')
  .description(
    'A self-hostable GraphQL gateway over the management model of a documentation platform.\nConfiguration comes from the environment; see README.',
  )
  .version(packageVersion())
  .exitOverride()
  .showHelpAfterError('(see docgraph --help)');

program.command('start').description('migrate the database, fill it when it is empty, and serve').action(startCommand);

program
  .command('migrate')
  .description('bring the database up to date')
  .option('--check', 'only tell; exit with 1 where migrations are pending')
  .option(...json)
  .action(migrateCommand);

program
  .command('org')
  .description('organizations')
  .command('create')
  .description('create an organization')
  .requiredOption('--title <title>', 'its name, 2 to 255 characters')
  .option('--owner <email>', 'e-mail address of the user who becomes its admin; default: the first admin')
  .option(...json)
  .action(async (options: { title: string; owner?: string } & Json) => {
    const id = await withSession((session) => createOrganization(session, options));
    printResult({ id }, { json: options.json, sentence: `Created the organization ${id}.` });
  });

program
  .command('user')
  .description('users')
  .command('create')
  .description('create a user, or add an existing one to an organization')
  .requiredOption('--email <email>', 'e-mail address')
  .requiredOption('--name <name>', 'name shown to others')
  .option('--org <id>', 'organization to add the user to')
  .option('--role <role>', 'admin, create, review, edit, comment, read or guest; default: read')
  .option(...json)
  .action(async ({ org, ...options }: { email: string; name: string; org?: string; role?: string } & Json) => {
    const id = await withSession((session) => createUser(session, { ...options, organization: org }));
    printResult({ id }, { json: options.json, sentence: `The user is ${id}.` });
  });

program
  .command('token')
  .description('access tokens')
  .command('create')
  .description('make an access token; it is shown once')
  .requiredOption('--user <email or id>', 'whom it speaks for')
  .option('--name <name>', 'what it is for')
  .option(...json)
  .action(async (options: { user: string; name?: string } & Json) => {
    const token = await withSession((session) => createToken(session, options));
    printResult({ token }, { json: options.json, sentence: token });
  });

program
  .command('import')
  .description('import a folder of Markdown as a new space, or as a new revision of one')
  .argument('<dir>', 'the folder')
  .requiredOption('--org <id>', 'organization')
  .option('--title <title>', "title of the new space; default: the folder's name")
  .option('--space <id>', 'space to import into')
  .option(...json)
  .action((folder: string, options: ImportOptions) => importCommand(folder, options));

program
  .command('export')
  .description('write the content of a space as a folder')
  .argument('<space>', 'id of the space')
  .argument('<dir>', 'the folder')
  .option(...json)
  .action((space: string, folder: string, options: Json) => exportCommand(space, folder, options));

program
  .command('schema')
  .description('print the GraphQL schema')
  .option('--openapi', 'print the OpenAPI description of /v1 instead')
  .action(schemaCommand);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = reportError(error);
  else process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
}

import { Command, CommanderError } from 'commander';
import { packageVersion } from '../platform/base/package-path.js';
import { addBackupCommands } from './backup-program.js';
import { addBlobCommands } from './blobs-program.js';
import { commands, lazyAction } from './commands.js';
import { addCompletionCommand } from './completion-program.js';
import { addSiteCommands, addSpaceCommands } from './content-program.js';
import { addDemoCommand } from './demo-program.js';
import { addDiskCommand } from './disk-program.js';
import { addDoctorCommand } from './doctor-program.js';
import { addDocumentCommands, addSchemaCommands } from './graph-program.js';
import { addMailCommands } from './mail-program.js';
import { addMemberCommands, addTeamCommands } from './member-program.js';
import { addMoveCommand } from './move-program.js';
import { addOrganizationCommands, addUserCommands } from './people-program.js';
import { json } from './process/json-option.js';
import { optionalOrgOption, orgOption, spaceArgument, spaceOption } from './process/object-options.js';
import { exitCodes, reportError } from './process/output.js';
import { addServiceAccountCommands } from './service-account-program.js';
import { addSsoCommands } from './sso-program.js';
import { addSessionCommands, addTokenCommands } from './token-program.js';
import { addVerifyCommand } from './verify-program.js';

/**
 * Runs a command with arguments such as `['token', 'list', '--user', 'ann@acme.test']`. It writes to stdout and stderr,
 * and reads its configuration from environment variables. Returns the exit code. A server continues to run after that.
 */
export async function runCommand(args: string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error);
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
}

function createProgram(): Command {
  const program = new Command('docgraph')
    .description(
      'A self-hostable GraphQL gateway over the management model of a documentation platform.\nConfiguration comes from the environment; docs/configuration.md lists every variable.',
    )
    .version(packageVersion())
    .exitOverride()
    // Each option belongs to the command that it follows.
    .enablePositionalOptions()
    .showHelpAfterError('(see docgraph --help)');
  for (const add of [
    addServerCommands,
    addMoveCommand,
    addBackupCommands,
    addDemoCommand,
    addDoctorCommand,
    addVerifyCommand,
    addDiskCommand,
    addOrganizationCommands,
    addSpaceCommands,
    addSiteCommands,
    addUserCommands,
    addMemberCommands,
    addTeamCommands,
    addServiceAccountCommands,
    addTokenCommands,
    addSessionCommands,
    addEventCommands,
    addFolderCommands,
    addIndexCommands,
    addBlobCommands,
    addJobCommands,
    addMailCommands,
    addSsoCommands,
    addSecretCommands,
    addDocumentCommands,
    addSchemaCommands,
    addCompletionCommand,
  ])
    add(program);
  return program;
}

/** Adds the commands for the server and its database. */
function addServerCommands(program: Command): void {
  program
    .command('start')
    .description('migrate the database, fill it when it is empty, and serve')
    .action(lazyAction(commands.start));

  program
    .command('migrate')
    .description('bring the database up to date')
    .option('--check', 'only tell; exit with 1 where migrations are pending')
    .option(...json)
    .action(lazyAction(commands.migrate));
}

/** Adds the command that prints events. */
function addEventCommands(program: Command): void {
  program
    .command('events')
    .description('print what was done in an organization, the latest last')
    .option(...orgOption())
    .option(...spaceOption('only what was done in this space'))
    .option('--action <name>', 'only what is called so, such as mergeChangeRequest')
    .option('--actor <user>', 'only what this user did; id, e-mail address or unique name')
    .option('--since <date>', 'only what was done then or later')
    .option('--limit <n>', 'how many of the latest to print, 0 to 10000', '20')
    .option('--follow', 'go on with what is done from now on, until it is ended')
    .option(...json)
    .action(lazyAction(commands.events));
}

/** Adds the commands that import and export content. */
function addFolderCommands(program: Command): void {
  program
    .command('import')
    .description('import a folder of Markdown as a new space, or as a new revision of one')
    .argument('<dir>', 'the folder')
    .option(...orgOption())
    .option('--title <title>', "title of the new space; default: the folder's name")
    .option(...spaceOption('space to import into'))
    .option('--strict', 'refuse the folder for the first fault that would lose something')
    .option(...json)
    .action(lazyAction(commands.import));

  program
    .command('export')
    .description('write the content of a space as a folder')
    .argument(...spaceArgument)
    .argument('<dir>', 'the folder')
    .option('--sidecar', 'add .docgraph.json, which says what no folder can: importing it all gives the same content')
    .option(...json)
    .action(lazyAction(commands.export));
}

/** Adds the commands that recompute the indexes of the content. */
function addIndexCommands(program: Command): void {
  program
    .command('links')
    .description('the index of links')
    .command('rebuild')
    .description('compute the link index again from the pages')
    .option(...spaceOption('of one space; default: of all'))
    .option(...json)
    .action(lazyAction(commands.rebuildLinks));

  program
    .command('search')
    .description('full-text search')
    .command('rebuild')
    .description('compute the search index again from the pages')
    .option(...spaceOption('of one space; default: of all'))
    .option(...json)
    .action(lazyAction(commands.rebuildSearch));
}

/** Adds the commands for background jobs. */
function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('background work');

  jobs
    .command('list')
    .description('list jobs, newest first')
    .option('--status <status>', 'only those that are waiting, running, done or dead')
    .option('--kind <kind>', 'only those of this kind, such as content.sweep')
    .option(...optionalOrgOption('only those of this organization'))
    .option('--limit <n>', 'how many to print, 0 to 10000', '20')
    .option(...json)
    .action(lazyAction(commands.listJobs));

  jobs
    .command('replay')
    .description('run a job again that was given up')
    .argument('<id>', 'id of the job')
    .option(...json)
    .action(lazyAction(commands.replayJob));

  jobs
    .command('run-schedules')
    .description('do what is due now, such as removing what was deleted 7 days ago, where no server does')
    .option(...json)
    .action(lazyAction(commands.runSchedules));
}

/** Adds the commands for the secrets of the server. */
function addSecretCommands(program: Command): void {
  program
    .command('secrets')
    .description('the secret that seals keys')
    .command('rotate')
    .description('seal with SECRET what SECRET_PREVIOUS sealed')
    .option('--replace-lost', 'replace keys that neither secret opens: their addresses and tokens end')
    .option(...json)
    .action(lazyAction(commands.rotateSecrets));
}

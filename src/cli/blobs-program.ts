import { type Command, Option } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';

/** Adds the command that moves large blobs between the database and object storage. */
export function addBlobCommands(program: Command): void {
  program
    .command('blobs')
    .description('contents of pages and files')
    .command('move')
    .description(
      'move large contents into object storage, or back, while servers run; continues a move that was interrupted',
    )
    .addOption(
      new Option('--to <place>', 'destination of the contents').choices(['s3', 'database']).makeOptionMandatory(),
    )
    .option(...json)
    .action(lazyAction(commands.moveBlobs));
}

import { type Command, Option } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';

/** Adds the command that creates a demo organization. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('create an organization with members, content, change requests, conversations and published sites')
    .option('--org <title>', 'title of the organization', 'Kestrel Shipping')
    .addOption(new Option('--size <size>', 'how much it has').choices(['small', 'large']).default('small'))
    .option('--seed <n>', 'number that selects the generated texts, 0 to 4294967295', '1')
    .option('--again', 'create another one if the title exists')
    .option(...json)
    .action(lazyAction(commands.demo));
}

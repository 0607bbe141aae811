import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';

/** Adds the commands for mails. */
export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('mails that were sent, or wait');
  mail
    .command('list')
    .description('list mails, newest first')
    .option('--limit <n>', 'how many to print, 0 to 10000', '20')
    .option(...json)
    .action(lazyAction(commands.listMails));
  mail
    .command('show')
    .description('print a mail, with its links until they end')
    .argument('<id>', 'id of the mail')
    .option('--html', 'print the HTML alone')
    .option(...json)
    .action(lazyAction(commands.showMail));
}

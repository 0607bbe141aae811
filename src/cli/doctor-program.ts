import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';

/** Adds the command that examines an installation. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('examine the configuration, the database and the proxies, and say what to do; changes nothing')
    .option('--settings', 'also print the settings in effect, with their bounds')
    .option('--strict', 'exit with 1 for warnings, too')
    .option(...json)
    .action(lazyAction(commands.doctor));
}

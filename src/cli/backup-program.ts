import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';

const passphraseFile = ['--passphrase-file <file>', 'file with the passphrase of an encrypted backup'] as const;
const identityFile = ['--identity-file <file>', 'file with the age identity that opens an encrypted backup'] as const;

/** Adds the commands that back up a database and restore it. */
export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .enablePositionalOptions()
    .description('back up the database to one file, while servers run')
    .argument('[to]', 'folder, file that ends with .tar or .age, or s3://bucket/prefix; default: BACKUP_TO')
    .option('--recipient <key>', 'encrypt for the owner of this age key (age1…); default: BACKUP_RECIPIENT')
    .option('--passphrase-file <file>', 'encrypt with the passphrase in this file; default: BACKUP_PASSPHRASE_FILE')
    .option('--keep <n>', 'remove the oldest backups of this server, so that <n> stay; default: remove none')
    .option('--skip-lost', 'leave out objects of object storage that are missing or damaged')
    .option(...json)
    .action(lazyAction(commands.backup));

  backup
    .command('list')
    .description('list the backups of a folder or bucket, oldest first')
    .argument('[where]', 'folder, or s3://bucket/prefix; default: BACKUP_TO')
    .option(...json)
    .action(lazyAction(commands.listBackups));

  backup
    .command('check')
    .description('read a backup, and verify every byte of it')
    .argument('<file>', 'path, or s3://bucket/prefix/name')
    .option(...passphraseFile)
    .option(...identityFile)
    .option(...json)
    .action(lazyAction(commands.checkBackup));

  addRestoreCommand(program);
}

function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into the empty database of DATABASE_URL')
    .argument('<file>', 'path, or s3://bucket/prefix/name')
    .option(...passphraseFile)
    .option(...identityFile)
    .option('--old-secret-file <file>', 'file with the SECRET of the former server, if the new one has another')
    .option('--secret-lost', 'restore without the SECRET of the former server; run docgraph secrets rotate afterwards')
    .option('--send-mails', 'send the mails that were queued when the backup was made; default: they are left out')
    .option('--accept-damage', 'restore content that was already damaged when the backup was made')
    .option(...json)
    .action(lazyAction(commands.restore));
}

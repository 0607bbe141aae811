import { type MadeBackup, makeBackup } from '../../platform/backup/create/make-backup.js';
import type { BackupKey } from '../../platform/backup/encryption/encrypt.js';
import { openPlace } from '../../platform/backup/places/open-place.js';
import { badInput } from '../../platform/base/errors.js';
import { type Config, ConfigError, readConfig } from '../../platform/config/config.js';
import { readSecrets } from '../../platform/secrets/secret.js';
import { backupProgress } from '../backup/progress.js';
import { abortOnSignals } from '../backup/signals.js';
import { formatBytes } from '../doctor/base/units.js';
import { printResult } from '../process/output.js';
import { requireDatabase } from '../setup/new-database.js';
import { databaseOf, reachDatabase } from '../setup/open-database.js';
import { readPassphrase } from './archive-command.js';

/** Options of `docgraph backup`. */
export interface BackupOptions {
  recipient?: string;
  passphraseFile?: string;
  keep?: string;
  /** Whether objects that are missing or damaged are left out. */
  skipLost?: boolean;
  json?: boolean;
}

/**
 * `docgraph backup [TO]`: backs up the database to one file, with a progress bar on stderr. Servers may write meanwhile.
 */
export async function backupCommand(to: string | undefined, options: BackupOptions): Promise<void> {
  const config = readConfig(process.env);
  const target = to ?? config.backup.to;
  if (target === undefined)
    throw new ConfigError('Cannot back up: there is no destination. Give one, or set BACKUP_TO.');
  requireDatabase(config);
  const configured = databaseOf(config);
  const { blobs } = configured;
  await reachDatabase(configured);
  const key = readKey(options, config);
  const keep = options.keep === undefined ? undefined : parseKeep(options.keep);
  const { place, name } = openPlace(target);
  const { current: secret, previous: previousSecret } = readSecrets(config);
  const secrets = { secret, previousSecret };
  const database = { url: config.databaseDirectUrl, blobs, publicUrl: config.publicUrl ?? null, ...secrets };
  const progress = backupProgress('written');
  const signals = abortOnSignals();
  try {
    const settings = { name, key, keep, skipsLost: options.skipLost };
    const request = { ...database, place, ...settings, onProgress: progress.update, signal: signals.signal };
    const made = await makeBackup(request);
    progress.stop();
    printResult(made, { json: options.json ?? false, sentence: describe(made) });
  } finally {
    progress.stop();
    signals.close();
    blobs?.storage.close();
    place.close();
  }
}

function describe({ location, rows, bytes, lost, removed }: MadeBackup): string {
  return [
    `Wrote ${rows} rows to ${location} (${formatBytes(bytes)}).`,
    ...(lost.length > 0 ? [`Left out ${lost.length} objects that are missing or damaged.`] : []),
    ...(removed.length > 0 ? [`Removed ${removed.length} older backups.`] : []),
  ].join(' ');
}

/** Returns the key that encrypts the backup. An option replaces both variables. */
function readKey({ recipient, passphraseFile }: BackupOptions, { backup }: Config): BackupKey | undefined {
  if (recipient !== undefined && passphraseFile !== undefined)
    throw badInput('recipient', '`recipient` must not be given together with `passphrase-file` (got both)');
  const isGiven = recipient !== undefined || passphraseFile !== undefined;
  const given = isGiven ? { recipient, passphraseFile } : backup;
  if (given.passphraseFile !== undefined) return { passphrase: readPassphrase(given.passphraseFile) };
  return given.recipient === undefined ? undefined : { recipient: given.recipient };
}

function parseKeep(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw badInput('keep', `\`keep\` must be a whole number from 1 to 99999 (got ${JSON.stringify(text)})`);
}

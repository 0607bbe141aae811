import type { BackupHead } from '../../platform/backup/container/head.js';
import { readContainer } from '../../platform/backup/container/read-container.js';
import { decrypt } from '../../platform/backup/encryption/decrypt.js';
import { createObjectWriter } from '../../platform/backup/objects/object-writer.js';
import { openFile } from '../../platform/backup/places/open-place.js';
import { checkRestorable, restoreBackup } from '../../platform/backup/restore/restore-backup.js';
import { type Config, readConfig } from '../../platform/config/config.js';
import { type DecryptionOptions, readDecryptionKeys, readOldSecret } from '../backup/key-files.js';
import { backupProgress } from '../backup/progress.js';
import { restoredRows } from '../backup/restored-rows.js';
import { planSecrets, resealValues } from '../backup/restored-secret.js';
import { printResult } from '../process/output.js';
import { databaseOf, reachDatabase } from '../setup/open-database.js';

/** Options of `docgraph restore`. */
export interface RestoreOptions extends DecryptionOptions {
  oldSecretFile?: string;
  secretLost?: boolean;
  sendMails?: boolean;
  acceptDamage?: boolean;
  json?: boolean;
}

/** Result of a restore. */
interface Restored {
  /** Number of restored rows. */
  rows: number;
  /** When the backup was made. */
  createdAt: string;
  /** Number of values that were sealed with the new secret. */
  sealed: number;
  /** Facts and next steps for the operator, as sentences. */
  notes: string[];
}

/** `docgraph restore FILE`: restores a backup into the configured database, with a progress bar on stderr. */
export async function restoreCommand(file: string, options: RestoreOptions): Promise<void> {
  const config = readConfig(process.env);
  const keys = readDecryptionKeys(options);
  const old = readOldSecret(options.oldSecretFile);
  const database = databaseOf(config);
  await reachDatabase(database);
  const { place, name } = openFile(file);
  const progress = backupProgress('restored');
  try {
    const reader = await readContainer(decrypt(keys, place.read(name)));
    await checkRestorable(reader, config.databaseDirectUrl);
    const plan = planSecrets(reader.head, { config, old, isLost: options.secretLost ?? false });
    let sealed = 0;
    const { rows } = await restoreBackup(reader, {
      url: config.databaseDirectUrl,
      filters: restoredRows({ sendsMails: options.sendMails ?? false }),
      objects: database.blobs && createObjectWriter(database.blobs),
      acceptsDamage: options.acceptDamage ?? false,
      onProgress: progress.update,
      async prepare(url) {
        sealed = await resealValues(url, config, plan);
      },
    });
    progress.stop();
    const notes = notesOn(reader.head, config, options);
    report({ rows, createdAt: reader.head.createdAt, sealed, notes }, options);
  } finally {
    progress.stop();
    database.blobs?.storage.close();
    place.close();
  }
}

/** Returns facts and next steps for the operator. */
function notesOn({ publicUrl }: BackupHead, config: Config, { secretLost, sendMails }: RestoreOptions): string[] {
  const moves = publicUrl !== null && publicUrl !== config.publicUrl;
  return [
    'People must sign in again. Tokens, members and content are those of the backup: repeat what was revoked or erased since.',
    ...(sendMails ? [] : ['Mails that were queued when the backup was made are not sent.']),
    ...(secretLost ? ['Run `docgraph secrets rotate --replace-lost` before you start a server.'] : []),
    ...(moves
      ? [
          `PUBLIC_URL was ${publicUrl} and is ${config.publicUrl ?? 'not set'}: correct the addresses of docgraph at identity providers, and give people the new one.`,
        ]
      : []),
  ];
}

function report({ notes, ...restored }: Restored, { json }: RestoreOptions): void {
  const sentence = `Restored ${restored.rows} rows of the backup of ${restored.createdAt}.`;
  printResult({ ...restored, notes }, { json: json ?? false, sentence: [sentence, ...notes].join('\n') });
}

import { readContainer } from '../../platform/backup/container/read-container.js';
import { decrypt } from '../../platform/backup/encryption/decrypt.js';
import { noObjectWriter } from '../../platform/backup/objects/object-writer.js';
import { openFile, openPlace } from '../../platform/backup/places/open-place.js';
import { readTables } from '../../platform/backup/restore/read-tables.js';
import { ConfigError, readConfig } from '../../platform/config/config.js';
import { type DecryptionOptions, readDecryptionKeys } from '../backup/key-files.js';
import { backupProgress } from '../backup/progress.js';
import { formatBytes } from '../doctor/base/units.js';
import { formatTable } from '../objects/format-table.js';
import { printJsonOr, printResult, ReportedFailure } from '../process/output.js';

/** `docgraph backup list [WHERE]`: prints the backups of a folder or bucket, oldest first. */
export async function listBackupsCommand(where: string | undefined, { json }: { json?: boolean }): Promise<void> {
  const target = where ?? readConfig(process.env).backup.to;
  if (target === undefined)
    throw new ConfigError('Cannot list backups: there is no folder or bucket. Give one, or set BACKUP_TO.');
  const { place } = openPlace(target);
  try {
    const backups = await place.list();
    const rows = backups.map(({ createdAt, bytes, location }) => [
      createdAt.toISOString(),
      formatBytes(bytes),
      location,
    ]);
    const text = () => (rows.length === 0 ? `No backups at ${place.location}.` : formatTable(rows));
    const listed = backups.map(({ location, bytes, createdAt }) => ({ location, bytes, createdAt }));
    printJsonOr({ backups: listed }, { json: json ?? false, text });
  } finally {
    place.close();
  }
}

/** `docgraph backup check FILE`: reads a backup, and verifies the hashes of its entries and of its content. */
export async function checkBackupCommand(file: string, options: DecryptionOptions & { json?: boolean }): Promise<void> {
  const keys = readDecryptionKeys(options);
  const { place, name } = openFile(file);
  const progress = backupProgress('read');
  try {
    const reader = await readContainer(decrypt(keys, place.read(name)));
    const count = async (_table: unknown, parts: AsyncIterable<{ rows: number }>): Promise<number> => {
      let rows = 0;
      for await (const part of parts) rows += part.rows;
      return rows;
    };
    const target = { write: count, filters: {}, objects: noObjectWriter, onProgress: progress.update };
    const { rows, damaged } = await readTables(reader, target);
    progress.stop();
    const { version, createdAt, provider } = reader.head;
    const sentence = `The backup is complete: ${rows} rows of a ${provider} database, made at ${createdAt} by docgraph ${version}.`;
    printResult({ createdAt, version, provider, rows, damaged }, { json: options.json ?? false, sentence });
    if (damaged.length > 0) throw reportDamage(damaged.length);
  } finally {
    progress.stop();
    place.close();
  }
}

function reportDamage(count: number): ReportedFailure {
  const sentence = `${count} blobs were already damaged in the database that was backed up. Run \`docgraph verify\` there.`;
  process.stderr.write(`docgraph: ${sentence}\n`);
  return new ReportedFailure();
}

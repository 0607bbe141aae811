import { existsSync } from 'node:fs';
import { providerOf, sqlitePath } from '../../platform/db/connection/store-url.js';
import { type MoveProgress, type MoveResult, moveDatabase } from '../../platform/db/moving/move-database.js';
import { printJsonOr } from '../process/output.js';
import { createProgressBar } from '../process/progress-bar.js';

/**
 * `docgraph move FROM TO`: copies a database to an empty one, on the same provider or the other. It prints the number
 * of rows and the checksum of each table, and what the server needs. It reports progress on stderr.
 */
export async function moveCommand(from: string, to: string, { json }: { json?: boolean }): Promise<void> {
  const bar = progressBar();
  try {
    const result = await moveDatabase({ from, to, onProgress: bar.update });
    bar.stop();
    const secretFile = findSecretFile(from);
    printJsonOr({ ...result, secretFile }, { json, text: () => describeResult(result, secretFile) });
  } finally {
    bar.stop();
  }
}

/** Returns the secret next to a SQLite file; null if there is none. */
function findSecretFile(url: string): string | null {
  const path = providerOf(url) === 'sqlite' ? `${sqlitePath(url)}.secret` : null;
  return path !== null && existsSync(path) ? path : null;
}

function describeResult({ tables, rows, from, to }: MoveResult, secretFile: string | null): string {
  const lines = tables
    .filter((table) => table.rows > 0)
    .map((table) => `${table.sha256}  ${table.rows}  ${table.name}`);
  const secret = secretFile === null ? 'the same SECRET' : `SECRET_FILE=${secretFile}`;
  const next = `Start the server with DATABASE_URL set to the new database, and ${secret}.`;
  return [...lines, `Moved ${rows} rows from ${from} to ${to}. All tables are equal. ${next}`].join('\n');
}

/** Returns the progress bar of a move. */
function progressBar(): { update(progress: MoveProgress): void; stop(): void } {
  const bar = createProgressBar('{step}');
  bar.start(0, 0, { step: '' });
  return {
    update: ({ step, table, rows, total }) =>
      bar.update({ step: step === 'copy' ? `copying ${table}: ${rows} of ${total} rows` : `comparing ${table}` }),
    stop: () => bar.stop(),
  };
}

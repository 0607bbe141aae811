import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportArchive } from '../../modules/lifecycle/archives/export-archive.js';
import { badInput } from '../../platform/base/errors.js';
import { createSealer, type Sealer } from '../../platform/secrets/sealed.js';
import { withFile } from '../folders/file-errors.js';
import { writeDraft } from '../folders/write-draft.js';
import { findOrganization } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { createProgressBar } from '../process/progress-bar.js';
import { openSecrets } from '../setup/open-secrets.js';
import { type Session, withSession } from '../setup/session.js';

/** Options of `docgraph org export`. */
export interface ArchiveOptions {
  passphraseFile?: string;
  json?: boolean;
}

/** Minimum number of characters of a passphrase. */
const minPassphraseLength = 12;

/**
 * `docgraph org export ORGANIZATION FILE`: exports an organization with all its data to one file, with a progress bar
 * on stderr.
 */
export async function exportOrganizationCommand(
  organization: string,
  file: string,
  { passphraseFile, json }: ArchiveOptions,
): Promise<void> {
  const passphrase = passphraseFile === undefined ? null : readPassphrase(passphraseFile);
  const bar = progressBar();
  try {
    const written = await withSession(async (session) => {
      const secrets = passphrase === null ? null : { passphrase, sealer: await openSealer(session) };
      const id = await findOrganization(session.store.read, organization);
      const request = { organization: id, secrets, onProgress: bar.update };
      return writeDraft(file, (write) => exportArchive(session, { ...request, write }));
    });
    bar.stop();
    const { rows, bytes } = written;
    const leftOut = passphrase === null ? ' Secrets were left out.' : '';
    const sentence = `Wrote ${rows} rows (${bytes} bytes) of ${organization} to ${file}.${leftOut}`;
    printResult({ file: resolve(file), ...written }, { json, sentence });
  } finally {
    bar.stop();
  }
}

async function openSealer({ config, store }: Session): Promise<Sealer> {
  return createSealer(await openSecrets(config, store));
}

/**
 * Reads a passphrase from a file, without the line break at the end.
 * @throws AppError if it is too short
 */
export function readPassphrase(path: string): string {
  const passphrase = withFile('read', path, () => readFileSync(path, 'utf8')).replace(/\r?\n$/, '');
  if (passphrase.length >= minPassphraseLength) return passphrase;
  const rule = `must have at least ${minPassphraseLength} characters (got ${passphrase.length})`;
  throw badInput('passphrase-file', `\`passphrase-file\` ${rule}`);
}

/** Returns the progress bar of an export. */
function progressBar(): { update(table: string, rows: number): void; stop(): void } {
  const bar = createProgressBar('{value} rows written, {table}');
  bar.start(0, 0, { table: '' });
  return { update: (table, rows) => bar.update(rows, { table }), stop: () => bar.stop() };
}

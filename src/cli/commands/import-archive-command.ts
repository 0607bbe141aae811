import { withArchive } from '../../modules/lifecycle/imports/archive-file.js';
import {
  type ImportedOrganization,
  type ImportPhase,
  importOrganization,
} from '../../modules/lifecycle/imports/import-organization.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { printResult } from '../process/output.js';
import { createStepBar } from '../process/progress-bar.js';
import { openSecrets } from '../setup/open-secrets.js';
import { withSession } from '../setup/session.js';
import { readPassphrase } from './archive-command.js';

/** Options of `docgraph org import`. */
export interface ImportArchiveOptions {
  newIds?: boolean;
  passphraseFile?: string;
  owner?: string;
  json?: boolean;
}

/** `docgraph org import FILE`: imports an organization from an archive, with a progress bar on stderr. */
export async function importOrganizationCommand(file: string, options: ImportArchiveOptions): Promise<void> {
  const { newIds = false, passphraseFile, owner, json } = options;
  const passphrase = passphraseFile === undefined ? null : readPassphrase(passphraseFile);
  const bar = createStepBar('{step} [{bar}] {value}/{total}, {eta} s left', labels);
  try {
    const imported = await withSession(async (session) => {
      const sealer = createSealer(await openSecrets(session.config, session.store));
      return withArchive(file, (archive) =>
        importOrganization(session, { archive, newIds, passphrase, sealer, owner, onProgress: bar.update }),
      );
    });
    bar.stop();
    printResult(imported, { json, sentence: describeImport(imported) });
  } finally {
    bar.stop();
  }
}

function describeImport({ id, entries, people, leftOut }: ImportedOrganization): string {
  const { secrets, hostnames } = leftOut;
  return [
    `Imported the organization ${id} from ${entries} entries, with ${people.created} new users and ${people.mapped} known ones.`,
    ...(secrets ? ['Secrets were left out: share links, invite links, signing keys, client secrets.'] : []),
    ...(hostnames.length > 0 ? [`Other sites have the hostnames ${hostnames.join(', ')}, which were left out.`] : []),
  ].join(' ');
}

const labels: Record<ImportPhase, string> = { check: 'checking', store: 'storing', index: 'indexing' };

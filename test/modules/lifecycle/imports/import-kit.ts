import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorOf } from '../../../../src/modules/identity/tokens/bootstrap.js';
import { withArchive } from '../../../../src/modules/lifecycle/imports/archive-file.js';
import {
  type ImportedOrganization,
  type ImportRequest,
  importOrganization,
} from '../../../../src/modules/lifecycle/imports/import-organization.js';
import { deriveId } from '../../../../src/modules/lifecycle/imports/new-ids.js';
import { migrate } from '../../../../src/platform/db/migrations/migrate.js';
import { openStore } from '../../../../src/platform/db/open.js';
import { sealer, type TestApp } from '../../../support/app.js';
import { atEnd, testDatabase, testFolder } from '../../../support/database.js';
import type { ReadArchive } from '../archives/archive-kit.js';

/** The database and the operator of a server that serves no requests. */
export type Server = Pick<TestApp, 'operator' | 'store'>;

/** Imports an archive that `archiveOf` returned. */
export function importFrom(
  { store, operator }: Server,
  { bytes }: Pick<ReadArchive, 'bytes'>,
  options: Partial<Pick<ImportRequest, 'newIds' | 'passphrase' | 'owner' | 'onProgress'>> = {},
): Promise<ImportedOrganization> {
  const path = join(testFolder(), 'archive.tar');
  writeFileSync(path, bytes);
  const given = { newIds: false, passphrase: null, sealer, ...options };
  return withArchive(path, (archive) => importOrganization({ store, viewer: operator }, { archive, ...given }));
}

/** Opens an empty database of the kind that this run tests. */
export async function emptyServer(): Promise<Server> {
  const { store } = await testDatabase();
  return { store, operator: await operatorOf(store) };
}

/** Opens an empty SQLite database. */
export async function sqliteServer(): Promise<Server> {
  const url = `file:${testFolder()}/other.db`;
  await migrate({ url });
  const store = await openStore({ url, patience: 10 });
  atEnd(() => store.close());
  return { store, operator: await operatorOf(store) };
}

const ids = /[a-z]+_[0-9a-hjkmnp-tv-z]{26}/g;

/** Returns a function that replaces the ids of an archive in a text with those that an import derives from a seed. */
export function createIdReplacer(archive: ReadArchive, seed: string): (text: string) => string {
  const known = archive.bytes.toString('latin1').match(ids)!;
  const own = new Set(known.filter((id) => !/^(?:usr|tok|job|inv)_/.test(id)));
  return (text) => text.replace(ids, (id) => (own.has(id) ? deriveId(seed, id) : id));
}

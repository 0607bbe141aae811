import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { Hash, Manifest } from '../../../src/engine/base/types.js';
import { manifestOf } from '../../../src/engine/tree/manifest/manifest.js';
import { manifestIndex } from '../../../src/engine/tree/manifest/page-index.js';
import { rebuildSearch } from '../../../src/modules/content/search/rebuild.js';
import { rebuildLinks } from '../../../src/modules/links/rebuild.js';
import { sqlitePath } from '../../../src/platform/db/connection/store-url.js';
import type { Row } from '../../../src/platform/db/query/rows.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { expectConsistentLevels } from '../../access/consistent-levels.js';
import type { TestApp } from '../../support/app.js';
import { blobsOf } from '../../support/manifest-blobs.js';
import { expectWholeConversations } from '../conversations/whole.js';
import { expectCorrectCounts } from '../review/change-requests/counted.js';
import { expectConsistentStructure } from '../sites/site-structure/settled-site.js';

/** Entry of the event log. Contains only the fields that tests check. */
export interface LoggedEvent {
  action: string;
  targetId: string;
  changes: { revision?: string };
}

/**
 * Expects the data of an organization to be complete. The numbers of its events have no gap, and there is an event for
 * each write. The content of every revision is stored, every index matches the heads, and sites are settled.
 * @returns the events
 */
export async function expectConsistentOrganization(
  { store, url }: TestApp,
  organization: string,
): Promise<LoggedEvent[]> {
  const events = await expectNoGap(store, organization);
  const revisions = await ownRows(store, 'Revision', organization);
  const manifests = await expectContent(store, organization, revisions);
  await expectChangeRequests(store, organization, revisions);
  await expectCorrectCounts(store);
  expectAllLogged(events, revisions, await allRevisions(store));
  expectNoForks(revisions);
  const spaces = await ownRows(store, 'Space', organization);
  for (const { id, revisionId } of spaces) await expectHeadIndex(store, id, manifests.get(revisionId)!);
  const before = await derivedRows(store, organization);
  for (const { id } of spaces) {
    await rebuildSearch(store, id);
    await rebuildLinks(store, id);
  }
  // A rebuild also adds an index version for a space without any write. Such rows are ignored.
  const keys = new Set(before.map(rowKey));
  expect(
    (await derivedRows(store, organization)).filter((row) => !('version' in row) || keys.has(rowKey(row))),
  ).toEqual(before);
  await expectConsistentLevels(store.read, organization);
  for (const { id } of await ownRows(store, 'Site', organization)) await expectConsistentStructure(store, id);
  await expectWholeConversations(store);
  if (store.provider === 'sqlite') expectIntactDatabaseFile(sqlitePath(url));
  return events;
}

type OwnTable = 'Revision' | 'Space' | 'ChangeRequest' | 'Page' | 'File' | 'Site';

async function ownRows<T extends OwnTable>({ read }: Store, table: T, organization: string): Promise<Row<T>[]> {
  const query = read.sql.selectFrom(table as 'Space').selectAll();
  return (await read.all(query.where('organizationId', '=', organization).orderBy('id'))) as unknown as Row<T>[];
}

async function expectNoGap({ read }: Store, organization: string): Promise<LoggedEvent[]> {
  const query = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organization).orderBy('sequence');
  const events = await read.all(query);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  return events as unknown as LoggedEvent[];
}

/**
 * Reads the manifests of all revisions without the caches of the process. Expects all their nodes and blobs to be
 * stored.
 */
async function expectContent({ read }: Store, organization: string, revisions: Row<'Revision'>[]) {
  const nodes = read.sql.selectFrom('TreeNode').select(['hash', 'content']).where('organizationId', '=', organization);
  const known = new Map((await read.all(nodes)).map(({ hash, content }) => [hash, content]));
  const blobs = read.sql.selectFrom('Blob').select('hash').where('organizationId', '=', organization);
  const stored = new Set((await read.all(blobs)).map(({ hash }) => hash));
  const manifests = new Map<string, Manifest>();
  for (const { id, rootHash } of revisions) {
    const load = async (hashes: Hash[]) => new Map(hashes.map((hash) => [hash, known.get(hash)!]));
    const manifest = await manifestOf(rootHash, load);
    manifests.set(id, manifest);
    expect(blobsOf(manifest).filter((hash) => !stored.has(hash))).toEqual([]);
  }
  return manifests;
}

/**
 * Expects consecutive numbers of change requests in each space. Revisions that change requests and spaces name must
 * exist.
 */
async function expectChangeRequests(store: Store, organization: string, revisions: Row<'Revision'>[]): Promise<void> {
  const ids = new Set(revisions.map(({ id }) => id));
  const changeRequests = await ownRows(store, 'ChangeRequest', organization);
  for (const space of await ownRows(store, 'Space', organization)) {
    expect(ids).toContain(space.revisionId);
    const own = changeRequests.filter(({ spaceId }) => spaceId === space.id);
    const numbers = own.map(({ number }) => number).sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: space.changeRequestNumber }, (_, index) => index + 1));
  }
  for (const { revisionId, revisionInitialId, revisionMergedId, status } of changeRequests) {
    for (const id of [revisionId, revisionInitialId]) expect(ids).toContain(id);
    expect(revisionMergedId !== null).toBe(status === 'merged');
  }
}

/** Returns the ids of the revisions of all organizations, because a transferred space retains its revisions. */
async function allRevisions({ read }: Store): Promise<Set<string>> {
  return new Set((await read.all(read.sql.selectFrom('Revision').select('id'))).map(({ id }) => id));
}

/**
 * Expects an event for every revision. Exceptions are the first revision of a space, computed revisions, the copy that
 * a duplicate begins with, and revisions of a transferred space.
 */
function expectAllLogged(events: LoggedEvent[], revisions: Row<'Revision'>[], all: Set<string>): void {
  const named = events.flatMap(({ changes }) => changes.revision ?? []);
  expect(new Set(named).size).toBe(named.length);
  const targetsOf = (actionName: string) =>
    new Set(events.filter(({ action }) => action === actionName).map(({ targetId }) => targetId));
  const [copies, transferred] = [targetsOf('duplicateSpace'), targetsOf('transferSpace')];
  const first = new Set(revisions.filter(({ parentId }) => parentId === null).map(({ id }) => id));
  const unnamed = revisions.filter(
    ({ id, parentId, spaceId, type }) =>
      parentId !== null &&
      !(copies.has(spaceId) && first.has(parentId)) &&
      !transferred.has(spaceId) &&
      type !== 'computed' &&
      !named.includes(id),
  );
  expect(unnamed).toEqual([]);
  expect(named.filter((id) => !all.has(id))).toEqual([]);
}

/**
 * Expects the revisions of a space or change request to have different parents. Two revisions with the same parent
 * would mean that one was overwritten.
 */
function expectNoForks(revisions: Row<'Revision'>[]): void {
  const following = revisions.filter(({ parentId }) => parentId !== null);
  const steps = following.map(({ spaceId, changeRequestId, parentId }) => `${spaceId} ${changeRequestId} ${parentId}`);
  expect(new Set(steps).size).toBe(steps.length);
}

/** Expects the head index to have exactly the pages and files of the head. */
async function expectHeadIndex({ read }: Store, space: string, head: Manifest): Promise<void> {
  const rows = async (table: 'Page' | 'File') => {
    const columns = ['id', 'path', 'blobHash'] as const;
    const query = read.sql.selectFrom(table as 'Page').select(columns);
    return (await read.all(query.where('spaceId', '=', space))).map(formatIndexRow).sort();
  };
  const pages = manifestIndex(head).pages.map(({ page }) => formatIndexRow({ ...page, blobHash: page.blob }));
  expect(await rows('Page')).toEqual(pages.sort());
  expect(await rows('File')).toEqual(head.files.map((file) => formatIndexRow({ ...file, blobHash: file.blob })).sort());
}

function formatIndexRow({
  id,
  path,
  blobHash,
}: {
  id: string;
  path?: string | null;
  blobHash?: string | null;
}): string {
  return [id, path ?? '-', blobHash ?? '-'].join(' ');
}

/** Returns the rows of search and links, with their incremented numbers set to 0. */
async function derivedRows({ read }: Store, organization: string): Promise<object[]> {
  const rows: object[] = [];
  for (const table of ['SearchPage', 'SearchSpace', 'Link', 'LinkHeadings', 'LinkSpace'] as const) {
    const query = read.sql.selectFrom(table as 'Link').selectAll();
    const found = await read.all(query.where('organizationId', '=', organization));
    rows.push(...found.map((row) => ({ ...row, number: 0, table })));
  }
  return rows.sort((one, other) => (rowKey(one) < rowKey(other) ? -1 : 1));
}

function rowKey(row: object): string {
  const { table, spaceId, pageId, position } = row as Record<string, string>;
  return [table, spaceId, pageId, position].join(' ');
}

/**
 * Expects SQLite to find no fault in the file. Uses a new connection, because an older one compares later writes of
 * other connections with its cache of the full-text index.
 */
function expectIntactDatabaseFile(path: string): void {
  const database = new Database(path, { readonly: true });
  try {
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(database.pragma('foreign_key_check')).toEqual([]);
  } finally {
    database.close();
  }
}

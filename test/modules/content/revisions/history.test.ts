import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../../src/cli/folders/read-folder.js';
import type { Manifest } from '../../../../src/engine/base/types.js';
import type { Change } from '../../../../src/engine/change/diff/change.js';
import { diffManifests } from '../../../../src/engine/change/diff/diff.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { exportSpace } from '../../../../src/modules/content/folders/export-actions.js';
import { type Imported, importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { readManifest } from '../../../../src/modules/content/revisions/manifests.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { sharedPath, skippedWithout } from '../../../support/shared-data.js';
import { filesIn } from './whole-corpus.js';

const history = sharedPath('history/elsa');
const skipped = skippedWithout(history);
const test = await testApp();
const { read } = test.store;

/** Returns the paths that the second commit modifies, adds and deletes, as git reports them. */
function changedFiles(): Record<'M' | 'A' | 'D', string[]> {
  const lines = readFileSync(join(history, 'CHANGES.tsv'), 'utf8').trim().split('\n').slice(1);
  const rows = lines.map((line) => line.split('\t'));
  const of = (status: string) => rows.filter((row) => row[0] === status).map((row) => row[3]!);
  return { M: of('M'), A: of('A'), D: of('D') };
}

const contentTables = ['Blob', 'TreeNode', 'Revision', 'Page', 'File'] as const;

async function keysOf(table: (typeof contentTables)[number]): Promise<Set<string>> {
  const column = table === 'Blob' || table === 'TreeNode' ? 'hash' : 'id';
  const query = read.sql.selectFrom(table as 'Blob').select(column as 'hash');
  return new Set((await read.all(query)).map((row) => Object.values(row)[0] as string));
}

/** Returns the keys of all content rows, by table. */
async function contents() {
  const keys = await Promise.all(contentTables.map(async (table) => [table, await keysOf(table)] as const));
  return Object.fromEntries(keys) as Record<(typeof contentTables)[number], Set<string>>;
}

async function manifestOf(revisionId: string): Promise<Manifest> {
  const query = read.sql.selectFrom('Revision').select(['organizationId', 'rootHash']).where('id', '=', revisionId);
  return readManifest(read, (await read.first(query))!);
}

/** Returns the rows of the pages at the head, which hold their times, by file. */
async function pageRows(manifest: Manifest) {
  const rows = await read.all(read.sql.selectFrom('Page').selectAll());
  const byId = new Map(rows.map((row) => [row.id, row]));
  const documents = manifestIndex(manifest).pages.filter(({ page }) => page.file !== undefined);
  return new Map(documents.map(({ page }) => [page.file!, byId.get(page.id)!]));
}

describe.skipIf(skipped !== '')(`the documentation of elsa at two commits${skipped}`, () => {
  it('is imported from the later commit as one more revision, which stores only the changes', async () => {
    const files = changedFiles();
    const { id: organization } = await seedOrganization(test);
    const run = (name: string, space?: string): Promise<Imported> => {
      const actor = { store: test.store, viewer: test.operator };
      return importIntoSpace(actor, { organization, space, entries: readFolder(join(history, name)) });
    };
    const base = await run('base');
    const [before, tablesBefore] = [await manifestOf(base.revisionId!), await contents()];
    const rowsBefore = await pageRows(before);
    const started = performance.now();
    const later = await run('later', base.spaceId);
    console.info(`the second commit took ${Math.round(performance.now() - started)} ms`);
    const [after, tablesAfter] = [await manifestOf(later.revisionId!), await contents()];
    const rowsAfter = await pageRows(after);

    checkRevision(base, later, await revisionsOf(base.spaceId));
    checkDiff(diffManifests(before, after), { before, after }, files);
    checkWritten(tablesBefore, tablesAfter, files);

    const untouched = [...rowsBefore].filter(([file]) => !files.M.includes(file) && !files.D.includes(file));
    expect(untouched.length).toBeGreaterThan(20);
    for (const [file, row] of untouched) {
      const now = rowsAfter.get(file)!;
      expect([file, now.id, now.createdAt]).toEqual([file, row.id, row.createdAt]);
      if (!movedOrRelinked(before, after, row.id)) expect([file, now.updatedAt]).toEqual([file, row.updatedAt]);
    }
    for (const file of files.M.filter((path) => rowsBefore.has(path))) {
      const [row, now] = [rowsBefore.get(file)!, rowsAfter.get(file)!];
      expect([file, now.id, now.createdAt]).toEqual([file, row.id, row.createdAt]);
      expect(now.updatedAt > row.updatedAt, file).toBe(true);
    }
    await checkExport(base.spaceId);
  });
});

function revisionsOf(spaceId: string) {
  const query = read.sql.selectFrom('Revision').select(['id', 'parentId']).where('spaceId', '=', spaceId);
  return read.all(query.orderBy('id'));
}

function checkRevision(base: Imported, later: Imported, revisions: { id: string; parentId: string | null }[]): void {
  expect(later.spaceId).toBe(base.spaceId);
  const empty = revisions[0]!.id;
  expect(revisions).toEqual([
    { id: empty, parentId: null },
    { id: base.revisionId, parentId: empty },
    { id: later.revisionId, parentId: base.revisionId },
  ]);
}

/** Reports whether a file is a page. SUMMARY.md and files other than Markdown are not pages. */
const isPage = (file: string) => file.endsWith('.md') && file !== 'SUMMARY.md';

function checkDiff(
  changes: Change[],
  { before, after }: { before: Manifest; after: Manifest },
  files: Record<'M' | 'A' | 'D', string[]>,
): void {
  const fileOf = (manifest: Manifest, id: string) => manifestIndex(manifest).pageById.get(id)?.page.file;
  const created = changes.flatMap((change) => (change.type === 'page_created' ? [fileOf(after, change.page.id)] : []));
  const deleted = changes.flatMap((change) => (change.type === 'page_deleted' ? [fileOf(before, change.page.id)] : []));
  const texts = changes.flatMap((change) =>
    change.type === 'page_edited' && change.attributes.document ? [fileOf(after, change.page.id)] : [],
  );
  const documents = (paths: (string | undefined)[]) => paths.filter((path) => path !== undefined).sort();
  expect(documents(created)).toEqual(files.A.filter(isPage).sort());
  expect(documents(deleted)).toEqual(files.D.filter(isPage).sort());
  expect(documents(texts)).toEqual(files.M.filter(isPage).sort());
  const edited = changes.flatMap((change) => (change.type === 'file_edited' ? [change.file.path] : []));
  const notPages = files.M.filter((path) => !isPage(path) && path !== 'SUMMARY.md');
  expect(edited).toEqual(expect.arrayContaining(notPages));
}

type Contents = Awaited<ReturnType<typeof contents>>;

function checkWritten(before: Contents, after: Contents, files: Record<'M' | 'A' | 'D', string[]>): void {
  const written = (table: (typeof contentTables)[number]) => [...after[table]].filter((key) => !before[table].has(key));
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(history, path)))
      .digest('hex');
  const old = new Set(filesIn(join(history, 'base')).map((file) => hash(`base/${file}`)));
  const fresh = new Set(
    filesIn(join(history, 'later'))
      .map((file) => hash(`later/${file}`))
      .filter((one) => !old.has(one)),
  );
  expect(written('Blob').sort()).toEqual([...fresh].sort());
  expect(written('Revision')).toHaveLength(1);
  for (const file of [...files.M, ...files.A]) expect(existsSync(join(history, 'later', file)), file).toBe(true);
  expect(fresh.size).toBeGreaterThanOrEqual(
    new Set([...files.M, ...files.A].map((file) => hash(`later/${file}`))).size,
  );
  console.info(
    contentTables.map((table) => `${table}: ${written(table).length} of ${after[table].size} new`).join(', '),
  );
}

/** Reports whether something other than the text of a page changed: its position, its links or its members. */
function movedOrRelinked(before: Manifest, after: Manifest, id: string): boolean {
  const [old, now] = [before, after].map((manifest) => {
    const { page, parentId } = manifestIndex(manifest).pageById.get(id)!;
    const { children: _, ...own } = page;
    return JSON.stringify([own, parentId]);
  });
  return old !== now;
}

async function checkExport(spaceId: string): Promise<void> {
  const exported = new Map((await exportSpace(test.store, spaceId)).map(({ path, bytes }) => [path, bytes]));
  expect([...exported.keys()].sort()).toEqual(filesIn(join(history, 'later')));
  for (const [path, bytes] of exported)
    expect(readFileSync(join(history, 'later', path)).equals(bytes), path).toBe(true);
}

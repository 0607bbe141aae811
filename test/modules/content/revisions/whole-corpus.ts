import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../../src/cli/folders/read-folder.js';
import { exportSpace } from '../../../../src/modules/content/folders/export-actions.js';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import type { TestApp } from '../../../support/app.js';
import { type Person, seedOrganization } from '../../../support/seed.js';
import { sharedPath, skippedWithout } from '../../../support/shared-data.js';
import { type Entry, readSummary } from './summary-oracle.js';

/** Returns the files in a folder, relative to it and sorted. */
export function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => posix.relative(folder, join(entry.parentPath, entry.name))).sort();
}

/** A page as GraphQL returns it. */
interface PageNode {
  id: string;
  title: string;
  type: string;
  parentId: string | null;
  hidden: boolean;
  path?: string;
  markdown?: string;
  href?: string;
}

/** An imported corpus, for the checks below. */
interface ImportedCorpus {
  test: TestApp;
  admin: Person;
  folder: string;
  spaceId: string;
  revisionId: string;
  pages: PageNode[];
}

/** Tests one corpus end to end: import, both APIs, export, second import. */
export function testCorpus(test: TestApp, { name, root }: { name: string; root: string }): void {
  const folder = sharedPath(`docs/${name}`);
  const skipped = skippedWithout(folder);
  describe.skipIf(skipped !== '')(`the corpus ${name}${skipped}`, () => {
    let corpus: ImportedCorpus;
    it('is imported as one revision', async () => {
      corpus = await importCorpus(test, folder);
    });
    it('has the tree of its table of contents, and hidden pages for files that are not in it', () => {
      checkTree(corpus, root);
    });
    it('returns the path and the text of every page in GraphQL', () => checkTexts(corpus, root));
    it('returns every page in /v1 by its path, and one in eight by its id', () => checkRest(corpus));
    it('lists every other file with its size, and serves its bytes', () => checkFiles(corpus, root));
    it('is exported byte for byte, and a second import creates no revision', () => checkRoundTrip(corpus));
  });
}

async function importCorpus(test: TestApp, folder: string): Promise<ImportedCorpus> {
  const { id: organization, admin } = await seedOrganization(test);
  const actor = { store: test.store, viewer: test.operator };
  const started = performance.now();
  const imported = await importIntoSpace(actor, { organization, title: 'Corpus', entries: readFolder(folder) });
  console.info(`${imported.pages} pages and ${imported.files} files in ${Math.round(performance.now() - started)} ms`);
  const { spaceId, revisionId } = imported;
  const answer = await test.graphql(pagesQuery, { token: admin.token, variables: { space: spaceId } });
  expect(answer.errors).toBeUndefined();
  const { totalCount, nodes } = answer.data.space.revision.pages;
  expect(nodes).toHaveLength(totalCount);
  expect(totalCount).toBe(imported.pages);
  return { test, admin, folder, spaceId, revisionId: revisionId!, pages: nodes };
}

const pagesQuery = `query ($space: ID!) { space(id: $space) { revision { pages(first: 1000) { totalCount nodes {
  id title type parentId hidden ... on DocumentPage { path markdown } ... on LinkPage { href } } } } } }`;

function checkTree({ folder, pages }: ImportedCorpus, root: string): void {
  const expected = readSummary(readFileSync(join(folder, root, 'SUMMARY.md'), 'utf8'), root);
  const listed = pages.filter((page) => !page.hidden);
  const shown = listed.map((page) => ({ title: page.title, above: titlesAbove(page, pages), kind: page.type }));
  expect(shown).toEqual(expected.map(({ title, above, target }) => ({ title, above, kind: kindOf(target) })));
  const links = listed.filter((page) => page.type === 'LINK').map((page) => page.href);
  expect(links).toEqual(expected.flatMap(({ target }) => (kindOf(target) === 'LINK' ? [target] : [])));
  const unlisted = markdownIn(folder, root).filter((file) => !expected.some(({ target }) => target === file));
  expect(pages.length - listed.length).toBe(unlisted.length);
}

function kindOf(target: string | undefined): string {
  if (target === undefined) return 'GROUP';
  return /^https?:/.test(target) ? 'LINK' : 'DOCUMENT';
}

function titlesAbove(page: PageNode, pages: PageNode[]): string[] {
  const parent = page.parentId === null ? undefined : pages.find(({ id }) => id === page.parentId);
  return parent ? [...titlesAbove(parent, pages), parent.title] : [];
}

function markdownIn(folder: string, root: string): string[] {
  return filesIn(folder).filter(
    (file) => file.endsWith('.md') && file.startsWith(root) && file !== posix.join(root, 'SUMMARY.md'),
  );
}

/**
 * Returns the path of the page of a file. Implements the rules of docs/import-export.md independently of the importer.
 */
function pathOf(file: string, root: string): string {
  const below = posix.relative(root, file).toLowerCase().replace(/\.md$/, '').replaceAll(' ', '-');
  return below.replace(/(^|\/)(readme|index)$/, '');
}

function textOf(folder: string, file: string): string {
  const text = readFileSync(join(folder, file), 'utf8');
  return text.replace(/^---\n(?:.*\n)*?---[ \t]*\n/, '');
}

async function checkTexts({ folder, pages, test, admin }: ImportedCorpus, root: string): Promise<void> {
  const byPath = new Map(pages.flatMap((page) => (page.path === undefined ? [] : [[page.path, page] as const])));
  const files = markdownIn(folder, root);
  expect(byPath.size).toBe(files.length);
  const entries: Entry[] = readSummary(readFileSync(join(folder, root, 'SUMMARY.md'), 'utf8'), root);
  const titles = new Map(entries.map(({ target, title }) => [target, title]));
  for (const file of files) {
    const page = byPath.get(pathOf(file, root));
    expect(page?.markdown, file).toBe(textOf(folder, file));
    if (titles.has(file)) expect(page?.title, file).toBe(titles.get(file));
  }
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on DocumentPage { path markdown } } }';
  for (const some of chunksOf(pages, 250)) {
    const answer = await test.graphql(query, { token: admin.token, variables: { ids: some.map(({ id }) => id) } });
    expect(answer.errors).toBeUndefined();
    const shown = some.map(({ id, path, markdown }) => (path === undefined ? { id } : { id, path, markdown }));
    expect(answer.data.nodes).toEqual(shown);
  }
}

async function checkRest({ test, admin, spaceId, pages }: ImportedCorpus): Promise<void> {
  const options = { token: admin.token };
  const content = `/spaces/${spaceId}/content`;
  const documents = pages.filter((page) => page.path !== undefined);
  for (const some of chunksOf(documents, 8)) {
    const requests = some.map(async ({ id, title, path, markdown }, index) => {
      const address = path!.split('/').map(encodeURIComponent).join('/');
      const byPath = await test.rest('GET', `${content}/path/${address}?format=markdown`, options);
      expect(byPath, path).toMatchObject({ status: 200, body: { id, title, path, markdown, type: 'document' } });
      if (index > 0) return;
      const byId = await test.rest('GET', `${content}/page/${id}?format=markdown`, options);
      expect(byId.body, path).toEqual(byPath.body);
    });
    await Promise.all(requests);
  }
  const { body } = await test.rest('GET', `${content}/pages`, options);
  const inTree = body.pages.flatMap(idsIn);
  expect(inTree).toEqual(pages.map(({ id }) => id));
}

function idsIn(page: { id: string; pages?: { id: string }[] }): string[] {
  return [page.id, ...(page.pages ?? []).flatMap(idsIn)];
}

async function checkFiles({ test, admin, folder, spaceId }: ImportedCorpus, root: string): Promise<void> {
  const { body } = await test.rest('GET', `/spaces/${spaceId}/content/files?limit=1000`, { token: admin.token });
  const pages = new Set([...markdownIn(folder, root), posix.join(root, 'SUMMARY.md')]);
  const expected = filesIn(folder).filter((file) => !pages.has(file));
  expect(body.count).toBe(expected.length);
  expect(body.items.map(({ name }: { name: string }) => name).sort()).toEqual(
    expected.map((file) => posix.basename(file)).sort(),
  );
  const bytes = new Set(expected.map((file) => readFileSync(join(folder, file)).toString('base64')));
  for (const some of chunksOf<{ name: string; size: number; downloadURL: string }>(body.items, 8)) {
    const downloads = some.map(async ({ name, size, downloadURL }) => {
      const address = new URL(downloadURL);
      const answer = await test.app.inject({ url: `${address.pathname}${address.search}` });
      expect([name, answer.statusCode, answer.rawPayload.length]).toEqual([name, 200, size]);
      expect(bytes.has(answer.rawPayload.toString('base64')), name).toBe(true);
    });
    await Promise.all(downloads);
  }
}

async function checkRoundTrip({ test, folder, spaceId, revisionId }: ImportedCorpus): Promise<void> {
  const exported = new Map((await exportSpace(test.store, spaceId)).map(({ path, bytes }) => [path, bytes]));
  expect([...exported.keys()].sort()).toEqual(filesIn(folder));
  for (const [path, bytes] of exported) expect(readFileSync(join(folder, path)).equals(bytes), path).toBe(true);
  const { read } = test.store;
  const space = () =>
    read.first(read.sql.selectFrom('Space').select(['revisionId', 'organizationId']).where('id', '=', spaceId));
  const { organizationId: organization } = (await space())!;
  const actor = { store: test.store, viewer: test.operator };
  const again = await importIntoSpace(actor, { organization, space: spaceId, entries: readFolder(folder) });
  expect(again.revisionId).toBeNull();
  expect((await space())?.revisionId).toBe(revisionId);
  const revisions = await read.all(read.sql.selectFrom('Revision').select('id').where('spaceId', '=', spaceId));
  expect(revisions.length).toBe(2);
}

function chunksOf<Item>(items: Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}

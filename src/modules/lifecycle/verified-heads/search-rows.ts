import { equalJson } from '../../../engine/base/canonical-json.js';
import { indexVersion } from '../../../engine/search/page-words.js';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { type IndexedPage, indexedPages, searchRows } from '../../content/search/index-head.js';
import { rebuildSearch } from '../../content/search/rebuild.js';
import type { Problem, Verification, VerificationCheck } from '../verification-base/check.js';
import { describeIndex, readVersion } from './index-version.js';
import { type ReadHead, readHeads } from './read-heads.js';

/** Number of pages whose texts are in memory at the same time. */
const pagesAtOnce = 50;

/** Compares the search index of each space with its head. Pages whose text is lost are left out. */
export const checkSearchRows: VerificationCheck = {
  name: 'search',
  kind: 'derived',
  about: 'the search index of each space, compared with the texts of its head',
  async *find(verification) {
    for await (const head of readHeads(verification)) {
      const repair = (store: Parameters<typeof rebuildSearch>[0]) => rebuildSearch(store, head.id);
      for await (const problem of findDifferences(verification, head)) yield { ...problem, repair };
    }
  },
};

async function* findDifferences(verification: Verification, head: ReadHead): AsyncGenerator<Problem> {
  const { read } = verification;
  const pages = indexedPages(head.manifest);
  const version = await readVersion(read, 'SearchSpace', head.id);
  const fault = describeIndex({ version, current: indexVersion, isNeeded: pages.size > 0 });
  if (fault) yield { object: `Space ${head.id}`, detail: `${fault} for search.` };
  if (version !== indexVersion) return;
  for (const id of await extraPages(read, head.id, pages))
    yield { object: `SearchPage ${id}`, detail: `is not at the head of the space ${head.id}.` };
  const { organizationId } = head;
  const readable = [...pages.values()].filter(({ page, included }) =>
    [page.blob, ...included].every((hash) => !verification.lost.has(organizationId, hash)),
  );
  for (const chunk of chunksOf(readable, pagesAtOnce)) yield* comparePages(verification, head, chunk);
}

async function extraPages(read: Queries, spaceId: string, pages: ReadonlyMap<string, unknown>): Promise<string[]> {
  const query = read.sql.selectFrom('SearchPage').select('pageId').where('spaceId', '=', spaceId);
  return (await read.all(query)).map(({ pageId }) => pageId).filter((id) => !pages.has(id));
}

async function* comparePages(
  { read, signal }: Verification,
  { id: spaceId, organizationId }: ReadHead,
  pages: IndexedPage[],
): AsyncGenerator<Problem> {
  signal.throwIfAborted();
  const ids = pages.map(({ page }) => page.id);
  const query = read.sql.selectFrom('SearchPage').selectAll().where('spaceId', '=', spaceId);
  const stored = new Map((await read.all(query.where(read.inList('pageId', ids)))).map((row) => [row.pageId, row]));
  for (const { ancestors, ...right } of await searchRows(read, { organizationId, spaceId }, pages)) {
    const row = stored.get(right.pageId);
    const object = `SearchPage ${right.pageId}`;
    if (!row) yield { object, detail: `is missing in the space ${spaceId}.` };
    else if (!equalJson({ ...row, number: 0 }, { ...right, ancestors: JSON.parse(ancestors), number: 0 }))
      yield { object, detail: `has other values than the text at the head of the space ${spaceId}.` };
  }
}

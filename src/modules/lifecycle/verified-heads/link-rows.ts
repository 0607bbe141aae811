import { equalJson } from '../../../engine/base/canonical-json.js';
import type { Page } from '../../../engine/base/types.js';
import { manifestIndex, textsOfPage } from '../../../engine/tree/manifest/page-index.js';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { linkVersion } from '../../links/index-head.js';
import { anchorsOf, linkRowsOf } from '../../links/link-rows.js';
import { readReferences } from '../../links/read-references.js';
import { rebuildLinks } from '../../links/rebuild.js';
import type { Problem, Verification, VerificationCheck } from '../verification-base/check.js';
import { describeIndex, readVersion } from './index-version.js';
import { type ReadHead, readHeads } from './read-heads.js';

/** Number of pages whose texts are in memory at the same time. */
const pagesAtOnce = 50;

/** Compares the link index of each space with its head. Pages whose text is lost are left out. */
export const checkLinkRows: VerificationCheck = {
  name: 'links',
  kind: 'derived',
  about: 'the links and headings of each space, compared with the texts of its head',
  async *find(verification) {
    for await (const head of readHeads(verification)) {
      const repair = (store: Parameters<typeof rebuildLinks>[0]) => rebuildLinks(store, head.id);
      for await (const problem of findDifferences(verification, head)) yield { ...problem, repair };
    }
  },
};

async function* findDifferences(verification: Verification, head: ReadHead): AsyncGenerator<Problem> {
  const { read, lost } = verification;
  const { id: spaceId, organizationId, manifest } = head;
  const pages = new Map(manifestIndex(manifest).pages.map(({ page }) => [page.id, page]));
  const version = await readVersion(read, 'LinkSpace', spaceId);
  const fault = describeIndex({ version, current: linkVersion, isNeeded: pages.size > 0 });
  if (fault) yield { object: `Space ${spaceId}`, detail: `${fault} for links.` };
  if (version !== linkVersion) return;
  for (const id of await extraPages(read, spaceId, pages))
    yield { object: `Page ${id}`, detail: `has links or headings, but is not at the head of the space ${spaceId}.` };
  const isReadable = (page: Page): boolean =>
    textsOfPage(manifest, page).every(({ blob }) => blob === undefined || !lost.has(organizationId, blob));
  for (const chunk of chunksOf([...pages.values()].filter(isReadable), pagesAtOnce))
    yield* comparePages(verification, head, chunk);
}

async function extraPages(read: Queries, spaceId: string, pages: ReadonlyMap<string, Page>): Promise<string[]> {
  const rows = (table: 'Link' | 'LinkHeadings') =>
    read.all(read.sql.selectFrom(table).select('pageId').distinct().where('spaceId', '=', spaceId));
  const ids = [...(await rows('Link')), ...(await rows('LinkHeadings'))].map(({ pageId }) => pageId);
  return [...new Set(ids)].filter((id) => !pages.has(id));
}

async function* comparePages(
  { read, signal }: Verification,
  { id: spaceId, organizationId, manifest }: ReadHead,
  pages: Page[],
): AsyncGenerator<Problem> {
  signal.throwIfAborted();
  const texts = pages.flatMap((page) => textsOfPage(manifest, page));
  const references = await readReferences(read, organizationId, texts);
  const stored = await readStored(read, spaceId, pages);
  for (const page of pages) {
    const rows = await linkRowsOf({ organizationId, spaceId, manifest }, page, references);
    const right = { rows, anchors: anchorsOf(manifest, page, references) };
    if (equalJson(stored(page.id), right)) continue;
    yield { object: `Page ${page.id}`, detail: `has other links or headings than its text in the space ${spaceId}.` };
  }
}

/** Reads the rows of some pages. Returns a function that returns those of one page. */
async function readStored(read: Queries, spaceId: string, pages: readonly Page[]) {
  const isOfPages = read.inList(
    'pageId',
    pages.map(({ id }) => id),
  );
  const links = read.sql.selectFrom('Link').selectAll().where('spaceId', '=', spaceId).where(isOfPages);
  const headings = read.sql.selectFrom('LinkHeadings').select(['pageId', 'anchors']).where('spaceId', '=', spaceId);
  const byPage = groupBy(await read.all(links.orderBy('pageId').orderBy('position')), ({ pageId }) => pageId);
  const anchors = new Map((await read.all(headings.where(isOfPages))).map((row) => [row.pageId, row.anchors]));
  return (id: string) => ({ rows: byPage.get(id) ?? [], anchors: anchors.get(id) ?? null });
}

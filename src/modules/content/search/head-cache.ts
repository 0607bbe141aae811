import type { Context } from '../../../api/graphql/execution/context.js';
import { indexVersion } from '../../../engine/search/page-words.js';
import type { CorpusSize } from '../../../engine/search/rank.js';
import { buildTermIndex, type TermIndex } from '../../../engine/search/term-index.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { createCache } from '../../../platform/cache/cache.js';
import { createSingleFlight } from '../../../platform/cache/single-flight.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { forEachYielding } from '../../../platform/workers/event-loop.js';
import { maxCandidates } from './candidates.js';
import { compareTies } from './found-page.js';

/** The pages of a head with their search index. A head never changes. */
export interface CachedHead {
  /** Pages by path, then by id. */
  pages: readonly CachedHeadPage[];
  /** Terms of the pages; a page has the same index here as in `pages`. */
  index: TermIndex;
  size: CorpusSize;
}

/** A page of a cached head. */
interface CachedHeadPage {
  id: string;
  title: string;
  path: string;
  /** JSON of the titles of its ancestors. */
  ancestors: string;
  blobHash: string;
}

/** A space, with the id of its head. */
export type SpaceWithHead = Pick<Row<'Space'>, 'id' | 'organizationId' | 'revisionId'>;

/**
 * The search with this number caches the head; the first search has number 1. Earlier searches use the database,
 * because reading all pages of a head takes as long as about ten searches.
 */
const firstCachedSearch = 3;

/** Maximum number of tokens of a space that is searched in memory; larger spaces are searched in the database. */
const maxTokens = 400_000;

/** Number of searches of each head. */
const searches = createCache<number>({ name: 'searches of heads', weigh: () => 8 });

/** Heads by space and revision; valid for a minute, because an operator may rebuild the search index of a head. */
const heads = createCache<{ head: CachedHead | null }>({
  name: 'heads to search',
  weigh: ({ head }) => (head ? bytesOfHead(head) : 0),
  ttl: 60_000,
});

const sharedReads = createSingleFlight<CachedHead | null>();

/**
 * Returns the head of a space with its search index, from the third search of that head on. Null if the caller must
 * search the database.
 */
export function getCachedHead(context: Context, space: SpaceWithHead): CachedHead | null | Promise<CachedHead | null> {
  const key = `${space.organizationId} ${space.id} ${space.revisionId}`;
  const cached = heads.get(key);
  if (cached) return cached.head;
  const count = (searches.get(key) ?? 0) + 1;
  searches.set(key, count);
  if (count < firstCachedSearch) return null;
  const readAndCache = async (): Promise<CachedHead | null> => {
    const head = await readHead(context, space);
    heads.set(key, { head });
    return head;
  };
  // The shared read may use the connection of another request. If it fails, this request searches the database.
  return sharedReads.run(key, readAndCache).catch(() => null);
}

/** Returns the size of a head in bytes: its pages, their terms, and the postings of the terms. */
function bytesOfHead({ pages, index }: CachedHead): number {
  return index.texts.reduce((sum, { terms }) => sum + 6 * terms.length, 500 * pages.length);
}

async function readHead({ loaders }: Context, space: SpaceWithHead): Promise<CachedHead | null> {
  const rows = await loaders.load(headRows, space.id);
  // The head has moved since the space was read, or it is too large to be cached.
  if (rows[0]?.revisionId !== space.revisionId || rows[0].organizationId !== space.organizationId) return null;
  return indexHead(rows);
}

async function indexHead(rows: HeadRow[]): Promise<CachedHead> {
  const ordered = rows.toSorted(compareTies);
  const { add, index } = buildTermIndex();
  const { pages, tokens: length } = ordered[0]!;
  const cached: CachedHeadPage[] = [];
  await forEachYielding(ordered, ({ id, title, path, ancestors, blobHash, ...text }) => {
    cached.push({ id, title, path, ancestors, blobHash });
    add({ terms: text.terms, length: text.length, titleLength: text.titleLength });
  });
  return { pages: cached, index, size: { pages, length } };
}

/** A page with columns of its space. One statement reads both, so they are from the same snapshot. */
type HeadRow = CachedHeadPage &
  Pick<Row<'SearchPage'>, 'organizationId' | 'spaceId' | 'terms' | 'length' | 'titleLength'> & {
    revisionId: string;
    pages: number;
    tokens: number;
  };

const headRows: LoaderDefinition<string, HeadRow[]> = {
  name: 'pages of a head to be searched',
  async load(read, keys) {
    const rows = groupBy(await read.all(selectHeadRows(read, keys), { ancestors: 'string' }), ({ spaceId }) => spaceId);
    return keys.map((key) => rows.get(key) ?? []);
  },
};

function selectHeadRows(read: Queries, spaceIds: readonly string[]) {
  return read.sql
    .selectFrom('SearchPage')
    .innerJoin('SearchSpace', 'SearchSpace.spaceId', 'SearchPage.spaceId')
    .innerJoin('Space', 'Space.id', 'SearchPage.spaceId')
    .select([
      'SearchPage.pageId as id',
      'SearchPage.title',
      'SearchPage.path',
      'SearchPage.blobHash',
      'SearchPage.terms',
    ])
    .select(['SearchPage.organizationId', 'SearchPage.spaceId', 'SearchPage.length', 'SearchPage.titleLength'])
    .select(['SearchSpace.pages', 'SearchSpace.length as tokens', 'Space.revisionId'])
    .select((field) => field.ref('SearchPage.ancestors').$castTo<string>().as('ancestors'))
    .where('SearchSpace.version', '=', indexVersion)
    .where('SearchSpace.pages', '<=', maxCandidates)
    .where('SearchSpace.length', '<=', maxTokens)
    .where(read.inList('SearchPage.spaceId', spaceIds));
}

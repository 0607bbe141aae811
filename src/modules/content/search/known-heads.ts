import type { Context } from '../../../api/graphql/execution/context.js';
import { indexVersion } from '../../../engine/search/page-words.js';
import type { Size } from '../../../engine/search/rank.js';
import { buildTermIndex, type TermIndex } from '../../../engine/search/term-index.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { createCache } from '../../../platform/cache/cache.js';
import { createSingleFlight } from '../../../platform/cache/single-flight.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { forEachYielding } from '../../../platform/workers/event-loop.js';
import { maxCandidates } from './candidates.js';
import { inOrder } from './found-page.js';

/** The pages of a space's head that search knows, in memory: what a head says never changes. */
export interface KnownHead {
  /** By path, then by id. */
  pages: readonly KnownPage[];
  /** Their terms, at the same places. */
  index: TermIndex;
  size: Size;
}

/** A page in memory. */
interface KnownPage {
  id: string;
  title: string;
  path: string;
  /** JSON of the titles above. */
  ancestors: string;
  blobHash: string;
}

/** A space as whoever searches it sees it. */
export type SearchedSpace = Pick<Row<'Space'>, 'id' | 'organizationId' | 'revisionId'>;

/** From which search of a head on it is in memory: reading all of its pages takes as long as some ten searches. */
const knownFrom = 3;

/** Tokens of a space that is searched in memory, at most; of more pages than are ranked, the database chooses. */
const maxTokens = 400_000;

/** How often each head was searched. */
const searches = createCache<number>({ name: 'searches of heads', weigh: () => 8 });

/** Heads by space and revision; valid for a minute, because an operator may have rows of a head computed again. */
const known = createCache<{ head: KnownHead | null }>({
  name: 'heads to search',
  weigh: ({ head }) => (head ? sizeOf(head) : 0),
  ttl: 60_000,
});

const reading = createSingleFlight<KnownHead | null>();

/** The head of a space, once it was searched some times; null where the database is to be asked. */
export function knownHead(context: Context, space: SearchedSpace): KnownHead | null | Promise<KnownHead | null> {
  const key = `${space.organizationId} ${space.id} ${space.revisionId}`;
  const kept = known.get(key);
  if (kept) return kept.head;
  const count = (searches.get(key) ?? 0) + 1;
  searches.set(key, count);
  if (count < knownFrom) return null;
  const readAndKeep = async (): Promise<KnownHead | null> => {
    const head = await readHead(context, space);
    known.set(key, { head });
    return head;
  };
  // Another's reading ends with its connection: that is no fault of this one.
  return reading.run(key, readAndKeep).catch(() => null);
}

/** A page adds its terms, and places in the lists of them. */
function sizeOf({ pages, index }: KnownHead): number {
  return index.texts.reduce((sum, { terms }) => sum + 6 * terms.length, 500 * pages.length);
}

async function readHead({ loaders }: Context, space: SearchedSpace): Promise<KnownHead | null> {
  const rows = await loaders.load(rowsOfHeads, space.id);
  // The head has moved since the space was read, or there is none that may be held in memory.
  if (rows[0]?.revisionId !== space.revisionId || rows[0].organizationId !== space.organizationId) return null;
  return made(rows);
}

async function made(rows: HeadRow[]): Promise<KnownHead> {
  const ordered = rows.toSorted(inOrder);
  const { add, index } = buildTermIndex();
  const { pages, tokens: length } = ordered[0]!;
  const kept: KnownPage[] = [];
  await forEachYielding(ordered, ({ id, title, path, ancestors, blobHash, ...text }) => {
    kept.push({ id, title, path, ancestors, blobHash });
    add({ terms: text.terms, length: text.length, titleLength: text.titleLength });
  });
  return { pages: kept, index, size: { pages, length } };
}

/** A page, and what its space has: all of one moment, since one statement reads them. */
type HeadRow = KnownPage &
  Pick<Row<'SearchPage'>, 'organizationId' | 'spaceId' | 'terms' | 'length' | 'titleLength'> & {
    revisionId: string;
    pages: number;
    tokens: number;
  };

const rowsOfHeads: LoaderDefinition<string, HeadRow[]> = {
  name: 'pages of a head to be searched',
  async load(read, keys) {
    const rows = groupBy(await read.all(pagesOf(read, keys), { ancestors: 'string' }), ({ spaceId }) => spaceId);
    return keys.map((key) => rows.get(key) ?? []);
  },
};

function pagesOf(read: Queries, spaceIds: readonly string[]) {
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

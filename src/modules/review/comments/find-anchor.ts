import type { Context } from '../../../api/graphql/execution/context.js';
import type { Hash } from '../../../engine/base/types.js';
import { createCache } from '../../../platform/cache/cache.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { doWork } from '../../content/content-work/do-work.js';
import { type PageView, pageById, readContentView } from '../../content/revisions/content-view.js';
import { addressKey, blobs } from '../../content/revisions/loaders.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { changeRequestsById } from '../change-requests/loaders.js';

type Comment = Row<'Comment'>;

/** Position of a comment in the current content of its space or change request. */
export interface Anchor {
  state: 'anchored' | 'moved' | 'lost';
  /** The page; null if it was deleted. */
  page: PageView | null;
  /** Current key of the block. Null for a comment on a whole page, and for a block that no longer exists. */
  nodeId: string | null;
  /** Beginning of the text of the block when the comment was written; null for a comment on a whole page. */
  quote: string | null;
}

/** Returns the current position of a comment; null if it is not about a page. The result is cached for the request. */
export function currentAnchorOf(context: Context, comment: Comment): Promise<Anchor | null> {
  return context.loaders.once(`anchor of ${comment.id}`, () => findAnchor(context, comment));
}

async function findAnchor(context: Context, comment: Comment): Promise<Anchor | null> {
  const { pageId, nodeId, quote } = comment;
  if (pageId === null) return null;
  const page = pageById(await readContentView(context, await currentRevisionOf(context, comment)), pageId);
  if (!page) return { state: 'lost', page, nodeId: null, quote };
  if (nodeId === null) return { state: 'anchored', page, nodeId, quote };
  const key = await findCurrentKey(context, comment, page.page.blob);
  const state = key === null ? 'lost' : key === nodeId ? 'anchored' : 'moved';
  return { state, page, nodeId: key, quote };
}

async function currentRevisionOf(
  { loaders }: Context,
  { organizationId, spaceId, changeRequestId }: Comment,
): Promise<Row<'Revision'>> {
  const { revisionId: id } =
    changeRequestId === null
      ? await loaders.get(spacesById, spaceId)
      : await loaders.get(changeRequestsById, changeRequestId);
  return getRevision(loaders, { organizationId, id });
}

/** Returns the key of the block of a comment in the current text of its page; null if the block was deleted. */
async function findCurrentKey(
  context: Context,
  { organizationId, nodeId, blob }: Comment,
  now?: Hash,
): Promise<string | null> {
  if (now === undefined) return null;
  if (now === blob) return nodeId;
  const pairs = await loadPairs(context, { organizationId, before: blob!, after: now });
  return pairs.get(nodeId!) ?? null;
}

/** Keys of blocks in a later text, by the key of the same block in an earlier text. */
type BlockPairs = ReadonlyMap<string, string>;

/** Cache of the block pairs of two texts, by the hashes of both texts. */
const pairsCache = createCache<BlockPairs>({ name: 'blocks of two texts', weigh: ({ size }) => 150 * size });

/** Hashes of an earlier text of a page (`before`) and of its current text (`after`). */
interface TextHashes {
  organizationId: string;
  before: Hash;
  after: Hash;
}

async function loadPairs(context: Context, texts: TextHashes): Promise<BlockPairs> {
  const { organizationId, before, after } = texts;
  return (
    pairsCache.get(cacheKey(texts)) ?? context.loaders.get(pairsLoader(context), `${organizationId} ${before} ${after}`)
  );
}

/**
 * Returns the loader of block pairs, by the organization and both hashes. It reads all texts in one batch of queries.
 * It compares them one pair after another, because the number of waiting tasks is limited.
 */
function pairsLoader(context: Context): LoaderDefinition<string, BlockPairs> {
  return context.loaders.once('pairs of blocks', () => ({
    name: 'pairs of blocks',
    async load(_queries, keys) {
      const all = await Promise.all(keys.map((key) => readTexts(context, key)));
      await context.pay(all.reduce((sum, { weight }) => sum + weight, 0));
      const found: BlockPairs[] = [];
      for (const { texts, bytes, weight } of all) {
        const pairs = await doWork('pairs', bytes, { tenant: texts.organizationId, weight });
        pairsCache.set(cacheKey(texts), pairs);
        found.push(pairs);
      }
      return found;
    },
  }));
}

async function readTexts({ loaders }: Context, key: string) {
  const [organizationId, ...hashes] = key.split(' ') as [string, Hash, Hash];
  const read = (hash: Hash) => loaders.get(blobs, addressKey({ organizationId, hash }));
  const [before, after] = await Promise.all([read(hashes[0]), read(hashes[1])]);
  const texts: TextHashes = { organizationId, before: hashes[0], after: hashes[1] };
  return { texts, bytes: { before, after }, weight: before.length + after.length };
}

function cacheKey({ before, after }: TextHashes): string {
  return `${before} ${after}`;
}

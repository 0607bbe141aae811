import type { Context } from '../../../api/graphql/execution/context.js';
import type { Hash } from '../../../engine/base/types.js';
import { createCache } from '../../../platform/cache/cache.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { doWork } from '../../content/content-work/do-work.js';
import { type PageView, pageById, viewOf } from '../../content/revisions/content-view.js';
import { addressKey, blobs } from '../../content/revisions/loaders.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { changeRequestsById } from '../change-requests/loaders.js';

type Comment = Row<'Comment'>;

/** Where a comment stands in the content of its space or change request as that is now. */
export interface Anchor {
  state: 'anchored' | 'moved' | 'lost';
  /** The page; null where it was deleted. */
  page: PageView | null;
  /** Key of the block; null for one on a whole page, and where the block is no more. */
  nodeId: string | null;
  /** What the block said when the comment was written; null for one on a whole page. */
  quote: string | null;
}

/** Where a comment stands now; null for one that is about no page. Reading it again costs nothing. */
export function anchorOf(context: Context, comment: Comment): Promise<Anchor | null> {
  return context.loaders.once(`anchor of ${comment.id}`, () => findAnchor(context, comment));
}

async function findAnchor(context: Context, comment: Comment): Promise<Anchor | null> {
  const { pageId, nodeId, quote } = comment;
  if (pageId === null) return null;
  const page = pageById(await viewOf(context, await revisionOf(context, comment)), pageId);
  if (!page) return { state: 'lost', page, nodeId: null, quote };
  if (nodeId === null) return { state: 'anchored', page, nodeId, quote };
  const key = await keyNow(context, comment, page.page.blob);
  const state = key === null ? 'lost' : key === nodeId ? 'anchored' : 'moved';
  return { state, page, nodeId: key, quote };
}

async function revisionOf(
  { loaders }: Context,
  { organizationId, spaceId, changeRequestId }: Comment,
): Promise<Row<'Revision'>> {
  const { revisionId: id } =
    changeRequestId === null
      ? await loaders.get(spacesById, spaceId)
      : await loaders.get(changeRequestsById, changeRequestId);
  return getRevision(loaders, { organizationId, id });
}

/** The key that the comment's block has in the text that its page has now. */
async function keyNow(context: Context, { organizationId, nodeId, blob }: Comment, now?: Hash): Promise<string | null> {
  if (now === undefined) return null;
  if (now === blob) return nodeId;
  const pairs = await pairsOf(context, { organizationId, before: blob!, after: now });
  return pairs.get(nodeId!) ?? null;
}

/** Keys of blocks, with those of what became of them. */
type Pairs = ReadonlyMap<string, string>;

/** Which block of a text became which block of another; texts are named by their content. */
const known = createCache<Pairs>({ name: 'blocks of two texts', weigh: ({ size }) => 150 * size });

/** A text of a page, and that of now, by their hashes. */
interface Texts {
  organizationId: string;
  before: Hash;
  after: Hash;
}

async function pairsOf(context: Context, texts: Texts): Promise<Pairs> {
  const { organizationId, before, after } = texts;
  return known.get(nameOf(texts)) ?? context.loaders.get(pairsLoader(context), `${organizationId} ${before} ${after}`);
}

/** Pairs by organization and hashes: texts in one batch, then one task after the other, since not many may wait for threads. */
function pairsLoader(context: Context): LoaderDefinition<string, Pairs> {
  return context.loaders.once('pairs of blocks', () => ({
    name: 'pairs of blocks',
    async load(_queries, keys) {
      const all = await Promise.all(keys.map((key) => readTexts(context, key)));
      await context.pay(all.reduce((sum, { weight }) => sum + weight, 0));
      const found: Pairs[] = [];
      for (const { texts, bytes, weight } of all) {
        const pairs = await doWork('pairs', bytes, { tenant: texts.organizationId, weight });
        known.set(nameOf(texts), pairs);
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
  const texts: Texts = { organizationId, before: hashes[0], after: hashes[1] };
  return { texts, bytes: { before, after }, weight: before.length + after.length };
}

function nameOf({ before, after }: Texts): string {
  return `${before} ${after}`;
}

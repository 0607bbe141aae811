import { LRUCache } from 'lru-cache';
import type { Hash } from '../../content/types.js';
import type { Context } from '../../graphql/context.js';
import type { Row } from '../../store/rows.js';
import { changeRequestsById } from '../change-requests/loaders.js';
import { doWork } from '../content-work/do-work.js';
import { type PageView, pageById, viewOf } from '../revisions/content-view.js';
import { getRevision } from '../revisions/known-revisions.js';
import { addressKey, blobs } from '../revisions/loaders.js';
import { spacesById } from '../spaces/loaders.js';

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
  return context.loaders.once(`anchor of ${comment.id} ${comment.nodeId}`, () => findAnchor(context, comment));
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

/** Some tens of megabytes of pairs. */
const maxPairs = 200_000;

/** Which block of a text became which of another: right for ever, for texts are named by their content. */
const known = new LRUCache<string, ReadonlyMap<string, string>>({
  maxSize: maxPairs,
  sizeCalculation: ({ size }) => size + 1,
});

interface Texts {
  organizationId: string;
  before: Hash;
  after: Hash;
}

async function pairsOf(context: Context, texts: Texts): Promise<ReadonlyMap<string, string>> {
  const name = `${texts.before} ${texts.after}`;
  const kept = known.get(name);
  if (kept) return kept;
  // All comments on the page ask for the same.
  return context.loaders.once(`blocks of ${texts.organizationId} ${name}`, async () => {
    const pairs = await makePairs(context, texts);
    known.set(name, pairs);
    return pairs;
  });
}

async function makePairs(context: Context, { organizationId, ...hashes }: Texts): Promise<Map<string, string>> {
  const read = (hash: Hash) => context.loaders.get(blobs, addressKey({ organizationId, hash }));
  const [before, after] = await Promise.all([read(hashes.before), read(hashes.after)]);
  const weight = before.length + after.length;
  await context.pay(weight);
  return doWork('pairs', { before, after }, { weight });
}

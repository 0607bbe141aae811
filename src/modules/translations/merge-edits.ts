import type { Hash, Json, Manifest } from '../../engine/base/types.js';
import type { MergedResult, StaleParts } from '../../engine/translation/space/merge-result.js';
import { emptyManifest } from '../../engine/tree/manifest/empty-manifest.js';
import { manifestIndex } from '../../engine/tree/manifest/page-index.js';
import type { Store } from '../../platform/db/write/store.js';
import { doWork } from '../content/content-work/do-work.js';
import { readManifest } from '../content/revisions/manifests.js';
import { withBlobs } from '../content/revisions/with-blobs.js';
import type { BegunRun } from './begin-run.js';

/** Content that a run writes: the machine translation, merged with the edits that users made since the last run. */
export interface MergedRun extends MergedResult {
  /** Id of the head of the translated space that the content was merged with; null if the space does not exist yet. */
  head: string | null;
  /** Content of the head. */
  before: Manifest;
}

/** Merges the new machine translation into the head of the result. The translated texts must already be stored. */
export async function mergeEdits({ read }: Store, run: BegunRun, now: Manifest): Promise<MergedRun> {
  const { organizationId, machineRootHash } = run.translation;
  const head = run.result && (await readHead(read, run.result.id));
  if (!head) return { head: null, before: emptyManifest, manifest: now, blobs: new Map(), stale: new Map() };
  const edited = await readManifest(read, head);
  const before =
    machineRootHash === null ? emptyManifest : await readManifest(read, { organizationId, rootHash: machineRootHash });
  const stale = await readStale(read, run.translation.id);
  const merged = await withBlobs(read, {
    organizationId,
    likely: differingTexts([before, edited, now], stale),
    work: (_, blobs) =>
      doWork('mergeResult', { before, edited, now, stale }, { tenant: organizationId, weight: 0, blobs }),
  });
  return { head: head.id, before: edited, ...merged };
}

async function readHead(read: Store['read'], spaceId: string) {
  const query = read.sql
    .selectFrom('Space')
    .innerJoin('Revision', 'Revision.id', 'Space.revisionId')
    .select(['Revision.id', 'Revision.organizationId', 'Revision.rootHash'])
    .where('Space.id', '=', spaceId);
  return (await read.first(query)) ?? null;
}

async function readStale(read: Store['read'], translationId: string): Promise<Map<string, StaleParts>> {
  const query = read.sql
    .selectFrom('TranslatedPage')
    .select(['pageId', 'staleBlocks', 'staleFields'])
    .where('translationId', '=', translationId);
  const rows = await read.all(query);
  return new Map(
    rows.map(({ pageId, staleBlocks: blocks, staleFields: fields }) => [
      pageId,
      { blocks: blocks as string[], fields: fields as { [name: string]: Json } },
    ]),
  );
}

/** Returns the hashes of the texts that differ between manifests, and of the texts with stale parts. */
function differingTexts(states: readonly Manifest[], stale: ReadonlyMap<string, StaleParts>): Set<Hash> {
  const pages = states.map((state) => manifestIndex(state).pageById);
  const hashes = new Set<Hash>();
  for (const id of new Set(pages.flatMap((byId) => [...byId.keys()]))) {
    const own = pages.map((byId) => byId.get(id)?.page.blob);
    const isSame = own.every((blob) => blob === own[0]) && !stale.get(id)?.blocks.length;
    if (!isSame) for (const blob of own) if (blob !== undefined) hashes.add(blob);
  }
  return hashes;
}

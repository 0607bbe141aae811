import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import type { Store } from '../../../platform/db/write/store.js';
import { readManifest } from '../../content/revisions/manifests.js';
import { loadWords } from '../../content/search/index-head.js';
import { rebuildSearch } from '../../content/search/rebuild.js';
import { loadReferences } from '../../links/load-references.js';
import { rebuildLinks } from '../../links/rebuild.js';

/**
 * Builds the search index and the link index of the spaces of an organization that have none. Analyzes the content
 * before the transaction that writes an index, so that other transactions wait only for the write.
 */
export async function indexSpaces(store: Store, organizationId: string, onProgress: Progress): Promise<void> {
  const spaces = await findUnindexedSpaces(store, organizationId);
  for (const [index, { id: spaceId, rootHash }] of spaces.entries()) {
    const after = await readManifest(store.read, { organizationId, rootHash });
    const move = { organizationId, spaceId, before: emptyManifest, after, blobs: new Map() };
    for (const load of [loadWords, loadReferences]) await (await load(store.read, move)).run(store.read);
    await rebuildSearch(store, spaceId);
    await rebuildLinks(store, spaceId);
    onProgress(index + 1, spaces.length);
  }
}

/** Callback for progress, with the number of finished items and the number of all items. */
export type Progress = (done: number, total: number) => void;

function findUnindexedSpaces({ read, sql }: Store, organizationId: string) {
  const indexed = sql.selectFrom('LinkSpace').select('spaceId').where('organizationId', '=', organizationId);
  return read.all(
    sql
      .selectFrom('Space')
      .innerJoin('Revision', 'Revision.id', 'Space.revisionId')
      .select(['Space.id', 'Revision.rootHash'])
      .where('Space.organizationId', '=', organizationId)
      .where('Space.id', 'not in', indexed)
      .orderBy('Space.id'),
  );
}

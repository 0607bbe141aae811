import type { Context } from '../../api/graphql/execution/context.js';
import type { Json } from '../../engine/base/types.js';
import type { StaleParts } from '../../engine/translation/space/merge-result.js';
import type { Row } from '../../platform/db/query/rows.js';
import { doWork } from '../content/content-work/do-work.js';
import type { PageView } from '../content/revisions/content-view.js';
import { addressKey, blobs } from '../content/revisions/loaders.js';

/**
 * Returns the stale parts of a page of a result in the requested revision. A block that changed since the last run is
 * no longer stale. Reads the text only if it differs from that of the last run.
 */
export async function findStaleParts(
  context: Context,
  row: Row<'TranslatedPage'>,
  view: PageView | null,
): Promise<StaleParts> {
  const stale = { blocks: row.staleBlocks as string[], fields: row.staleFields as { [name: string]: Json } };
  if (!view) return { blocks: [], fields: {} };
  if (stale.blocks.length === 0 && Object.keys(stale.fields).length === 0) return stale;
  const { children: _, ...page } = view.page;
  const needsText = page.blob !== undefined && page.blob !== row.textHash && stale.blocks.length > 0;
  const { organizationId } = row;
  if (!needsText)
    return { ...stale, fields: (await stillStale(stale, page, { organizationId, texts: new Map() })).fields };
  const bytes = await context.loaders.get(blobs, addressKey({ organizationId, hash: page.blob! }));
  return stillStale(stale, page, { organizationId, texts: new Map([[page.blob!, bytes]]) });
}

/** Returns the parts that are still stale. If `texts` is empty, it checks only the fields. */
function stillStale(
  stale: StaleParts,
  page: PageView['page'],
  { organizationId: tenant, texts }: { organizationId: string; texts: ReadonlyMap<string, Uint8Array> },
): Promise<StaleParts> {
  const partsToCheck = texts.size > 0 ? stale : { ...stale, blocks: [] };
  return doWork('keptStale', { page, stale: partsToCheck }, { tenant, weight: 0, blobs: texts });
}

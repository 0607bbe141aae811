import type { Context } from '../../../api/graphql/execution/context.js';
import type { Manifest } from '../../../engine/base/types.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { spacesById } from '../spaces/loaders.js';
import type { ContentView } from './content-view.js';

/**
 * Returns the cache key of the pages of a revision and of their source texts, or null if pages are computed. Computed
 * pages depend on other objects, which not every viewer may see. The key consists of:
 * - the id of the revision, which never changes;
 * - the id of the head of its space, because the times of pages depend on it (`moveHead`);
 * - the base address of URLs in responses.
 */
export async function pagesCacheKey(context: Context, { revision, manifest }: ContentView): Promise<string | null> {
  if (hasComputed(manifest)) return null;
  const { organizationId, spaceId, id } = revision;
  const space = await context.loaders.load(spacesById, spaceId);
  return space && [organizationId, spaceId, id, space.revisionId, context.urls.base].join(' ');
}

const computed = new WeakMap<Manifest, boolean>();

/** Reports whether the manifest has a page that is computed or whose text is computed. */
function hasComputed(manifest: Manifest): boolean {
  const cached = computed.get(manifest);
  if (cached !== undefined) return cached;
  const found = manifestIndex(manifest).pages.some(
    ({ page }) => page.type === 'computed' || page.computed !== undefined,
  );
  computed.set(manifest, found);
  return found;
}

import type { Context } from '../../../api/graphql/execution/context.js';
import type { Manifest } from '../../../engine/base/types.js';
import { indexOf } from '../../../engine/tree/manifest/page-index.js';
import { spacesById } from '../spaces/loaders.js';
import type { ContentView } from './content-view.js';

/**
 * All that the pages of a revision, and their texts as they are written, are made of: the revision, which never changes; the
 * head of its space, which the times of pages follow (`moveHead`); and the address that answers carry. Null where pages are
 * computed: what they are made of lies elsewhere, and not everybody may see it.
 */
export async function determinantOf(context: Context, { revision, manifest }: ContentView): Promise<string | null> {
  if (hasComputed(manifest)) return null;
  const { organizationId, spaceId, id } = revision;
  const space = await context.loaders.load(spacesById, spaceId);
  return space && [organizationId, spaceId, id, space.revisionId, context.urls.base].join(' ');
}

const computed = new WeakMap<Manifest, boolean>();

/** Whether a page, or the text of one, is computed. */
function hasComputed(manifest: Manifest): boolean {
  const known = computed.get(manifest);
  if (known !== undefined) return known;
  const found = indexOf(manifest).pages.some(({ page }) => page.type === 'computed' || page.computed !== undefined);
  computed.set(manifest, found);
  return found;
}

import { canOnPlace } from '../../../access/place-access.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { TranslationResult } from '../../../engine/tree/computed/source.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { spacesById } from '../spaces/loaders.js';
import { type ContentView, readContentView } from './content-view.js';
import { findRevision } from './revision-cache.js';

/**
 * Returns the content of another space of the organization: that of the given revision, by default that of the head.
 * Null if it does not exist or the caller may not see it: computed content never shows more than its viewer may read.
 */
export async function visibleContentOf(
  context: Context,
  organizationId: string,
  { space: spaceId, revision: revisionId }: Partial<TranslationResult> & { space: string },
): Promise<ContentView | null> {
  const space = await context.loaders.load(spacesById, spaceId);
  if (!space || !(await canViewSpace(context, organizationId, space))) return null;
  const revision = await findRevision(context.loaders, { organizationId, id: revisionId ?? space.revisionId });
  return revision && revision.spaceId === spaceId ? readContentView(context, revision) : null;
}

async function canViewSpace(context: Context, organizationId: string, space: Row<'Space'>): Promise<boolean> {
  return (
    space.organizationId === organizationId && space.deletedAt === null && canOnPlace(context, 'space.view', space)
  );
}

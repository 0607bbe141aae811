import { canOnPlace } from '../../../access/place-access.js';
import { can } from '../../../access/policy.js';
import { isAdminOf } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Collection } from '../collections/collection.js';
import { collectionsById } from '../collections/loaders.js';
import { Space } from './space.js';

for (const type of [Collection, Space] as const) {
  builder.objectFields(type as typeof Collection, (t) => ({
    parentId: t.id({
      nullable: true,
      description: 'Id of the parent collection; null at the root, and if the caller may not see it.',
      resolve: (place, _args, context) => visibleParentId(place, context),
    }),
    parent: t.field({
      type: Collection,
      nullable: true,
      description: 'Parent collection; null at the root, and if the caller may not see it.',
      resolve: ({ parentId }, _args, context) => visibleParent(context, parentId),
    }),
  }));
}

/** Returns the id of the parent collection; null if the viewer may not see it. Needs no query for admins. */
function visibleParentId(
  place: Row<'Space'> | Row<'Collection'>,
  context: Context,
): string | null | Promise<string | null> {
  const { parentId, organizationId } = place;
  if (parentId === null) return null;
  const admin = { organizationId, effectiveRole: 'admin' } as const;
  if (isAdminOf(context.viewer, organizationId)) return can(context.viewer, 'collection.view', admin) ? parentId : null;
  return visibleParent(context, parentId).then((parent) => parent?.id ?? null);
}

/** Returns the parent collection; null if the viewer may not see it. */
async function visibleParent(context: Context, parentId: string | null): Promise<Row<'Collection'> | null> {
  const parent = parentId && (await context.loaders.get(collectionsById, parentId));
  return parent && (await canOnPlace(context, 'collection.view', parent)) ? parent : null;
}

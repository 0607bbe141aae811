import { canOnPlace } from '../../../access/place-access.js';
import { can } from '../../../access/policy.js';
import type { ContentAction } from '../../../access/required-roles.js';
import { isAdminOf, roleDecides } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { isExpired } from './expiring-spaces.js';
import { spacesById } from './loaders.js';

/** An object in a space: a revision, a change request, a page. */
export interface SpaceObject {
  organizationId: string;
  spaceId: string;
}

/**
 * Reports whether the viewer may do an action on an object in a space. Loads the space only if the viewer's role in the
 * organization is not sufficient to decide. A space past its retention hides its content from everybody.
 */
export function isAllowedInSpace(
  context: Context,
  action: ContentAction,
  object: SpaceObject,
): boolean | Promise<boolean> {
  const { viewer, loaders } = context;
  const { organizationId, spaceId } = object;
  if (!roleDecides(viewer, organizationId))
    return loaders.get(spacesById, spaceId).then((space) => canOnPlace(context, action, space));
  const effectiveRole = isAdminOf(viewer, organizationId) ? 'admin' : null;
  if (!can(viewer, action, { organizationId, effectiveRole })) return false;
  const expired = isExpired(context, object);
  return typeof expired === 'boolean' ? !expired : expired.then((isPast) => !isPast);
}

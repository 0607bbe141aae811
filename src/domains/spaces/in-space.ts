import type { ContentAction } from '../../access/actions.js';
import { mayOn, roleOn } from '../../access/place-access.js';
import { can, type OwnedContent } from '../../access/policy.js';
import type { Viewer } from '../../access/viewer.js';
import type { Context } from '../../graphql/context.js';
import { spacesById } from './loaders.js';

/** What lives in a space: a revision, a change request, a page. */
export interface InSpace {
  organizationId: string;
  spaceId: string;
}

/**
 * Whether the viewer may do something to what lives in a space. The space is loaded only where the role in the
 * organization does not decide; hence a promise only then.
 */
export function mayInSpace(context: Context, action: ContentAction, object: InSpace): boolean | Promise<boolean> {
  const { viewer, loaders } = context;
  if (decides(viewer, object)) return can(viewer, action, { ...object, effectiveRole: adminOrNone(viewer, object) });
  return loaders.get(spacesById, object.spaceId).then((space) => mayOn(context, action, space));
}

/** What lives in a space, with the viewer's role there. */
export async function roleInSpace(context: Context, object: InSpace): Promise<OwnedContent> {
  return roleOn(context, await context.loaders.get(spacesById, object.spaceId));
}

/** Admins may do everything in their organization, strangers nothing. */
function decides(viewer: Viewer, { organizationId }: InSpace): boolean {
  if (viewer.kind !== 'user') return true;
  const role = viewer.roles.get(organizationId);
  return role === undefined || role === 'admin';
}

function adminOrNone(viewer: Viewer, { organizationId }: InSpace): 'admin' | null {
  return viewer.kind === 'user' && viewer.roles.get(organizationId) === 'admin' ? 'admin' : null;
}

import { AppError } from '../errors.js';
import { includes, type Role, type Viewer } from './viewer.js';

/**
 * What may be done, and the role it takes on the organization of the object. `member` is anyone who belongs to the
 * organization, guests included. Source: "Access" of the design; `permissions` objects are computed from this table.
 */
const neededRole = {
  'organization.view': 'member',
  'organization.listMembers': 'read',
  'organization.update': 'admin',
  'organization.viewBilling': 'admin',
  'space.view': 'read',
  'space.comment': 'comment',
  'space.edit': 'edit',
  'space.review': 'review',
  'space.create': 'create',
  'space.update': 'admin',
  'space.viewDeleted': 'admin',
  'changeRequest.view': 'read',
  'changeRequest.create': 'edit',
  'changeRequest.edit': 'edit',
  'changeRequest.merge': 'review',
  'site.view': 'read',
  'site.create': 'create',
} as const satisfies Record<string, Role | 'member'>;

/** One of the actions that the policy knows. */
export type Action = keyof typeof neededRole;

/** What an action is done to: anything that belongs to an organization. */
export interface Owned {
  organizationId: string;
}

/** Whether the viewer may do this to the object. */
export function can(viewer: Viewer, action: Action, object: Owned): boolean {
  if (viewer.kind === 'operator') return true;
  if (viewer.kind === 'anonymous') return false;
  const needed = neededRole[action];
  if (needed === 'member') return viewer.roles.has(object.organizationId);
  return includes(viewer.roles.get(object.organizationId), needed);
}

/**
 * Refuses what the viewer may not do to an object that it sees.
 * @throws FORBIDDEN, naming the action, the role it takes and the viewer's own.
 */
export function authorize(viewer: Viewer, action: Action, object: Owned): void {
  if (can(viewer, action, object)) return;
  const own = viewer.kind === 'user' ? (viewer.roles.get(object.organizationId) ?? 'guest') : 'none';
  throw new AppError('FORBIDDEN', `${action} needs the role ${neededRole[action]}; yours is ${own}`, {
    reason: 'ROLE_TOO_LOW',
  });
}

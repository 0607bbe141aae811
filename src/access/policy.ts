import { forbidden } from '../errors.js';
import { type Action, type ContentAction, neededRole } from './actions.js';
import { includes, type Role, type Viewer } from './viewer.js';

/** What an action is done to: anything that belongs to an organization. */
export interface Owned {
  organizationId: string;
}

/** A space, a collection or what lives in one: `effectiveRole` is the viewer's role there. */
export interface OwnedContent extends Owned {
  effectiveRole: Role | null;
}

/** What an action may be asked about. */
export type ObjectOf<A extends Action> = A extends ContentAction ? OwnedContent : Owned & Partial<OwnedContent>;

/**
 * Whether the viewer may do this to the object. The role that counts is the one in the organization, or the object's
 * `effectiveRole` where it has one.
 */
export function can<A extends Action>(viewer: Viewer, action: A, object: ObjectOf<A>): boolean {
  if (viewer.kind === 'operator') return true;
  if (viewer.kind === 'anonymous' || !inScope(viewer, action)) return false;
  if (!viewer.roles.has(object.organizationId)) return false;
  const needed: Role | 'member' = neededRole[action];
  return needed === 'member' || includes(roleOf(viewer, object), needed);
}

/**
 * Refuses what the viewer may not do to an object that it sees.
 * @throws FORBIDDEN, naming the action, the role it takes and the viewer's own; `action` and `needs` in the detail.
 */
export function authorize<A extends Action>(viewer: Viewer, action: A, object: ObjectOf<A>): void {
  if (can(viewer, action, object)) return;
  const detail = { action, needs: neededRole[action] };
  if (!inScope(viewer, action)) {
    const message = `${action} is outside the scopes of this token; it needs the scope ${action.replace('.', ':')}`;
    throw forbidden(`${message} and the role ${neededRole[action]}`, { reason: 'SCOPE_MISSING', ...detail });
  }
  const own = (viewer.kind === 'user' ? roleOf(viewer, object) : undefined) ?? 'guest';
  throw forbidden(`${action} needs the role ${neededRole[action]}; yours is ${own}`, {
    reason: 'ROLE_TOO_LOW',
    ...detail,
  });
}

/** Whether the viewer's token may do this at all. */
export function inScope(viewer: Viewer, action: Action): boolean {
  return viewer.kind !== 'user' || viewer.allowed === null || viewer.allowed.has(action);
}

function roleOf(viewer: Viewer & { kind: 'user' }, object: Owned & Partial<OwnedContent>): Role | null | undefined {
  return object.effectiveRole !== undefined ? object.effectiveRole : viewer.roles.get(object.organizationId);
}

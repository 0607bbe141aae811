import type { ErrorReason } from '../platform/base/error-reasons.js';
import { forbidden } from '../platform/base/errors.js';
import { type Action, type ContentAction, leavingActions, neededRole, type OwnAction } from './actions.js';
import { scopeOf } from './scopes.js';
import { includes, type Role, type Viewer } from './viewer.js';

/** What an action is done to: anything that belongs to an organization. */
export interface Owned {
  organizationId: string;
}

/** A space, a collection or what lives in one: `effectiveRole` is the viewer's role there. */
export interface OwnedContent extends Owned {
  effectiveRole: Role | null;
}

/** What a user does for itself: the organization that it is about, null for all of the user's. */
interface Own {
  organizationId: string | null;
}

/** What an action may be asked about. */
export type ObjectOf<A extends Action> = A extends ContentAction
  ? OwnedContent
  : A extends OwnAction
    ? Own
    : Owned & Partial<OwnedContent>;

/**
 * Whether the viewer may do this to the object. The role that counts is the one in the organization, or the object's
 * `effectiveRole` where it has one and does not leave the organization. What anyone may do, a token that is bound to an
 * organization does only there.
 */
export function can<A extends Action>(viewer: Viewer, action: A, object: ObjectOf<A>): boolean {
  if (viewer.kind === 'operator') return true;
  if (viewer.kind === 'anonymous' || !inScope(viewer, action)) return false;
  const needed: Needed = neededRole[action];
  const { organizationId } = object;
  if (needed === 'anyone') return viewer.organizationId === null || viewer.organizationId === organizationId;
  if (organizationId === null || !viewer.roles.has(organizationId)) return false;
  return needed === 'member' || includes(roleOf(viewer, action, object as Owned), needed);
}

type Needed = Role | 'member' | 'anyone';

/**
 * Refuses what the viewer may not do to an object that it sees.
 * @throws FORBIDDEN, naming the action, the role it takes and the viewer's own; `action` and `needs` in the detail.
 */
export function authorize<A extends Action>(viewer: Viewer, action: A, object: ObjectOf<A>): void {
  if (can(viewer, action, object)) return;
  const [reason, why] = refusal(viewer, action, object);
  throw forbidden(`${action} ${why}`, { reason, action, needs: neededRole[action] });
}

function refusal(viewer: Viewer, action: Action, object: Own): [reason: ErrorReason, why: string] {
  if (!inScope(viewer, action)) {
    const scope = scopeOf(action);
    const needs = scope ? `it needs the scope ${scope}` : 'it needs a token without scopes';
    return ['SCOPE_MISSING', `is outside the scopes of this token; ${needs}`];
  }
  const needed: Needed = neededRole[action];
  if (needed === 'anyone')
    return ['TOKEN_BOUND', 'is outside the organization of this token; it needs one that works in all'];
  const own = (viewer.kind === 'user' ? roleOf(viewer, action, object as Owned) : undefined) ?? 'guest';
  const where = leavingActions.includes(action) ? ' in the organization' : '';
  return ['ROLE_TOO_LOW', `needs the role ${needed}${where}; yours is ${own}`];
}

/** Whether the viewer's token may do this at all. */
export function inScope(viewer: Viewer, action: Action): boolean {
  return viewer.kind !== 'user' || viewer.allowed === null || viewer.allowed.has(action);
}

function roleOf(
  { roles }: Viewer & { kind: 'user' },
  action: Action,
  { organizationId, effectiveRole }: Owned & Partial<OwnedContent>,
): Role | null | undefined {
  return effectiveRole === undefined || leavingActions.includes(action) ? roles.get(organizationId) : effectiveRole;
}

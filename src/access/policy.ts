import type { ErrorReason } from '../platform/base/error-reasons.js';
import { forbidden, operatorOnly } from '../platform/base/errors.js';
import {
  type Action,
  type ContentAction,
  recentSignInActions,
  requiredRole,
  type SelfAction,
  transferActions,
} from './required-roles.js';
import { scopeOf } from './scopes.js';
import { includes, isOperator, type Role, type Viewer } from './viewer.js';

/** Object of an action. It belongs to an organization. */
export interface Owned {
  organizationId: string;
}

/** A space, a collection, or content of one. `effectiveRole` is the viewer's role on it. */
export interface OwnedContent extends Owned {
  effectiveRole: Role | null;
}

/**
 * Object of an action that a user does for itself. `organizationId` is null if the action concerns all organizations of
 * the user.
 */
interface SelfObject {
  organizationId: string | null;
}

/** Type of the object that an action is checked against. */
export type ObjectOf<A extends Action> = A extends ContentAction
  ? OwnedContent
  : A extends SelfAction
    ? SelfObject
    : Owned & Partial<OwnedContent>;

/**
 * Reports whether the viewer may do an action on an object. The viewer's role is the `effectiveRole` of the object. If
 * the object has none, and for `transferActions`, it is the role in the organization. An action that requires `anyone`
 * needs no role; a token that is bound to an organization allows it only there.
 */
export function can<A extends Action>(viewer: Viewer, action: A, object: ObjectOf<A>): boolean {
  if (viewer.kind === 'operator') return true;
  if (viewer.kind === 'anonymous' || !inScope(viewer, action)) return false;
  const needed: Needed = requiredRole[action];
  const { organizationId } = object;
  if (needed === 'anyone') return viewer.organizationId === null || viewer.organizationId === organizationId;
  if (organizationId === null || !viewer.roles.has(organizationId)) return false;
  return needed === 'member' || includes(roleOf(viewer, action, object as Owned), needed);
}

type Needed = Role | 'member' | 'anyone';

/**
 * Throws if the viewer may not do an action on an object that it can see.
 * @throws FORBIDDEN with the action, the required role and the viewer's role; the detail has `action` and `needs`
 * @throws FORBIDDEN with the reason SIGN_IN_TOO_OLD as `requireRecentSignIn`, for `recentSignInActions`
 */
export function authorize<A extends Action>(viewer: Viewer, action: A, object: ObjectOf<A>): void {
  if (can(viewer, action, object)) {
    if (recentSignInActions.includes(action)) requireRecentSignIn(viewer, action);
    return;
  }
  const [reason, why] = refusal(viewer, action, object);
  throw forbidden(`${action} ${why}`, { reason, action, needs: requiredRole[action] });
}

/**
 * Throws if the viewer is not the operator.
 * @param reservedTask start of the error message: a task in the passive, such as `Users are created`
 * @throws FORBIDDEN with the reason OPERATOR_ONLY
 */
export function requireOperator(viewer: Viewer, action: string, reservedTask: string): void {
  if (!isOperator(viewer)) throw operatorOnly(action, reservedTask);
}

/** Period after a sign-in during which a session may do `recentSignInActions`, in milliseconds. */
const recentSignInMs = 15 * 60_000;

/**
 * Throws if the viewer is a session that began more than 15 minutes ago. Access tokens have no such limit.
 * @throws FORBIDDEN with the reason SIGN_IN_TOO_OLD
 */
export function requireRecentSignIn(viewer: Viewer, action: Action): void {
  if (viewer.kind !== 'user' || viewer.signedInAt === undefined) return;
  if (Date.parse(viewer.signedInAt) > Date.now() - recentSignInMs) return;
  const message = `Cannot do ${action}: you signed in more than 15 minutes ago. Sign in again at /login`;
  throw forbidden(message, { reason: 'SIGN_IN_TOO_OLD', action, needs: 'a recent sign-in' });
}

function refusal(viewer: Viewer, action: Action, object: SelfObject): [reason: ErrorReason, why: string] {
  if (!inScope(viewer, action)) {
    const scope = scopeOf(action);
    const needs = scope ? `it needs the scope ${scope}` : 'it needs a token without scopes';
    return ['SCOPE_MISSING', `is outside the scopes of this token; ${needs}`];
  }
  const needed: Needed = requiredRole[action];
  if (needed === 'anyone')
    return ['TOKEN_BOUND', 'is outside the organization of this token; it needs one that works in all'];
  const ownRole = (viewer.kind === 'user' ? roleOf(viewer, action, object as Owned) : undefined) ?? 'guest';
  const where = transferActions.includes(action) ? ' in the organization' : '';
  return ['ROLE_TOO_LOW', `needs the role ${needed}${where}; yours is ${ownRole}`];
}

/** Reports whether the scopes of the viewer's token allow an action. */
export function inScope(viewer: Viewer, action: Action): boolean {
  return viewer.kind !== 'user' || viewer.allowed === null || viewer.allowed.has(action);
}

function roleOf(
  { roles }: Viewer & { kind: 'user' },
  action: Action,
  { organizationId, effectiveRole }: Owned & Partial<OwnedContent>,
): Role | null | undefined {
  return effectiveRole === undefined || transferActions.includes(action) ? roles.get(organizationId) : effectiveRole;
}

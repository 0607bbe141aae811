import type { Action } from './actions.js';

/** Roles of members, low to high; the order is the order of rights ("Access" in the manual). */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

/** A member's role. */
export type Role = (typeof roles)[number];

/**
 * Who asks. The operator is whoever runs the command line beside the database; what it does is signed by its user.
 */
export type Viewer = { kind: 'anonymous' } | UserViewer | Operator;

/** A user, as far as its token goes. */
export interface UserViewer {
  kind: 'user';
  userId: string;
  tokenId: string;
  /**
   * The organizations that the user belongs to and the token works in, with the role in each; null is a guest. Left out
   * are those where the user is disabled, and those that take single sign-on where the user or the token has none.
   */
  roles: ReadonlyMap<string, Role | null>;
  /** What the token may do; null for everything its user may. */
  allowed: ReadonlySet<Action> | null;
  /** Whether the token is an agent's. */
  isAgent: boolean;
  /** The one organization that the token works in; null for all. */
  organizationId: string | null;
  /** Client whose persisted documents alone the token may send; absent for any text. */
  documents?: string;
}

/** A user as the policy sees it without a token: all that its roles allow. */
export function tokenless(userId: string, roles: UserViewer['roles']): UserViewer {
  return { kind: 'user', userId, tokenId: '', roles, allowed: null, isAgent: false, organizationId: null };
}

/** Whoever runs the command line beside the database. */
export interface Operator {
  kind: 'operator';
  /** The user who signs what the operator does. */
  userId: string;
}

/** The viewer of a request without a token: may ask `__typename` and the schema, and gets no data. */
export const anonymous: Viewer = { kind: 'anonymous' };

/** Whether a role includes another: every role includes the ones below it. */
export function includes(role: Role | null | undefined, needed: Role): boolean {
  return role != null && roles.indexOf(role) >= roles.indexOf(needed);
}

/** The roles that are higher than one; null is a guest's. */
export function rolesAbove(role: Role | null): readonly Role[] {
  return role === null ? roles : roles.slice(roles.indexOf(role) + 1);
}

/** The higher of two roles. */
export function higher(one: Role | null, other: Role | null): Role | null {
  return includes(one, other ?? 'read') ? one : other;
}

/** Ids of the organizations the viewer belongs to, guests included; null means every one (the operator). */
export function organizationsOf(viewer: Viewer): string[] | null {
  if (viewer.kind === 'operator') return null;
  return viewer.kind === 'user' ? [...viewer.roles.keys()] : [];
}

/** Whether the viewer is admin of an organization, or the operator; its token may still be narrower. */
export function isAdminOf(viewer: Viewer, organizationId: string): boolean {
  return viewer.kind === 'operator' || (viewer.kind === 'user' && viewer.roles.get(organizationId) === 'admin');
}

/**
 * Whether the role in an organization says all there is to say: admins have every right there and strangers none, so that
 * grants and teams add nothing, and are not read.
 */
export function roleDecides(viewer: Viewer, organizationId: string): boolean {
  if (viewer.kind !== 'user') return true;
  const role = viewer.roles.get(organizationId);
  return role === undefined || role === 'admin';
}

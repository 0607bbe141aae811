import type { Action } from './required-roles.js';

/** Roles of members, from low to high; each role includes the rights of the lower ones ("Access" in the manual). */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

/** A member's role. */
export type Role = (typeof roles)[number];

/**
 * The caller of a request or command. The operator runs the command line with direct access to the database; its
 * actions are recorded as its user's.
 */
export type Viewer = { kind: 'anonymous' } | UserViewer | Operator;

/** A user, limited to the rights of its token. */
export interface UserViewer {
  kind: 'user';
  userId: string;
  tokenId: string;
  /**
   * Role in each organization of the user in which the token works; null for a guest. It leaves out organizations in
   * which the user is disabled. It also leaves out those that require single sign-on that the user or the token does
   * not have.
   */
  roles: ReadonlyMap<string, Role | null>;
  /** Actions that the token allows; null for all rights of its user. */
  allowed: ReadonlySet<Action> | null;
  /** Whether the token is an agent's. */
  isAgent: boolean;
  /** The only organization in which the token works; null for all. */
  organizationId: string | null;
  /** Time at which the person signed in, ISO 8601, if the caller is a session of a browser; absent for tokens. */
  signedInAt?: string;
  /** Set if the token may do what the operator does on the command line (`isOperator`). */
  hasOperatorScope?: true;
  /** Client whose persisted documents are the only ones that the token may send; absent if it may send any text. */
  documents?: string;
}

/** Returns a viewer for a user without a token. The policy allows everything that its roles allow. */
export function viewerWithoutToken(userId: string, roles: UserViewer['roles']): UserViewer {
  return { kind: 'user', userId, tokenId: '', roles, allowed: null, isAgent: false, organizationId: null };
}

/** The person who runs the command line with direct access to the database. */
export interface Operator {
  kind: 'operator';
  /** User that the actions of the operator are recorded for. */
  userId: string;
}

/** Reports whether the viewer may do what only the operator may: on the command line, or with the scope `operator`. */
export function isOperator(viewer: Viewer): boolean {
  return viewer.kind === 'operator' || (viewer.kind === 'user' && viewer.hasOperatorScope === true);
}

/** Viewer of a request without a token. It may read `__typename` and the schema, and gets no data. */
export const anonymous: Viewer = { kind: 'anonymous' };

/** Reports whether a role includes another. Every role includes the lower ones. */
export function includes(role: Role | null | undefined, needed: Role): boolean {
  return role != null && roles.indexOf(role) >= roles.indexOf(needed);
}

/** Returns the roles that are higher than `role`; null is a guest. */
export function rolesAbove(role: Role | null): readonly Role[] {
  return role === null ? roles : roles.slice(roles.indexOf(role) + 1);
}

/** Returns the higher of two roles. */
export function higher(one: Role | null, other: Role | null): Role | null {
  return includes(one, other ?? 'read') ? one : other;
}

/**
 * Returns the ids of the viewer's organizations, also those where it is a guest; null means every organization (the
 * operator).
 */
export function organizationsOf(viewer: Viewer): string[] | null {
  if (viewer.kind === 'operator') return null;
  return viewer.kind === 'user' ? [...viewer.roles.keys()] : [];
}

/**
 * Reports whether the viewer is an admin of an organization, or the operator. The scopes of its token may still forbid
 * an action.
 */
export function isAdminOf(viewer: Viewer, organizationId: string): boolean {
  return viewer.kind === 'operator' || (viewer.kind === 'user' && viewer.roles.get(organizationId) === 'admin');
}

/**
 * Reports whether the role in an organization decides alone. Admins have every right there and other users none, so
 * grants and teams add nothing and are not read.
 */
export function roleDecides(viewer: Viewer, organizationId: string): boolean {
  if (viewer.kind !== 'user') return true;
  const role = viewer.roles.get(organizationId);
  return role === undefined || role === 'admin';
}

import type { Action } from './required-roles.js';

/** Roles of members, from low to high; each role includes the rights of the lower ones (docs/access.md). */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

/** A member's role. */
export type Role = (typeof roles)[number];

/**
 * The caller of a request or command. The operator runs the command line with direct access to the database; its
 * actions are recorded as actions of its user.
 */
export type Viewer = { kind: 'anonymous' } | UserViewer | Operator;

/** A user, limited to the rights of its token. */
export interface UserViewer {
  kind: 'user';
  userId: string;
  tokenId: string;
  /**
   * Role of the user in each organization in which the token works; null for a guest. Organizations in which the user
   * is disabled are missing. So are those that require single sign-on, if the user or the token lacks it.
   */
  roles: ReadonlyMap<string, Role | null>;
  /** Actions that the token allows; null if it allows everything that its user may do. */
  allowed: ReadonlySet<Action> | null;
  /** Whether the token belongs to an agent. */
  isAgent: boolean;
  /** The only organization in which the token works; null if it works in all. */
  organizationId: string | null;
  /** Time at which the person signed in, ISO 8601, if the caller is a session of a browser; absent for tokens. */
  signedInAt?: string;
  /** Set if the token may do what the operator does on the command line (`isOperator`). */
  hasOperatorScope?: true;
  /**
   * Name of a client. The token may send only the persisted documents of that client; absent if it may send any
   * document.
   */
  documents?: string;
}

/** Returns a viewer for a user without a token; the viewer may do everything that its roles allow. */
export function viewerWithoutToken(userId: string, roles: UserViewer['roles']): UserViewer {
  return { kind: 'user', userId, tokenId: '', roles, allowed: null, isAgent: false, organizationId: null };
}

/** The person who runs the command line with direct access to the database. */
export interface Operator {
  kind: 'operator';
  /** Id of the user that the events of the operator name as their actor. */
  userId: string;
}

/** Reports whether the viewer has the rights of the operator: on the command line, or by the scope `operator`. */
export function isOperator(viewer: Viewer): boolean {
  return viewer.kind === 'operator' || (viewer.kind === 'user' && viewer.hasOperatorScope === true);
}

/** Viewer of a request without a token. It may read `__typename` and the schema, but no data. */
export const anonymous: Viewer = { kind: 'anonymous' };

/** Reports whether a role includes the needed role. Every role includes the lower ones; null is a guest. */
export function includes(role: Role | null | undefined, needed: Role): boolean {
  return role != null && roles.indexOf(role) >= roles.indexOf(needed);
}

/** Returns the roles that are higher than `role`. All roles are higher than that of a guest, which is null. */
export function rolesAbove(role: Role | null): readonly Role[] {
  return role === null ? roles : roles.slice(roles.indexOf(role) + 1);
}

/** Returns the higher of two roles; null is lower than all roles. */
export function higher(left: Role | null, right: Role | null): Role | null {
  return includes(left, right ?? 'read') ? left : right;
}

/**
 * Returns the ids of the viewer's organizations, including those where it is a guest. Null means every organization
 * (for the operator).
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
 * Reports whether the viewer's role in an organization alone determines its access there, so that grants and teams need
 * not be read. Admins have every right, and users who are not members have none.
 */
export function roleDecides(viewer: Viewer, organizationId: string): boolean {
  if (viewer.kind !== 'user') return true;
  const role = viewer.roles.get(organizationId);
  return role === undefined || role === 'admin';
}

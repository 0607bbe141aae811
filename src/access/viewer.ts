/** Roles of members, low to high; the order is the order of rights ("Access" in the manual). */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

/** A member's role. */
export type Role = (typeof roles)[number];

/**
 * Who asks. `roles` maps each organization the user belongs to, unless disabled there, to the role; null is a guest.
 * The operator is whoever runs the command line beside the database; what it does is signed by its user.
 */
export type Viewer =
  | { kind: 'anonymous' }
  | { kind: 'user'; userId: string; tokenId: string; roles: ReadonlyMap<string, Role | null> }
  | Operator;

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

/** Ids of the organizations the viewer belongs to, guests included; null means every one (the operator). */
export function organizationsOf(viewer: Viewer): string[] | null {
  if (viewer.kind === 'operator') return null;
  return viewer.kind === 'user' ? [...viewer.roles.keys()] : [];
}

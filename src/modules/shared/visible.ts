import { type Expression, type SqlBool, sql } from 'kysely';
import { grantedCollections, grantedSpaces, rolesFrom } from '../../access/grants.js';
import { can, inScope } from '../../access/policy.js';
import { type ContentAction, type OrganizationAction, requiredRole } from '../../access/required-roles.js';
import { retentionEnd } from '../../access/space-retention.js';
import { includes, organizationsOf, type Role, type UserViewer } from '../../access/viewer.js';
import type { Context } from '../../api/graphql/execution/context.js';

const everything = sql<SqlBool>`1 = 1`;
const nothing = sql<SqlBool>`1 = 0`;

/** Returns the key that distinguishes viewers in the cursors of a list. */
export function viewerKey({ viewer }: Context): string {
  return viewer.kind === 'user' ? viewer.userId : viewer.kind;
}

/**
 * Returns the condition that the rows of a list are visible. It filters in SQL, so that pages are full and counts are
 * right. Use it for actions that depend only on the role in the organization.
 * @param column column with the id of the row's organization
 */
export function isVisible(
  context: Context,
  action: OrganizationAction,
  column = 'organizationId',
): Expression<SqlBool> {
  const { viewer, read } = context;
  if (viewer.kind === 'operator') return everything;
  if (viewer.kind === 'anonymous') return nothing;
  const organizations = [...viewer.roles.keys()].filter((organizationId) => can(viewer, action, { organizationId }));
  return read.inList(column, organizations);
}

/** Returns the condition that rows of `Space` are visible. It takes grants and default access levels into account. */
export function isVisibleSpace(context: Context, action: ContentAction): Expression<SqlBool> {
  return isVisiblePlace(context, action, {
    table: 'Space',
    alive: sql`"Space"."deletedAt" is null`,
    granted: ({ userId }, needed) => sql`"Space"."id" in (${grantedSpaces({ userId }, needed)})
      or "Space"."parentId" in (${grantedCollections({ userId }, needed)})`,
  });
}

/**
 * Returns the condition that rows of `Collection` are visible. It takes grants and default access levels into account.
 */
export function isVisibleCollection(context: Context, action: ContentAction): Expression<SqlBool> {
  return isVisiblePlace(context, action, {
    table: 'Collection',
    alive: everything,
    granted: ({ userId }, needed) => sql`"Collection"."id" in (${grantedCollections({ userId }, needed)})`,
  });
}

/**
 * Returns the condition that rows that belong to a space are visible.
 * @param column column with the id of the row's space
 */
export function isInVisibleSpace(context: Context, action: ContentAction, column = 'spaceId'): Expression<SqlBool> {
  const { viewer, read } = context;
  if (viewer.kind === 'operator') return everything;
  const owner = column.replace(/spaceId$/, 'organizationId');
  // A viewer who is admin of all its organizations sees all spaces in them, so only the row's organization matters.
  if (viewer.kind === 'user' && inScope(viewer, action) && adminsOf(viewer).length === viewer.roles.size)
    return sql<SqlBool>`${read.inList(owner, adminsOf(viewer))} and ${sql.ref(column)} not in (${pastRetention(context, viewer)})`;
  // A separate condition, so that the database does not read the spaces of other organizations.
  const own = read.inList('Space.organizationId', organizationsOf(viewer) ?? []);
  return sql<SqlBool>`${sql.ref(column)} in
    (select "Space"."id" from "Space" where ${own} and ${isVisibleSpace(context, action)})`;
}

/**
 * Returns the ids of spaces that are past their retention and not purged yet, in organizations where the viewer is
 * admin.
 */
function pastRetention({ read }: Context, viewer: UserViewer): Expression<unknown> {
  const own = read.inList('Space.organizationId', adminsOf(viewer));
  return sql`select "Space"."id" from "Space" where ${own} and "Space"."deletedAt" <= ${retentionEnd()}`;
}

/** Returns the ids of the organizations in which the viewer is admin. */
function adminsOf(viewer: UserViewer): string[] {
  return [...viewer.roles].filter(([, role]) => role === 'admin').map(([id]) => id);
}

interface PlaceTable {
  table: 'Space' | 'Collection';
  /** Condition that a row exists for viewers who are not admins. */
  alive: Expression<unknown>;
  /** Condition that the viewer has a grant with the needed role on the row, or on a collection above it. */
  granted(viewer: UserViewer, needed: Role): Expression<unknown>;
}

/**
 * Returns the condition, in SQL, that makes the same decision as `effectiveRole` for a space or collection. A property
 * test compares the two.
 */
function isVisiblePlace(context: Context, action: ContentAction, place: PlaceTable): Expression<SqlBool> {
  const { viewer, read } = context;
  if (viewer.kind === 'operator') return everything;
  if (viewer.kind === 'anonymous' || !inScope(viewer, action)) return nothing;
  const needed = requiredRole[action];
  const organizationsWith = (has: (role: Role | null) => boolean) => {
    const own = [...viewer.roles].filter(([, role]) => role !== 'admin' && has(role)).map(([id]) => id);
    return read.inList(`${place.table}.organizationId`, own);
  };
  const admins = adminsOf(viewer);
  const byAdmin = read.inList(`${place.table}.organizationId`, admins);
  if (admins.length === viewer.roles.size) return byAdmin;
  const level = sql.ref(`${place.table}.resolvedLevel`);
  return sql<SqlBool>`(${byAdmin} or ${place.alive} and (
    ${level} = 'inherit' and ${organizationsWith((role) => includes(role, needed))}
    or ${level} in (${rolesFrom(needed)}) and ${organizationsWith((role) => role !== null)}
    or ${organizationsWith(() => true)} and (${place.granted(viewer, needed)})))`;
}

import { type Expression, type SqlBool, sql } from 'kysely';
import { grantedCollections, grantedSpaces, rolesFrom } from '../../access/grants.js';
import { can, inScope } from '../../access/policy.js';
import { type ContentAction, type OrganizationAction, requiredRole } from '../../access/required-roles.js';
import { retentionEnd } from '../../access/space-retention.js';
import { includes, organizationsOf, type Role, type UserViewer } from '../../access/viewer.js';
import type { Context } from '../../api/graphql/execution/context.js';

const allRows = sql<SqlBool>`1 = 1`;
const noRows = sql<SqlBool>`1 = 0`;

/** Returns the key that distinguishes viewers in the cursors of a list. */
export function viewerKey({ viewer }: Context): string {
  return viewer.kind === 'user' ? viewer.userId : viewer.kind;
}

/**
 * Returns the condition that the viewer may see a row of a list. It is part of the SQL query, so that pages are full
 * and counts are right. For actions that depend only on the role in the organization.
 * @param column column with the id of the row's organization
 */
export function isVisible(
  context: Context,
  action: OrganizationAction,
  column = 'organizationId',
): Expression<SqlBool> {
  const { viewer, read } = context;
  if (viewer.kind === 'operator') return allRows;
  if (viewer.kind === 'anonymous') return noRows;
  const organizations = [...viewer.roles.keys()].filter((organizationId) => can(viewer, action, { organizationId }));
  return read.inList(column, organizations);
}

/** Returns the condition that the viewer may see a row of `Space`. It includes grants and default access levels. */
export function isVisibleSpace(context: Context, action: ContentAction): Expression<SqlBool> {
  return isVisiblePlace(context, action, {
    table: 'Space',
    alive: sql`"Space"."deletedAt" is null`,
    granted: ({ userId }, needed) => sql`"Space"."id" in (${grantedSpaces({ userId }, needed)})
      or "Space"."parentId" in (${grantedCollections({ userId }, needed)})`,
  });
}

/**
 * Returns the condition that the viewer may see a row of `Collection`. It includes grants and default access levels.
 */
export function isVisibleCollection(context: Context, action: ContentAction): Expression<SqlBool> {
  return isVisiblePlace(context, action, {
    table: 'Collection',
    alive: allRows,
    granted: ({ userId }, needed) => sql`"Collection"."id" in (${grantedCollections({ userId }, needed)})`,
  });
}

/**
 * Returns the condition that the viewer may see the space that a row belongs to.
 * @param column column with the id of that space
 */
export function isInVisibleSpace(context: Context, action: ContentAction, column = 'spaceId'): Expression<SqlBool> {
  const { viewer, read } = context;
  if (viewer.kind === 'operator') return allRows;
  const owner = column.replace(/spaceId$/, 'organizationId');
  // An admin of all its organizations sees all spaces in them, so the condition needs only the organization of the row.
  if (viewer.kind === 'user' && inScope(viewer, action) && adminsOf(viewer).length === viewer.roles.size)
    return sql<SqlBool>`${read.inList(owner, adminsOf(viewer))} and ${sql.ref(column)} not in (${pastRetention(context, viewer)})`;
  // Without this condition, the database would also read the spaces of other organizations.
  const own = read.inList('Space.organizationId', organizationsOf(viewer) ?? []);
  return sql<SqlBool>`${sql.ref(column)} in
    (select "Space"."id" from "Space" where ${own} and ${isVisibleSpace(context, action)})`;
}

/** Returns a subquery for the ids of spaces whose retention has ended, in organizations where the viewer is admin. */
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
  /** Condition that a row is not deleted. Viewers who are not admins see only such rows. */
  alive: Expression<unknown>;
  /** Returns the condition that the viewer has a grant with the needed role on the row, or on a collection above it. */
  granted(viewer: UserViewer, needed: Role): Expression<unknown>;
}

/**
 * Returns the condition that `effectiveRole` gives the viewer the required role on a space or collection. A property
 * test checks that the SQL and `effectiveRole` agree.
 */
function isVisiblePlace(context: Context, action: ContentAction, place: PlaceTable): Expression<SqlBool> {
  const { viewer, read } = context;
  if (viewer.kind === 'operator') return allRows;
  if (viewer.kind === 'anonymous' || !inScope(viewer, action)) return noRows;
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

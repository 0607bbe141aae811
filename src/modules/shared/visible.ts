import { type Expression, type SqlBool, sql } from 'kysely';
import { type ContentAction, neededRole, type OrganizationAction } from '../../access/actions.js';
import { grantedCollections, grantedSpaces, rolesFrom } from '../../access/grants.js';
import { can, inScope } from '../../access/policy.js';
import { retentionEnd } from '../../access/space-retention.js';
import { includes, organizationsOf, type Role, type UserViewer } from '../../access/viewer.js';
import type { Context } from '../../api/graphql/execution/context.js';

const everything = sql<SqlBool>`1 = 1`;
const nothing = sql<SqlBool>`1 = 0`;

/** What tells viewers apart in the cursors of a list. */
export function viewerKey({ viewer }: Context): string {
  return viewer.kind === 'user' ? viewer.userId : viewer.kind;
}

/**
 * The condition of a list that its rows are visible: filtered in SQL, so that pages are full and counts are right. For
 * what the role in the organization decides; `column` is the column of the row's organization.
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

/** The same for rows of `Space`, which what was granted and default levels open. */
export function isVisibleSpace(context: Context, action: ContentAction): Expression<SqlBool> {
  return isVisiblePlace(context, action, {
    table: 'Space',
    alive: sql`"Space"."deletedAt" is null`,
    granted: ({ userId }, needed) => sql`"Space"."id" in (${grantedSpaces({ userId }, needed)})
      or "Space"."parentId" in (${grantedCollections({ userId }, needed)})`,
  });
}

/** The same for rows of `Collection`. */
export function isVisibleCollection(context: Context, action: ContentAction): Expression<SqlBool> {
  return isVisiblePlace(context, action, {
    table: 'Collection',
    alive: everything,
    granted: ({ userId }, needed) => sql`"Collection"."id" in (${grantedCollections({ userId }, needed)})`,
  });
}

/** The same for rows of anything that lives in a space; `column` is the column of the row's space. */
export function isInVisibleSpace(context: Context, action: ContentAction, column = 'spaceId'): Expression<SqlBool> {
  const { viewer, read } = context;
  if (viewer.kind === 'operator') return everything;
  const owner = column.replace(/spaceId$/, 'organizationId');
  // Whoever is admin wherever it belongs sees all spaces there: the row's own organization tells.
  if (viewer.kind === 'user' && inScope(viewer, action) && adminsOf(viewer).length === viewer.roles.size)
    return sql<SqlBool>`${read.inList(owner, adminsOf(viewer))} and ${sql.ref(column)} not in (${pastRetention(context, viewer)})`;
  // Said apart, so that the spaces of other organizations are not even looked at.
  const own = read.inList('Space.organizationId', organizationsOf(viewer) ?? []);
  return sql<SqlBool>`${sql.ref(column)} in
    (select "Space"."id" from "Space" where ${own} and ${isVisibleSpace(context, action)})`;
}

/** Ids of spaces that the viewer was admin of and that are past their retention: those that no job has purged yet. */
function pastRetention({ read }: Context, viewer: UserViewer): Expression<unknown> {
  const own = read.inList('Space.organizationId', adminsOf(viewer));
  return sql`select "Space"."id" from "Space" where ${own} and "Space"."deletedAt" <= ${retentionEnd()}`;
}

/** Ids of the organizations that the viewer is admin of. */
function adminsOf(viewer: UserViewer): string[] {
  return [...viewer.roles].filter(([, role]) => role === 'admin').map(([id]) => id);
}

interface PlaceTable {
  table: 'Space' | 'Collection';
  /** Whether a row is there for who is no admin. */
  alive: Expression<unknown>;
  /** Whether a role was granted there or above. */
  granted(viewer: UserViewer, needed: Role): Expression<unknown>;
}

/** Says in SQL what `effectiveRole` says of one place; a property test holds the two together. */
function isVisiblePlace(context: Context, action: ContentAction, place: PlaceTable): Expression<SqlBool> {
  const { viewer, read } = context;
  if (viewer.kind === 'operator') return everything;
  if (viewer.kind === 'anonymous' || !inScope(viewer, action)) return nothing;
  const needed = neededRole[action];
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

import type { AccessTarget } from '../../access/effective-role.js';
import { readGrants } from '../../access/grants.js';
import { readPlaceRole } from '../../access/place-access.js';
import { authorize, can, type OwnedContent } from '../../access/policy.js';
import {
  type Action,
  deletedActions,
  type LockedAction,
  lockedActions,
  requiredRole,
} from '../../access/required-roles.js';
import { isSpaceGone } from '../../access/space-retention.js';
import { type OwnedTeam, readRoleOnTeam } from '../../access/team-access.js';
import { cacheOrganization } from '../../access/tenant.js';
import { forbidden, notFound } from '../../platform/base/errors.js';
import { queryById } from '../../platform/db/query/by-id.js';
import type { Queries, Query } from '../../platform/db/query/queries.js';
import type { Row, TableName } from '../../platform/db/query/rows.js';
import { memoizeRead } from './memoize-read.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * Tables whose rows are targets of actions. `noun` names a row in messages. If the viewer has no permission for `view`,
 * a row is treated as missing.
 */
const targets = {
  Organization: { noun: 'organization', view: 'organization.view' },
  Space: { noun: 'space', view: 'space.view' },
  Collection: { noun: 'collection', view: 'collection.view' },
  ChangeRequest: { noun: 'change request', view: 'changeRequest.view' },
  Site: { noun: 'site', view: 'site.view' },
  Team: { noun: 'team', view: 'team.view' },
  SamlProvider: { noun: 'SAML provider', view: 'sso.viewLogins' },
  OidcProvider: { noun: 'OpenID provider', view: 'sso.viewLogins' },
  Job: { noun: 'job', view: 'job.view' },
} as const satisfies Partial<Record<TableName, { noun: string; view: Action }>>;

/** A table whose rows are targets of actions. */
export type TargetTable = keyof typeof targets;

/** Tables whose rows actions read by id. */
type RowTable = TargetTable | 'Revision';

/** Id of a target, with the name that the client used if that differs. */
export type TargetId = string | { id: string; name: string };

/**
 * Locks the row that an action changes, and reads it through the transaction, so that the policy checks the row that
 * the action changes. The check covers the viewer's role, the lock of its space, and the deletion of its space.
 * @throws NOT_FOUND for an unknown or invisible row, FORBIDDEN for one that the viewer may see but not change
 */
// biome-ignore lint/complexity/useMaxParams: it is called everywhere, and reads as what it does: lock the space, to edit it.
export async function lockTarget<T extends TargetTable>(
  unit: UnitOfWork,
  table: T,
  target: TargetId,
  action: Action,
): Promise<Row<T>> {
  await lockRow(unit, table, idOf(target));
  return readTarget(unit, table, target, action);
}

/**
 * Reads and checks a row as `lockTarget` does, but without the lock, for rows that an action reads and does not change.
 */
// biome-ignore lint/complexity/useMaxParams: it is called everywhere, and reads as what it does: read the space, to edit it.
export async function readTarget<T extends TargetTable>(
  unit: UnitOfWork,
  table: T,
  target: TargetId,
  action: Action,
): Promise<Row<T>> {
  const { noun, view } = targets[table];
  const row = await findRow(unit, table, idOf(target));
  const space = row && (await spaceOf(unit, table, row));
  const isHidden = space != null && space.deletedAt !== null && (isSpaceGone(space) || !isDoneToDeleted(action));
  const owned = row && !isHidden ? await ownedOf(unit, table, row) : undefined;
  if (!owned || !can(unit.viewer, view, owned)) throw notFound(noun, typeof target === 'string' ? target : target.name);
  authorize(unit.viewer, action, owned);
  if (space?.editMode === 'locked' && isLocked(action)) throw locked(space.id, action);
  rememberTenant(row as TargetRow);
  return row!;
}

/** Columns that the rows of all target tables have; an organization has no `organizationId`. */
interface TargetRow {
  id: string;
  organizationId?: string | null;
}

/** Caches the organization of the target, so that the next action on it is queued for that organization. */
function rememberTenant({ id, organizationId }: TargetRow): void {
  if (organizationId != null) cacheOrganization({ id, organizationId });
}

/** Reads a row that must exist, such as the other end of a foreign key, through the transaction. */
export async function getRow<T extends RowTable>(unit: UnitOfWork, table: T, id: string): Promise<Row<T>> {
  const row = await findRow(unit, table, id);
  if (!row) throw new Error(`${table} has no row ${id}`);
  return row;
}

/** Reads a row by id through the transaction, once per action; undefined if there is none. */
export function findRow<T extends RowTable>(unit: UnitOfWork, table: T, id: string): Promise<Row<T> | undefined> {
  const { read } = unit.tx;
  return memoizeRead(unit, `${table} ${id}`, () => read.first(queries[table](read, [id]))) as Promise<
    Row<T> | undefined
  >;
}

/** Locks a row and reads it in one statement. */
async function lockRow(unit: UnitOfWork, table: TargetTable, id: string): Promise<void> {
  // The lock of an organization may replace the viewer (`recheckPermissions`).
  if (table === 'Organization') return unit.tx.lock(table, id);
  const { tx } = unit;
  const locked = tx.readLocked<object>(queries[table](tx.read, [id]));
  await memoizeRead(unit, `${table} ${id}`, async () => (await locked)[0]);
}

const queries = {
  Organization: queryById('Organization'),
  Space: queryById('Space'),
  Collection: queryById('Collection'),
  ChangeRequest: queryById('ChangeRequest'),
  Site: queryById('Site'),
  Team: queryById('Team'),
  SamlProvider: queryById('SamlProvider'),
  OidcProvider: queryById('OidcProvider'),
  Job: queryById('Job'),
  Revision: queryById('Revision'),
} satisfies Record<RowTable, unknown> as Record<RowTable, (read: Queries, ids: readonly string[]) => Query<object>>;

/** Locks and reads the one row that a query finds, and caches it; undefined if there is none. */
export async function lockFound<T extends TargetTable>(
  unit: UnitOfWork,
  table: T,
  query: Query<Row<T> & { id: string }>,
): Promise<(Row<T> & { id: string }) | undefined> {
  const [found] = await unit.tx.readLocked(query);
  if (found) void memoizeRead(unit, `${table} ${found.id}`, async () => found);
  return found;
}

/** Returns the viewer's role on a space or collection, through the transaction. */
export function placeRole(unit: UnitOfWork, place: AccessTarget): Promise<OwnedContent> {
  return readPlaceRole(unit.viewer, place, (userId) =>
    memoizeRead(unit, `grants of ${userId}`, () => readGrants(unit.tx.read, userId)),
  );
}

function idOf(target: TargetId): string {
  return typeof target === 'string' ? target : target.id;
}

/** Reports whether an action can be done on a deleted space. Actions that only view a space to build on it cannot. */
function isDoneToDeleted(action: Action): boolean {
  return deletedActions.includes(action) && !action.endsWith('.view');
}

function isLocked(action: Action): action is LockedAction {
  return (lockedActions as readonly Action[]).includes(action);
}

function locked(id: string, action: LockedAction): Error {
  const needs = requiredRole[action];
  const message = `The space ${id} is locked; set its editMode to live to edit it, then ${action} needs the role ${needs}`;
  return forbidden(message, { action, needs, reason: 'SPACE_LOCKED' });
}

/** Returns the space that a row is or belongs to; null if there is none. */
async function spaceOf(unit: UnitOfWork, table: TargetTable, row: object): Promise<Row<'Space'> | null> {
  if (table === 'Space') return row as Row<'Space'>;
  return table === 'ChangeRequest' ? getRow(unit, 'Space', (row as Row<'ChangeRequest'>).spaceId) : null;
}

/**
 * Returns the object that the policy checks. An organization belongs to itself. For spaces, collections, change
 * requests and teams, the object contains the viewer's role.
 */
async function ownedOf(unit: UnitOfWork, table: TargetTable, row: object): Promise<OwnedContent | undefined> {
  const place = table === 'Collection' ? (row as AccessTarget) : await spaceOf(unit, table, row);
  if (place) return placeRole(unit, place);
  if (table === 'Team') return (await readRoleOnTeam(unit.viewer, row as OwnedTeam, unit.tx.read)) as OwnedContent;
  const { organizationId, id } = row as { organizationId?: string; id: string };
  return { organizationId: organizationId ?? id } as OwnedContent;
}

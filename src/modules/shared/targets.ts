import type { AccessTarget } from '../../access/effective-role.js';
import { readGrants } from '../../access/grants.js';
import { readPlaceRole } from '../../access/place-access.js';
import { authorize, can, type OwnedContent } from '../../access/policy.js';
import {
  type Action,
  type ActionRefusedWhenLocked,
  actionsAllowedWhenDeleted,
  actionsRefusedWhenLocked,
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
 * Tables whose rows are targets of actions. `noun` names a row in error messages. A row is treated as missing if the
 * viewer does not have the permission `view`.
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

export type TargetTable = keyof typeof targets;

/** Tables whose rows are read by id. */
type RowTable = TargetTable | 'Revision';

/** Id of a target. `name` is the identifier that the client has used, if it differs from the id. */
export type TargetId = string | { id: string; name: string };

/**
 * Locks the row that an action changes, reads it in the transaction, and checks that the viewer may do the action. The
 * check also covers whether the space of the row is locked or deleted.
 * @throws NOT_FOUND for an unknown or invisible row
 * @throws FORBIDDEN if the viewer may see the row, but may not do the action
 */
// biome-ignore lint/complexity/useMaxParams: many actions call it, and four arguments are easy to read there.
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
 * Reads and checks a row as `lockTarget` does, but does not lock it. For rows that an action reads and does not change.
 */
// biome-ignore lint/complexity/useMaxParams: many actions call it, and four arguments are easy to read there.
export async function readTarget<T extends TargetTable>(
  unit: UnitOfWork,
  table: T,
  target: TargetId,
  action: Action,
): Promise<Row<T>> {
  const { noun, view } = targets[table];
  const row = await findRow(unit, table, idOf(target));
  const space = row && (await spaceOf(unit, table, row));
  const isHidden = space != null && space.deletedAt !== null && (isSpaceGone(space) || !isAllowedOnDeleted(action));
  const owned = row && !isHidden ? await policyObject(unit, table, row) : undefined;
  if (!owned || !can(unit.viewer, view, owned)) throw notFound(noun, typeof target === 'string' ? target : target.name);
  authorize(unit.viewer, action, owned);
  if (space?.editMode === 'locked' && isRefusedByLock(action)) throw spaceLocked(space.id, action);
  cacheTenant(row as TargetRow);
  return row!;
}

/** Columns that the rows of all target tables have, except that organizations have no `organizationId`. */
interface TargetRow {
  id: string;
  organizationId?: string | null;
}

/** Caches the organization of the target, so that the next action on it waits in the queue of that organization. */
function cacheTenant({ id, organizationId }: TargetRow): void {
  if (organizationId != null) cacheOrganization({ id, organizationId });
}

/**
 * Reads a row that must exist, such as the target of a foreign key, in the transaction.
 * @throws Error if there is no such row
 */
export async function getRow<T extends RowTable>(unit: UnitOfWork, table: T, id: string): Promise<Row<T>> {
  const row = await findRow(unit, table, id);
  if (!row) throw new Error(`${table} has no row ${id}`);
  return row;
}

/** Reads a row by id in the transaction, once for each action; undefined if there is none. */
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

/** Locks and reads the row that a query finds, and caches it for the action. Returns undefined if there is no row. */
export async function lockQueriedRow<T extends TargetTable>(
  unit: UnitOfWork,
  table: T,
  query: Query<Row<T> & { id: string }>,
): Promise<(Row<T> & { id: string }) | undefined> {
  const [found] = await unit.tx.readLocked(query);
  if (found) void memoizeRead(unit, `${table} ${found.id}`, async () => found);
  return found;
}

/** Returns the viewer's role on a space or collection. It reads in the transaction. */
export function placeRole(unit: UnitOfWork, place: AccessTarget): Promise<OwnedContent> {
  return readPlaceRole(unit.viewer, place, (userId) =>
    memoizeRead(unit, `grants of ${userId}`, () => readGrants(unit.tx.read, userId)),
  );
}

function idOf(target: TargetId): string {
  return typeof target === 'string' ? target : target.id;
}

/**
 * Reports whether an action is allowed on a deleted space. An action that needs only the permission to view its target,
 * such as a copy, is not allowed.
 */
function isAllowedOnDeleted(action: Action): boolean {
  return actionsAllowedWhenDeleted.includes(action) && !action.endsWith('.view');
}

function isRefusedByLock(action: Action): action is ActionRefusedWhenLocked {
  return (actionsRefusedWhenLocked as readonly Action[]).includes(action);
}

function spaceLocked(id: string, action: ActionRefusedWhenLocked): Error {
  const needs = requiredRole[action];
  const message = `The space ${id} is locked; set its editMode to live to edit it, then ${action} needs the role ${needs}`;
  return forbidden(message, { action, needs, reason: 'SPACE_LOCKED' });
}

/** Returns the space itself or the space of a change request; null for other rows. */
async function spaceOf(unit: UnitOfWork, table: TargetTable, row: object): Promise<Row<'Space'> | null> {
  if (table === 'Space') return row as Row<'Space'>;
  return table === 'ChangeRequest' ? getRow(unit, 'Space', (row as Row<'ChangeRequest'>).spaceId) : null;
}

/**
 * Returns the object that the policy checks for a row. For spaces, collections, change requests and teams, it contains
 * the viewer's role. An organization belongs to itself.
 */
async function policyObject(unit: UnitOfWork, table: TargetTable, row: object): Promise<OwnedContent | undefined> {
  const place = table === 'Collection' ? (row as AccessTarget) : await spaceOf(unit, table, row);
  if (place) return placeRole(unit, place);
  if (table === 'Team') return (await readRoleOnTeam(unit.viewer, row as OwnedTeam, unit.tx.read)) as OwnedContent;
  const { organizationId, id } = row as { organizationId?: string; id: string };
  return { organizationId: organizationId ?? id } as OwnedContent;
}

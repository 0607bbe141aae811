import type { Action } from '../../access/actions.js';
import type { Place } from '../../access/effective-role.js';
import { readRoleOn } from '../../access/place-access.js';
import { authorize, can, type OwnedContent } from '../../access/policy.js';
import { type OwnedTeam, readRoleOnTeam } from '../../access/team-access.js';
import { notFound } from '../../errors.js';
import type { Row, TableName } from '../../store/rows.js';
import type { Act } from './act.js';

/** Tables whose rows are what actions are done to. */
type TargetTable = Extract<
  TableName,
  'Organization' | 'Space' | 'Collection' | 'ChangeRequest' | 'Site' | 'Team' | 'SamlProvider'
>;

/** Tables whose rows actions read by id. */
type RowTable = TargetTable | 'Revision';

interface InSpace {
  spaceId: string;
}

/** What an action asks of its target. */
export interface Target {
  id: string;
  /** Seeing it takes this action; without it the target does not exist for the viewer. */
  view: Action;
  /** Doing the action takes this one. */
  action: Action;
  /** The noun in error texts: `space`. */
  noun: string;
  /** What the client called it, for error texts; absent: its id. */
  name?: string;
  /** Whether it is done to a deleted space; everything else finds none, and nothing of what lives in it. */
  deleted?: true;
}

/**
 * Locks the row that an action changes and reads it through the transaction, so that what the policy sees is what the
 * action changes.
 * @throws NOT_FOUND for an unknown or unseen row, FORBIDDEN for one that the viewer may see but not change.
 */
export async function lockTarget<T extends TargetTable>(act: Act, table: T, target: Target): Promise<Row<T>> {
  await act.tx.lock(table, target.id);
  return readTarget(act, table, target);
}

/** The same without the lock, for rows that an action only builds on. */
export async function readTarget<T extends TargetTable>(act: Act, table: T, target: Target): Promise<Row<T>> {
  const row = await findRow(act, table, target.id);
  const owned = row && (await ownedOf(act, table, { row, deleted: target.deleted ?? false }));
  if (!owned || !can(act.viewer, target.view, owned)) throw notFound(target.noun, target.name ?? target.id);
  authorize(act.viewer, target.action, owned);
  return row;
}

/** Reads a row that must exist, such as the other end of a foreign key, through the transaction. */
export async function getRow<T extends RowTable>(act: Act, table: T, id: string): Promise<Row<T>> {
  const row = await findRow(act, table, id);
  if (!row) throw new Error(`${table} has no row ${id}`);
  return row;
}

/** Reads a row by its id through the transaction; undefined where there is none. */
export async function findRow<T extends RowTable>({ tx }: Act, table: T, id: string): Promise<Row<T> | undefined> {
  const query = tx.read.sql
    .selectFrom(table as 'Space')
    .selectAll()
    .where('id', '=', id);
  return (await tx.read.first(query)) as Row<T> | undefined;
}

/** The viewer's role on a space or collection, through the transaction. */
export function placeRole({ viewer, tx }: Act, place: Place): Promise<OwnedContent> {
  return readRoleOn(viewer, place, tx.read);
}

/**
 * What the policy is asked about: an organization owns itself; what lives in a space, and a team, take the role there.
 * A deleted space, and what lives in it, is there for nobody but who asks for deleted ones.
 */
async function ownedOf(
  act: Act,
  table: TargetTable,
  { row, deleted }: { row: object; deleted: boolean },
): Promise<OwnedContent | undefined> {
  const placed = table === 'ChangeRequest' ? await getRow(act, 'Space', (row as InSpace).spaceId) : row;
  if (table === 'Space' || table === 'Collection' || table === 'ChangeRequest') {
    const place = placed as Place;
    return place.deletedAt && !deleted ? undefined : placeRole(act, place);
  }
  if (table === 'Team') return (await readRoleOnTeam(act.viewer, row as OwnedTeam, act.tx.read)) as OwnedContent;
  const { organizationId, id } = row as { organizationId?: string; id: string };
  return { organizationId: organizationId ?? id } as OwnedContent;
}

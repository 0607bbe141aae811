import { visiblePlaces } from '../../access/place-access.js';
import type { UserViewer } from '../../access/viewer.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { NotificationKind } from './kinds.js';

/** A notification as it is stored. */
export interface StoredNotification {
  id: string;
  kind: NotificationKind;
  objectId: string;
  actorId: string;
}

/**
 * The objects that notifications are about, at the time when the mail is created. Objects of other organizations are
 * missing.
 */
export interface Subjects {
  replies: ReadonlyMap<string, Row<'Comment'>>;
  changeRequests: ReadonlyMap<string, Row<'ChangeRequest'>>;
  /** Spaces that the recipient sees; deleted spaces are missing. */
  spaces: ReadonlyMap<string, Row<'Space'>>;
  /** Ids of change requests that the recipient was asked to review, and has not reviewed yet. */
  reviewRequests: ReadonlySet<string>;
  /** Display names of the actors by id. */
  names: ReadonlyMap<string, string>;
}

/** The recipient of notifications in an organization. */
interface Reader {
  viewer: UserViewer;
  organizationId: string;
}

/** Reads the objects that notifications are about, in a fixed number of batches of queries. */
export async function readSubjects(
  read: Queries,
  { viewer, organizationId }: Reader,
  notifications: readonly StoredNotification[],
): Promise<Subjects> {
  const ids = [...new Set(notifications.map(({ objectId }) => objectId))];
  const selectByIds = <Table extends 'Comment' | 'ChangeRequest' | 'Space'>(
    table: Table,
    idsOfTable: readonly string[],
  ) =>
    read.all(
      read.sql
        .selectFrom(table as 'Space')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where(read.inList('id', [...idsOfTable])),
    ) as unknown as Promise<Row<Table>[]>;
  const replies = await selectByIds('Comment', ids);
  const changeRequestIds = [...ids, ...replies.flatMap(({ changeRequestId }) => changeRequestId ?? [])];
  const changeRequests = await selectByIds('ChangeRequest', changeRequestIds);
  const spaceIds = new Set([...replies, ...changeRequests].map(({ spaceId }) => spaceId));
  const [spaces, reviewRequests, names] = await Promise.all([
    selectByIds('Space', [...spaceIds]),
    openRequests(read, viewer, ids),
    displayNames(read, notifications),
  ]);
  const present = spaces.filter(({ deletedAt }) => deletedAt === null);
  const viewable = await visiblePlaces({ viewer, read }, 'space.view', present);
  const visible = await visiblePlaces({ viewer, read }, 'changeRequest.view', viewable);
  return {
    ...{ replies: byId(replies), changeRequests: byId(changeRequests), spaces: byId(visible) },
    ...{ reviewRequests, names },
  };
}

async function openRequests(read: Queries, { userId }: UserViewer, ids: string[]): Promise<Set<string>> {
  const requests = read.sql.selectFrom('ReviewRequest').select('changeRequestId').where('userId', '=', userId);
  const open = requests.where('answeredAt', 'is', null).where(read.inList('changeRequestId', ids));
  return new Set((await read.all(open)).map(({ changeRequestId }) => changeRequestId));
}

async function displayNames(read: Queries, notifications: readonly StoredNotification[]): Promise<Map<string, string>> {
  const ids = [...new Set(notifications.map(({ actorId }) => actorId))];
  const query = read.sql.selectFrom('User').select(['id', 'displayName']).where(read.inList('id', ids));
  return new Map((await read.all(query)).map(({ id, displayName }) => [id, displayName]));
}

function byId<Item extends { id: string }>(rows: readonly Item[]): Map<string, Item> {
  return new Map(rows.map((row) => [row.id, row]));
}

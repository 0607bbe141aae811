import type { Row } from '../../../../src/platform/db/query/rows.js';
import type { StoredRow } from './rows-of.js';

/** States of objects, by kind and id: `comment cmt_…` is `open`. */
export type ObjectStates = Record<string, string>;

type LoggedEvent = Row<'Event'> & { changes: any };
type Replay = (there: Map<string, string>, event: LoggedEvent) => void;

function deleteReactions(there: Map<string, string>, remark: string): void {
  for (const key of [...there.keys()])
    if (key.startsWith(`reaction ${remark} `) || key.endsWith(` ${remark}`)) there.delete(key);
}

function forgetThread(there: Map<string, string>, { targetId }: LoggedEvent): void {
  for (const [key, value] of [...there]) if (value === `to ${targetId}`) deleteReactions(there, key.split(' ')[1]!);
  deleteReactions(there, targetId);
}

function updateRemark(there: Map<string, string>, { targetId, actorId, changes }: LoggedEvent): void {
  const { comment = targetId, resolved, addedReactions = [], removedReactions = [] } = changes;
  if (resolved !== undefined) there.set(`comment ${comment}`, resolved ? 'resolved' : 'open');
  for (const emoji of addedReactions) there.set(`reaction ${targetId} of ${actorId}: ${emoji}`, 'is there');
  for (const emoji of removedReactions) there.delete(`reaction ${targetId} of ${actorId}: ${emoji}`);
}

function grant(there: Map<string, string>, { targetId, changes: { role, users } }: LoggedEvent): void {
  for (const user of users) {
    if (role === null) there.delete(`grant on ${targetId} to ${user}`);
    else there.set(`grant on ${targetId} to ${user}`, role);
  }
}

function copyGrants(there: Map<string, string>, { targetId, changes }: LoggedEvent): void {
  for (const [key, role] of [...there])
    if (key.startsWith(`grant on ${changes.space} `)) there.set(key.replace(changes.space, targetId), role);
}

/**
 * Effect of each action on the states of objects. Actions that are not listed change nothing that `statesFromRows`
 * returns.
 */
const replays: Record<string, Replay> = {
  createSpace: (there, { targetId }) => there.set(`space ${targetId}`, 'is there'),
  deleteSpaceById: (there, { targetId }) => there.set(`space ${targetId}`, 'is deleted'),
  restoreSpace: (there, { targetId }) => there.set(`space ${targetId}`, 'is there'),
  duplicateSpace: copyGrants,
  createCollection: (there, { targetId }) => there.set(`collection ${targetId}`, 'is there'),
  deleteCollectionById: (there, { targetId }) => there.delete(`collection ${targetId}`),
  postComment: (there, { targetId }) => there.set(`comment ${targetId}`, 'open'),
  postReply: (there, { targetId, changes }) => there.set(`reply ${targetId}`, `to ${changes.comment}`),
  updateComment: updateRemark,
  updateReply: updateRemark,
  deleteComment: forgetThread,
  deleteReply: (there, { targetId }) => deleteReactions(there, targetId),
  createChangeRequest: (there, { targetId }) => there.set(`change request ${targetId}`, 'open'),
  updateChangeRequestById: (there, { targetId, changes: { status } }) =>
    status && there.set(`change request ${targetId}`, status),
  mergeChangeRequest: (there, { targetId }) => there.set(`change request ${targetId}`, 'merged'),
  submitChangeRequestReview: (there, { changes }) => there.set(`review ${changes.review}`, changes.status),
  requestReviewersForChangeRequest: (there, { targetId, changes }) => {
    for (const user of changes.users) there.set(`review of ${targetId} by ${user}`, 'is wanted');
  },
  removeRequestedReviewerFromChangeRequest: (there, { targetId, changes }) =>
    there.delete(`review of ${targetId} by ${changes.user}`),
  inviteToSpace: grant,
  updateUserPermissionInSpace: grant,
  removeUserFromSpace: grant,
};

/** Computes the states of objects from the complete event log of an organization. */
export function statesFromLog(events: readonly Row<'Event'>[]): ObjectStates {
  const there = new Map<string, string>();
  for (const event of events) replays[event.action]?.(there, event as LoggedEvent);
  return Object.fromEntries(there);
}

type Table = 'Space' | 'Collection' | 'Comment' | 'Reaction' | 'ChangeRequest' | 'Review' | 'ReviewRequest' | 'Grant';

/** For each table: returns the name and the state of the object in a row. */
const describeRow: { [T in Table]: (row: Row<T>) => [string, string] } = {
  Space: ({ id, deletedAt }) => [`space ${id}`, deletedAt === null ? 'is there' : 'is deleted'],
  Collection: ({ id }) => [`collection ${id}`, 'is there'],
  Comment: ({ id, threadId, status }) =>
    threadId === null ? [`comment ${id}`, status] : [`reply ${id}`, `to ${threadId}`],
  Reaction: ({ commentId, userId, emoji }) => [`reaction ${commentId} of ${userId}: ${emoji}`, 'is there'],
  ChangeRequest: ({ id, status }) => [`change request ${id}`, status],
  Review: ({ id, status }) => [`review ${id}`, status],
  ReviewRequest: ({ changeRequestId, userId }) => [`review of ${changeRequestId} by ${userId}`, 'is wanted'],
  Grant: ({ spaceId, userId, role }) => [`grant on ${spaceId} to ${userId}`, role],
};

/** Computes the states of the same objects from the stored rows. */
export function statesFromRows(rows: readonly StoredRow[]): ObjectStates {
  const describedRows = rows.filter(({ table }) => table in describeRow);
  return Object.fromEntries(describedRows.map(({ table, row }) => describeRow[table as 'Space'](row)));
}

import type { Row } from '../../../../src/platform/db/query/rows.js';
import type { StoredRow } from './rows-of.js';

/** States of objects by kind and id, such as `open` for `comment cmt_…`. */
export type ObjectStates = Record<string, string>;

type LoggedEvent = Row<'Event'> & { changes: any };
type Replay = (states: Map<string, string>, event: LoggedEvent) => void;

function deleteReactions(states: Map<string, string>, remark: string): void {
  for (const key of [...states.keys()])
    if (key.startsWith(`reaction ${remark} `) || key.endsWith(` ${remark}`)) states.delete(key);
}

function deleteThreadReactions(states: Map<string, string>, { targetId }: LoggedEvent): void {
  for (const [key, value] of [...states]) if (value === `to ${targetId}`) deleteReactions(states, key.split(' ')[1]!);
  deleteReactions(states, targetId);
}

function applyCommentUpdate(states: Map<string, string>, { targetId, actorId, changes }: LoggedEvent): void {
  const { comment = targetId, resolved, addedReactions = [], removedReactions = [] } = changes;
  if (resolved !== undefined) states.set(`comment ${comment}`, resolved ? 'resolved' : 'open');
  for (const emoji of addedReactions) states.set(`reaction ${targetId} of ${actorId}: ${emoji}`, 'is there');
  for (const emoji of removedReactions) states.delete(`reaction ${targetId} of ${actorId}: ${emoji}`);
}

function applyGrant(states: Map<string, string>, { targetId, changes: { role, users } }: LoggedEvent): void {
  for (const user of users) {
    if (role === null) states.delete(`grant on ${targetId} to ${user}`);
    else states.set(`grant on ${targetId} to ${user}`, role);
  }
}

function copyGrants(states: Map<string, string>, { targetId, changes }: LoggedEvent): void {
  for (const [key, role] of [...states])
    if (key.startsWith(`grant on ${changes.space} `)) states.set(key.replace(changes.space, targetId), role);
}

/**
 * Effect of each action on the states of objects. Other actions do not affect the states that `statesFromRows` returns.
 */
const replays: Record<string, Replay> = {
  createSpace: (states, { targetId }) => states.set(`space ${targetId}`, 'is there'),
  deleteSpaceById: (states, { targetId }) => states.set(`space ${targetId}`, 'is deleted'),
  restoreSpace: (states, { targetId }) => states.set(`space ${targetId}`, 'is there'),
  duplicateSpace: copyGrants,
  createCollection: (states, { targetId }) => states.set(`collection ${targetId}`, 'is there'),
  deleteCollectionById: (states, { targetId }) => states.delete(`collection ${targetId}`),
  postComment: (states, { targetId }) => states.set(`comment ${targetId}`, 'open'),
  postReply: (states, { targetId, changes }) => states.set(`reply ${targetId}`, `to ${changes.comment}`),
  updateComment: applyCommentUpdate,
  updateReply: applyCommentUpdate,
  deleteComment: deleteThreadReactions,
  deleteReply: (states, { targetId }) => deleteReactions(states, targetId),
  createChangeRequest: (states, { targetId }) => states.set(`change request ${targetId}`, 'open'),
  updateChangeRequestById: (states, { targetId, changes: { status } }) =>
    status && states.set(`change request ${targetId}`, status),
  mergeChangeRequest: (states, { targetId }) => states.set(`change request ${targetId}`, 'merged'),
  submitChangeRequestReview: (states, { changes }) => states.set(`review ${changes.review}`, changes.status),
  requestReviewersForChangeRequest: (states, { targetId, changes }) => {
    for (const user of changes.users) states.set(`review of ${targetId} by ${user}`, 'is wanted');
  },
  removeRequestedReviewerFromChangeRequest: (states, { targetId, changes }) =>
    states.delete(`review of ${targetId} by ${changes.user}`),
  inviteToSpace: applyGrant,
  updateUserPermissionInSpace: applyGrant,
  removeUserFromSpace: applyGrant,
};

/** Computes the states of objects from the complete event log of an organization. */
export function statesFromLog(events: readonly Row<'Event'>[]): ObjectStates {
  const states = new Map<string, string>();
  for (const event of events) replays[event.action]?.(states, event as LoggedEvent);
  return Object.fromEntries(states);
}

type Table = 'Space' | 'Collection' | 'Comment' | 'Reaction' | 'ChangeRequest' | 'Review' | 'ReviewRequest' | 'Grant';

/** Functions that return the kind and id, and the state, of the object in a row, by table. */
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

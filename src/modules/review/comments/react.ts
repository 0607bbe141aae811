import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { EventChanges } from './actions.js';

/** Emoji to add and to remove as reactions, in their stored form. */
export interface ReactionChanges {
  addedReactions?: string[] | null;
  removedReactions?: string[] | null;
}

/** Maximum number of different emoji among all reactions to a comment. */
const maxKinds = 20;

/**
 * Adds and removes reactions of the actor to a comment. The space or change request of the comment must be locked.
 * Reactions that already exist, and removals of reactions that do not exist, are ignored.
 * @returns the changes, for the event log
 * @throws BAD_USER_INPUT for an emoji that is both added and removed, and for more than `maxKinds` emoji
 */
export async function updateReactions(
  { tx, at, actorId }: UnitOfWork,
  { id: commentId, organizationId }: Row<'Comment'>,
  { addedReactions, removedReactions }: ReactionChanges,
): Promise<EventChanges> {
  const toAdd = [...new Set(addedReactions)];
  const toRemove = [...new Set(removedReactions)];
  if (toAdd.length + toRemove.length === 0) return {};
  requireDisjoint(toAdd, toRemove);
  const query = tx.read.sql.selectFrom('Reaction').select(['emoji', 'userId']).where('commentId', '=', commentId);
  const existing = await tx.read.all(query);
  const ownEmoji = new Set(existing.filter(({ userId }) => userId === actorId).map(({ emoji }) => emoji));
  const [added, removed] = [
    toAdd.filter((emoji) => !ownEmoji.has(emoji)),
    toRemove.filter((emoji) => ownEmoji.has(emoji)),
  ];
  const remaining = existing.filter(({ emoji, userId }) => userId !== actorId || !removed.includes(emoji));
  requireMaxKinds(new Set([...remaining.map(({ emoji }) => emoji), ...added]).size);
  const ownReaction = { commentId, userId: actorId };
  bufferDelete(tx, { table: 'Reaction', where: ownReaction, inList: { column: 'emoji', values: removed } });
  const rows = added.map((emoji) => ({ ...ownReaction, organizationId, emoji, reactedAt: at }));
  bufferInsert(tx, { table: 'Reaction', rows });
  return {
    ...(added.length > 0 && { addedReactions: added }),
    ...(removed.length > 0 && { removedReactions: removed }),
  };
}

function requireDisjoint(toAdd: readonly string[], toRemove: readonly string[]): void {
  const duplicate = toAdd.find((emoji) => toRemove.includes(emoji));
  if (duplicate === undefined) return;
  throw badInput(
    'removedReactions',
    `\`removedReactions\` must not contain emoji of \`addedReactions\` (got ${duplicate} in both)`,
  );
}

function requireMaxKinds(kinds: number): void {
  if (kinds <= maxKinds) return;
  const rule = `must leave the comment with at most ${maxKinds} kinds of reactions`;
  throw badInput('addedReactions', `\`addedReactions\` ${rule} (got ${kinds})`);
}

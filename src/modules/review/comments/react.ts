import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { Changes } from './actions.js';

/** Emoji to add and to remove as reactions, in their stored form. */
export interface ReactionChanges {
  addedReactions?: string[] | null;
  removedReactions?: string[] | null;
}

/** Maximum number of different emoji among the reactions to one comment. */
const maxKinds = 20;

/**
 * Adds and removes reactions of the actor to a comment. The space or change request of the comment must be locked.
 * Reactions that already exist, and removals of reactions that do not exist, are ignored.
 * @returns the changes, for the event log
 * @throws BAD_USER_INPUT for an emoji that is both added and removed, and for more than `maxKinds`
 */
export async function react(
  { tx, at, actorId }: UnitOfWork,
  { id: commentId, organizationId }: Row<'Comment'>,
  { addedReactions, removedReactions }: ReactionChanges,
): Promise<Changes> {
  const wanted = [...new Set(addedReactions)];
  const unwanted = [...new Set(removedReactions)];
  if (wanted.length + unwanted.length === 0) return {};
  requireOneWay(wanted, unwanted);
  const query = tx.read.sql.selectFrom('Reaction').select(['emoji', 'userId']).where('commentId', '=', commentId);
  const there = await tx.read.all(query);
  const own = new Set(there.filter(({ userId }) => userId === actorId).map(({ emoji }) => emoji));
  const [added, removed] = [wanted.filter((emoji) => !own.has(emoji)), unwanted.filter((emoji) => own.has(emoji))];
  const left = there.filter(({ emoji, userId }) => userId !== actorId || !removed.includes(emoji));
  requireFew(new Set([...left.map(({ emoji }) => emoji), ...added]).size);
  const mine = { commentId, userId: actorId };
  bufferDelete(tx, { table: 'Reaction', where: mine, inList: { column: 'emoji', values: removed } });
  const rows = added.map((emoji) => ({ ...mine, organizationId, emoji, reactedAt: at }));
  bufferInsert(tx, { table: 'Reaction', rows });
  return {
    ...(added.length > 0 && { addedReactions: added }),
    ...(removed.length > 0 && { removedReactions: removed }),
  };
}

function requireOneWay(wanted: readonly string[], unwanted: readonly string[]): void {
  const both = wanted.find((emoji) => unwanted.includes(emoji));
  if (both === undefined) return;
  throw badInput(
    'removedReactions',
    `\`removedReactions\` must not contain emoji of \`addedReactions\` (got ${both} in both)`,
  );
}

function requireFew(kinds: number): void {
  if (kinds <= maxKinds) return;
  const rule = `must leave the comment with at most ${maxKinds} kinds of reactions`;
  throw badInput('addedReactions', `\`addedReactions\` ${rule} (got ${kinds})`);
}

import { can } from '../../access/policy.js';
import { badInput } from '../../platform/base/errors.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { lockConversations } from './lock-conversations.js';
import { removeEmptyClusters } from './remove-issues.js';

/**
 * Prevents the creation and deletion of clusters in the organization of a space or collection until the transaction
 * ends. Needed by transactions that link a change request to a cluster, or unlink it. Take this lock before the lock of
 * the space or collection, which may not exist.
 */
export async function lockClustersOf(
  { tx }: Pick<UnitOfWork, 'tx'>,
  id: string,
  table: 'Space' | 'Collection' = 'Space',
): Promise<void> {
  const query = tx.read.sql.selectFrom(table).select('organizationId').where('id', '=', id);
  const place = await tx.read.first(query);
  if (place) await lockConversations(tx, place.organizationId);
}

/**
 * Checks that an id is a cluster of an organization that the viewer can see.
 * @throws BAD_USER_INPUT if it is not
 */
export async function requireCluster({ tx, viewer }: UnitOfWork, organizationId: string, id: string): Promise<void> {
  const query = tx.read.sql.selectFrom('ConversationsIssuesCluster').select('id').where('id', '=', id);
  const found = await tx.read.first(query.where('organizationId', '=', organizationId));
  if (found && can(viewer, 'conversation.view', { organizationId })) return;
  const field = 'conversationsIssuesCluster';
  const rule = 'must be the id of a cluster of issues that you may see';
  throw badInput(field, `\`${field}\` ${rule} (got ${JSON.stringify(id)})`);
}

/**
 * Releases a cluster that a change request answered: deletes it if it has no issues and no other change request answers
 * it.
 */
export async function releaseCluster({ tx }: Pick<UnitOfWork, 'tx'>, id: string | null): Promise<void> {
  if (id !== null) await removeEmptyClusters(tx, [id]);
}

/** Releases all clusters that change requests of some spaces answer, as `releaseCluster` does. */
export async function releaseClustersOf({ tx }: Pick<UnitOfWork, 'tx'>, spaceIds: readonly string[]): Promise<void> {
  const { sql, inList, all } = tx.read;
  const answering = sql.selectFrom('ChangeRequest').select('conversationsIssuesClusterId').distinct();
  const tied = answering.where('conversationsIssuesClusterId', 'is not', null).where(inList('spaceId', spaceIds));
  const ids = (await all(tied)).flatMap(({ conversationsIssuesClusterId: id }) => id ?? []);
  if (ids.length === 0) return;
  const update = sql.updateTable('ChangeRequest').set({ conversationsIssuesClusterId: null });
  await all(update.where('conversationsIssuesClusterId', 'is not', null).where(inList('spaceId', spaceIds)));
  await removeEmptyClusters(tx, ids);
}

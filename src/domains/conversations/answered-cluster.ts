import { can } from '../../access/policy.js';
import { badInput } from '../../errors.js';
import type { Act } from '../shared/act.js';
import { lockConversations } from './lock-conversations.js';
import { removeEmptyClusters } from './remove-issues.js';

/**
 * Keeps clusters of a space's organization from coming and going until the transaction ends, which ties a change request of it to one.
 * Taken before the space is locked, which may not be there.
 */
export async function lockClustersOf({ tx }: Pick<Act, 'tx'>, spaceId: string): Promise<void> {
  const query = tx.read.sql.selectFrom('Space').select('organizationId').where('id', '=', spaceId);
  const space = await tx.read.first(query);
  if (space) await lockConversations(tx, space.organizationId);
}

/** Refuses what is no cluster of an organization that the viewer sees. @throws BAD_USER_INPUT */
export async function requireCluster({ tx, viewer }: Act, organizationId: string, id: string): Promise<void> {
  const query = tx.read.sql.selectFrom('ConversationsIssuesCluster').select('id').where('id', '=', id);
  const found = await tx.read.first(query.where('organizationId', '=', organizationId));
  if (found && can(viewer, 'conversation.view', { organizationId })) return;
  const field = 'conversationsIssuesCluster';
  const rule = 'must be the id of a cluster of issues of the organization, which you see';
  throw badInput(field, `\`${field}\` ${rule}, got ${JSON.stringify(id)}`);
}

/** Lets go of a cluster that a change request answered: where it has no issue, and no other answers it, it is removed. */
export async function releaseCluster({ tx }: Pick<Act, 'tx'>, id: string | null): Promise<void> {
  if (id !== null) await removeEmptyClusters(tx, [id]);
}

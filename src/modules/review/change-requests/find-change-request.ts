import type { Context } from '../../../api/graphql/execution/context.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { changeRequestsById, changeRequestsByNumber } from './loaders.js';
import { isNumber } from './targets.js';

/**
 * Finds a change request by its id, or by its space and its number there; returns null if there is none. Does not check
 * permissions.
 */
export async function findChangeRequest(
  { loaders }: Pick<Context, 'loaders'>,
  name: string,
  space?: string | null,
): Promise<Row<'ChangeRequest'> | null> {
  if (space != null && isNumber(name)) return loaders.load(changeRequestsByNumber, `${space}/${name}`);
  const found = await loaders.load(changeRequestsById, name);
  return found && (space == null || found.spaceId === space) ? found : null;
}

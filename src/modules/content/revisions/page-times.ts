import type { Context } from '../../../api/graphql/execution/context.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { PageView } from './content-view.js';
import { headPagesById } from './loaders.js';

/**
 * Returns the row with the times of a page at its space's head: its creation and its last change. Null for a page that
 * is not at this head, even if it is at the head of another space. Only the revisions and the head of this space affect
 * the times.
 */
export async function timesOf({ loaders }: Context, { id, content }: PageView): Promise<Row<'Page'> | null> {
  const row = await loaders.load(headPagesById, id);
  return row?.spaceId === content.revision.spaceId ? row : null;
}

import type { Context } from '../../../api/graphql/execution/context.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { PageView } from './content-view.js';
import { headPagesById } from './loaders.js';

/**
 * Returns when a page was created at its space's head and when it last changed there. The result is null for pages that
 * are not at the head, even if they are at the head of another space. Only the revisions and the head of this space
 * affect the times.
 */
export async function timesOf({ loaders }: Context, { id, content }: PageView): Promise<Row<'Page'> | null> {
  const row = await loaders.load(headPagesById, id);
  return row?.spaceId === content.revision.spaceId ? row : null;
}

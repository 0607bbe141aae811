import type { Context } from '../../../api/graphql/execution/context.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { PageView } from './content-view.js';
import { headPagesById } from './loaders.js';

/**
 * When a page came to its space's head and last changed there; null for pages that are not there, also where another space has
 * one of that id at its head: revisions of this one, and its head, determine the times.
 */
export async function timesOf({ loaders }: Context, { id, content }: PageView): Promise<Row<'Page'> | null> {
  const row = await loaders.load(headPagesById, id);
  return row?.spaceId === content.revision.spaceId ? row : null;
}

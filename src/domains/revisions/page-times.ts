import type { Context } from '../../graphql/context.js';
import type { Row } from '../../store/rows.js';
import type { PageView } from './content-view.js';
import { headPagesById } from './loaders.js';

/** When a page came to its space's head and last changed there; null for pages that never did. */
export function timesOf({ loaders }: Context, { id }: PageView): Promise<Row<'Page'> | null> {
  return loaders.load(headPagesById, id);
}

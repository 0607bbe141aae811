import type { Context } from '../../graphql/context.js';
import type { Row } from '../../store/rows.js';
import type { PageView } from './content-view.js';
import { headPagesOfSpace } from './loaders.js';

/** When a page came to its space's head and last changed there; undefined for pages that never did. */
export async function timesOf(context: Context, { id, content }: PageView): Promise<Row<'Page'> | undefined> {
  return (await context.loaders.load(headPagesOfSpace, content.revision.spaceId)).get(id);
}

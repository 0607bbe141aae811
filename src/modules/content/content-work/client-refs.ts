import { ContentError } from '../../../engine/base/types.js';
import type { ContentTarget } from '../../../engine/tree/links/client-links.js';
import { newId } from '../../../platform/base/ids.js';
import type { ContentChange } from './content-changes.js';

/** Objects that a request inserts: the page or the files of each change, and the `ref`s that the request gives them. */
export interface InsertedObjects {
  /** For each change: the ids of the page or the files that it inserts. */
  ids: string[][];
  refs: Map<string, ContentTarget>;
}

/**
 * Assigns ids to all inserted objects before any change is applied, so that a text can refer to an object that a later
 * change inserts.
 * @throws ContentError for a `ref` that occurs twice.
 */
export function assignInsertedIds(changes: readonly ContentChange[]): InsertedObjects {
  const inserted: InsertedObjects = { ids: [], refs: new Map() };
  const add = (target: ContentTarget, ref: string | null | undefined, pointer: string): string => {
    if (ref && inserted.refs.has(ref)) {
      throw new ContentError(`\`ref\` must be unique in the request (got ${JSON.stringify(ref)} twice)`, pointer);
    }
    if (ref) inserted.refs.set(ref, target);
    return target.id;
  };
  for (const [index, { insertPage, insertFiles }] of changes.entries()) {
    const changePointer = `changes/${index}`;
    const page = insertPage ? [add({ kind: 'page', id: newId('Page') }, insertPage.ref, `${changePointer}/ref`)] : [];
    const files = (insertFiles?.files ?? []).map(({ ref }, file) =>
      add({ kind: 'file', id: newId('File') }, ref, `${changePointer}/files/${file}/ref`),
    );
    inserted.ids.push([...page, ...files]);
  }
  return inserted;
}

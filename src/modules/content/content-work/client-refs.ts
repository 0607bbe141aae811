import { ContentError } from '../../../engine/base/types.js';
import type { Named } from '../../../engine/tree/links/client-links.js';
import { newId } from '../../../platform/base/ids.js';
import type { ContentChange } from './content-changes.js';

/** What a request inserts, by the names that it gives it: its page, or its files, of every change, and all their `ref`s. */
export interface Inserted {
  /** Ids of what each change inserts: of its page, or of its files. */
  ids: string[][];
  refs: Map<string, Named>;
}

/**
 * Gives all that a request inserts its id before anything is done, so that a text may name what a later change inserts.
 * @throws ContentError for a `ref` that two have.
 */
export function namesInserted(changes: readonly ContentChange[]): Inserted {
  const inserted: Inserted = { ids: [], refs: new Map() };
  const add = (target: Named, ref: string | null | undefined, pointer: string): string => {
    if (ref && inserted.refs.has(ref)) {
      throw new ContentError(`\`ref\` must be unique in the request (got ${JSON.stringify(ref)} twice)`, pointer);
    }
    if (ref) inserted.refs.set(ref, target);
    return target.id;
  };
  for (const [index, { insertPage, insertFiles }] of changes.entries()) {
    const at = `changes/${index}`;
    const page = insertPage ? [add({ kind: 'page', id: newId('Page') }, insertPage.ref, `${at}/ref`)] : [];
    const files = (insertFiles?.files ?? []).map(({ ref }, file) =>
      add({ kind: 'file', id: newId('File') }, ref, `${at}/files/${file}/ref`),
    );
    inserted.ids.push([...page, ...files]);
  }
  return inserted;
}

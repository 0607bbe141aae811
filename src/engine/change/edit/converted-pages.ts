import { foreignEncoding } from '../../base/encoding.js';
import type { Hash, Manifest } from '../../base/types.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';

/** A page that an edit converted to UTF-8, and the label of its previous encoding, such as `windows-1252`. */
export interface ConvertedPage {
  pageId: string;
  encoding: string;
}

/**
 * Returns the pages that an edit converted to UTF-8, in the order of the new tree.
 * @param blobs the bytes that the edit read; it cannot convert a page that it did not read
 */
export function convertedPages(
  { before, after }: { before: Manifest; after: Manifest },
  blobs: ReadonlyMap<Hash, Uint8Array>,
): ConvertedPage[] {
  const foreign = new Map([...blobs].map(([hash, bytes]) => [hash, foreignEncoding(bytes)]));
  if (![...foreign.values()].some(Boolean)) return [];
  return manifestIndex(after).pages.flatMap(({ page: { id: pageId, blob } }) => {
    const old = manifestIndex(before).pageById.get(pageId)?.page.blob;
    const encoding = old === undefined || old === blob ? undefined : foreign.get(old);
    return encoding ? [{ pageId, encoding }] : [];
  });
}

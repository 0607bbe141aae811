import { hashOf } from '../../base/blob.js';
import { ContentError, type Hash, type Manifest, type Page, type PageLink } from '../../base/types.js';
import { linksOf, withLinks } from './text.js';
import { mapPages } from './tree.js';

/** Maximum size of a page in bytes of UTF-8, including front matter. */
export const pageSizeLimit = 1024 * 1024;

/** A manifest with new texts, and their blobs. */
export interface StoredTexts {
  manifest: Manifest;
  blobs: Map<Hash, Uint8Array>;
}

/**
 * Stores new texts of pages, by page id and including front matter, and resolves their links within the manifest.
 * @throws ContentError with the pointer for text over 1 MiB
 */
export function storeTexts(manifest: Manifest, texts: ReadonlyMap<string, string>, pointer: string): StoredTexts {
  const blobs = new Map<Hash, Uint8Array>();
  const pages = mapPages(manifest.pages, (page) => {
    const text = texts.get(page.id);
    if (text === undefined) return page;
    const bytes = new TextEncoder().encode(text);
    checkPageSize(bytes, pointer);
    const blob = hashOf(bytes);
    if (blob === page.blob) return page;
    blobs.set(blob, bytes);
    return withBlob(page, blob, linksOf(text, page.file!, manifest));
  });
  return { manifest: pages === manifest.pages ? manifest : { ...manifest, pages }, blobs };
}

/** Returns a page with other bytes. Removes the git blob of an import, which no longer applies. */
function withBlob({ git: _, ...page }: Page, blob: Hash, links: PageLink[]): Page {
  return withLinks({ ...page, blob }, links);
}

function checkPageSize(bytes: Uint8Array, pointer: string): void {
  if (bytes.length <= pageSizeLimit) return;
  throw new ContentError(`\`document\` must be at most ${pageSizeLimit} bytes (got ${bytes.length})`, pointer);
}

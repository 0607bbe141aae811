import type { Hash, Manifest } from '../../src/engine/base/types.js';
import { manifestIndex } from '../../src/engine/tree/manifest/page-index.js';

/** Returns all blobs of a manifest without duplicates: pages, files, reusable contents and the table of contents. */
export function blobsOf(manifest: Manifest): Hash[] {
  const pages = manifestIndex(manifest).pages.map(({ page }) => page.blob);
  const others = [...manifest.files, ...manifest.reusableContents].map(({ blob }) => blob);
  return [...new Set([...pages, ...others, manifest.summary?.blob].filter((hash) => hash !== undefined))];
}

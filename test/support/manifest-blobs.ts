import { indexOf } from '../../src/content/manifest/page-index.js';
import type { Hash, Manifest } from '../../src/content/types.js';

/** All blobs that a manifest names, each once: of pages, files, shared texts and the table of contents. */
export function blobsOf(manifest: Manifest): Hash[] {
  const pages = indexOf(manifest).pages.map(({ page }) => page.blob);
  const others = [...manifest.files, ...manifest.reusableContents].map(({ blob }) => blob);
  return [...new Set([...pages, ...others, manifest.summary?.blob].filter((hash) => hash !== undefined))];
}

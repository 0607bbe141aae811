import { parseEmoji, withReadEmoji } from '../../base/emoji/emoji.js';
import type { Manifest } from '../../base/types.js';
import { manifestIndex } from '../manifest/page-index.js';
import { mapPages } from '../pages/tree.js';

/** Returns a sidecar's manifest with fully qualified emoji. Omits those that are not exactly one emoji. */
export function withSidecarEmoji(manifest: Manifest): Manifest {
  return { ...manifest, pages: mapPages(manifest.pages, withReadEmoji) };
}

/** Returns those emoji of a sidecar that are not exactly one emoji. */
export function badSidecarEmoji(manifest: Manifest): string[] {
  const emoji = manifestIndex(manifest).pages.flatMap(({ page }) => page.emoji ?? []);
  return emoji.filter((text) => parseEmoji(text) === undefined);
}

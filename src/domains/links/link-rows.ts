import { textOf } from '../../content/blob.js';
import { type AskedUsage, usagesOf } from '../../content/links/page-usages.js';
import { resolveAsked, targetsOf } from '../../content/links/revision-targets.js';
import { type TextReferences, textReferencesOf } from '../../content/links/text-references.js';
import type { Hash, Manifest, Page } from '../../content/types.js';
import type { Row } from '../../store/rows.js';

/** A row of the link index: what a page asks of one target. */
export type LinkRow = Omit<Row<'Link'>, 'places'> & { places: string[] };

/** A revision of a space, whose links are looked up. */
export interface LinkedRevision {
  organizationId: string;
  spaceId: string;
  manifest: Manifest;
}

/** Texts by the hash of their blob. */
export type Texts = ReadonlyMap<Hash, Uint8Array>;

/** The rows of a page in the order of its text. `texts` has its blob, unless the references of that are in memory. */
export function linkRowsOf({ organizationId, spaceId, manifest }: LinkedRevision, page: Page, texts: Texts): LinkRow[] {
  const usages = usagesOf({ page, spaceId, root: manifest.root }, referencesOf(page, texts));
  const targets = targetsOf(manifest);
  return usages.map(({ outside, ...usage }: AskedUsage, position) => ({
    organizationId,
    spaceId,
    pageId: page.id,
    position,
    ...usage,
    ...resolveAsked({ ...usage, outside }, { targets, spaceId }),
  }));
}

/** What the text of a page points at; null for a page without one. */
export function referencesOf({ id, file, blob }: Page, texts: Texts): TextReferences | null {
  return blob === undefined ? null : textReferencesOf(blob, () => textOf(texts.get(blob)!, file ?? id));
}

/** The ids of a page's headings, a line break before and behind each, as the index has them; null for none. */
export function anchorsOf(page: Page, texts: Texts): string | null {
  const anchors = referencesOf(page, texts)?.anchors ?? [];
  return anchors.length === 0 ? null : `\n${anchors.join('\n')}\n`;
}

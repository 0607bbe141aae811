import { resolveAsked, targetsOf } from '../../content/links/revision-targets.js';
import type { TextReferences } from '../../content/links/text-references.js';
import type { Hash, Manifest, Page } from '../../content/types.js';
import type { Row } from '../../store/rows.js';
import { eachInTurns } from '../../threads/turns.js';
import { doWork } from '../content-work/do-work.js';

/** A row of the link index: what a page asks of one target. */
export type LinkRow = Omit<Row<'Link'>, 'places'> & { places: string[] };

/** A revision of a space, whose links are looked up. */
export interface LinkedRevision {
  organizationId: string;
  spaceId: string;
  manifest: Manifest;
}

/** What texts point at, by the hash of their blob. */
export type KnownReferences = ReadonlyMap<Hash, TextReferences>;

/** What a reference costs to be read, in bytes of text. */
const referenceWeight = 20;

/** The rows of a page in the order of its text, whose references are known. */
export async function linkRowsOf(
  { organizationId, spaceId, manifest }: LinkedRevision,
  page: Page,
  known: KnownReferences,
): Promise<LinkRow[]> {
  const text = referencesOf(page, known);
  const { children: _, ...itself } = page;
  const from = { page: itself, spaceId, root: manifest.root };
  const usages = await doWork('usages', { from, text }, { weight: (text?.references.length ?? 0) * referenceWeight });
  const targets = targetsOf(manifest);
  const rows: LinkRow[] = [];
  await eachInTurns(usages, (usage) => {
    const { kind, targetId, targetSpaceId } = resolveAsked(usage, { targets, spaceId });
    const { address, anchor, anchorKey, asked, askedToo, relation, places } = usage;
    const position = rows.length;
    // Named one by one: there may be tens of thousands, and V8 spreads objects slowly.
    rows.push({
      organizationId,
      spaceId,
      pageId: page.id,
      position,
      address,
      anchor,
      anchorKey,
      asked,
      askedToo,
      relation,
      places,
      kind,
      targetId,
      targetSpaceId,
    });
  });
  return rows;
}

/** What the text of a page points at; null for a page without one. */
function referencesOf({ blob }: Page, known: KnownReferences): TextReferences | null {
  return blob === undefined ? null : known.get(blob)!;
}

/** The keys of a page's anchors, a line break before and behind each, as the index has them; null for none. */
export function anchorsOf(page: Page, known: KnownReferences): string | null {
  const anchors = referencesOf(page, known)?.anchors ?? [];
  return anchors.length === 0 ? null : `\n${anchors.join('\n')}\n`;
}

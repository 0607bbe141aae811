import type { Hash, Manifest, Page } from '../../engine/base/types.js';
import { resolveReference, revisionTargets } from '../../engine/change/diff/revision-targets.js';
import type { TextReferences } from '../../engine/tree/links/text-references.js';
import { textsOfPage } from '../../engine/tree/manifest/page-index.js';
import { createCache } from '../../platform/cache/cache.js';
import type { Row } from '../../platform/db/query/rows.js';
import { forEachYielding } from '../../platform/workers/event-loop.js';
import { doWork } from '../content/content-work/do-work.js';
import type { Output } from '../content/content-work/tasks.js';
import { lightWork } from '../shared/computing.js';

/** A row of the link index: all references from a page to one target. */
export type LinkRow = Omit<Row<'Link'>, 'places'> & { places: string[] };

/** A revision of a space whose links are read. */
export interface LinkedRevision {
  organizationId: string;
  spaceId: string;
  manifest: Manifest;
}

/** Returns the target keys of a row of the link index as input for `resolveReference`. */
export function targetKeysOf({ asked, askedToo }: Pick<LinkRow, 'asked' | 'askedToo'>) {
  return { targetKey: asked, literalTargetKey: askedToo };
}

/** References in texts, by the hash of the text. */
export type KnownReferences = ReadonlyMap<Hash, TextReferences>;

/**
 * Returns the rows of the link index for a page, in the order of the references in its text. `knownReferences` must
 * contain the references in that text.
 */
export async function linkRowsOf(
  { organizationId, spaceId, manifest }: LinkedRevision,
  page: Page,
  knownReferences: KnownReferences,
): Promise<LinkRow[]> {
  const found = await findUsages(
    { organizationId, spaceId, manifest },
    { page, text: referencesOf(page, knownReferences) },
  );
  const targets = revisionTargets(manifest);
  const rows: LinkRow[] = [];
  await forEachYielding(found, (usage) => {
    const { kind, targetId, targetSpaceId } = resolveReference(usage, { targets, spaceId });
    const { address, anchor, anchorKey, targetKey, literalTargetKey, relation, places } = usage;
    const position = rows.length;
    // Members are copied by name: there may be tens of thousands of rows, and V8 is slow at spreading objects.
    rows.push({
      organizationId,
      spaceId,
      pageId: page.id,
      position,
      address,
      anchor,
      anchorKey,
      asked: targetKey,
      askedToo: literalTargetKey,
      relation,
      places,
      kind,
      targetId,
      targetSpaceId,
    });
  });
  return rows;
}

/** A page, and the references in its text; `text` is null if the page has no text. */
export interface ReferringPage {
  page: Page;
  text: TextReferences | null;
}

/**
 * Finds the targets that a page refers to, and the positions of the references to each. Caches results that are costly
 * to compute, so that the transaction that stores the rows does not compute them again.
 * @throws errors of `doWork`
 */
export async function findUsages(
  { organizationId: tenant, spaceId, manifest: { root } }: LinkedRevision,
  { page: { children: _, ...page }, text }: ReferringPage,
): Promise<Output<'usages'>> {
  const from = { page, spaceId, root };
  const weight = usagesWeight(text);
  const compute = () => doWork('usages', { from, text }, { tenant, weight });
  return weight === 0 ? compute() : usages.getOrCompute(JSON.stringify(from), tenant, compute);
}

/** Cost of one reference, expressed in bytes of text. */
const referenceWeight = 20;

/** Returns the cost of `findUsages` for a text, expressed in bytes of text; 0 if the cost is small. */
export function usagesWeight(text: TextReferences | null): number {
  const weight = (text?.references.length ?? 0) * referenceWeight;
  return weight > lightWork ? weight : 0;
}

/**
 * Cache of the results of `findUsages`. The key contains the page with the hash of its text, the space, and the content
 * root.
 */
const usages = createCache<Output<'usages'>>({
  name: 'usages of pages',
  weigh: (found) => found.reduce((sum, { address, places }) => sum + 2 * address.length + 50 * places.length + 300, 0),
});

/** Returns the references in the text of a page; null for a page without a text. */
function referencesOf({ blob }: Pick<Page, 'blob'>, knownReferences: KnownReferences): TextReferences | null {
  return blob === undefined ? null : knownReferences.get(blob)!;
}

/**
 * Returns the keys of the anchors of a page, including those of the reusable texts that it includes. Returns null if
 * there are none. The result has the format of the column `LinkHeadings.anchors`: a line break precedes and follows
 * each key.
 */
export function anchorsOf(manifest: Manifest, page: Page, knownReferences: KnownReferences): string | null {
  const anchors = [
    ...new Set(textsOfPage(manifest, page).flatMap((text) => referencesOf(text, knownReferences)?.anchors ?? [])),
  ];
  return anchors.length === 0 ? null : `\n${anchors.join('\n')}\n`;
}

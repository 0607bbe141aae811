import type { Context } from '../../../api/graphql/execution/context.js';
import type { Change } from '../../../engine/change/diff/change.js';
import { diffManifests } from '../../../engine/change/diff/diff.js';
import { changedObjectId, type Difference } from '../../../engine/change/diff/difference.js';
import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { type ContentView, readContentView } from '../../content/revisions/content-view.js';

/** Two revisions to compare. */
export interface RevisionPair {
  before: ContentView;
  after: ContentView;
}

/** A difference between two revisions. It contains both revisions, because its texts and URLs are read from them. */
export interface DifferenceView<D extends Difference = Difference> extends RevisionPair {
  /** Id, which consists of the type and the subject of the difference; unique in a list of differences. */
  id: string;
  difference: D;
}

/** Reads the content of two revisions. If `before` is null, the former content is empty. */
export async function readRevisionPair(
  context: Context,
  before: Row<'Revision'> | null,
  after: Row<'Revision'>,
): Promise<RevisionPair> {
  const [old, now] = await Promise.all([before && readContentView(context, before), readContentView(context, after)]);
  return { before: old ?? { revision: after, manifest: emptyManifest }, after: now };
}

/**
 * Returns the changes from one revision to another, which are computed only once for each request. The computation
 * needs no query, and skips parts that are equal in both revisions.
 */
export function changesInPair({ loaders }: Context, { before, after }: RevisionPair): Change[] {
  const from = before.manifest === emptyManifest ? 'nothing' : before.revision.id;
  const name = `changes from ${from} to ${after.revision.id}`;
  return loaders.once(name, () => diffManifests(before.manifest, after.manifest));
}

/** Adds the ids and both revisions to differences, for the GraphQL types. */
export function differenceViews<D extends Difference>(
  pair: RevisionPair,
  differences: readonly D[],
): DifferenceView<D>[] {
  return differences.map((difference) => ({
    ...pair,
    id: `${difference.type} ${changedObjectId(difference)}`,
    difference,
  }));
}

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

/** A difference, and the revisions from which its texts and addresses are read. */
export interface DifferenceView<D extends Difference = Difference> extends RevisionPair {
  /** Id, derived from the type and the subject of the difference; unique in its list. */
  id: string;
  difference: D;
}

/** Reads two revisions; `before` is null for empty content. */
export async function readRevisionPair(
  context: Context,
  before: Row<'Revision'> | null,
  after: Row<'Revision'>,
): Promise<RevisionPair> {
  const [old, now] = await Promise.all([before && readContentView(context, before), readContentView(context, after)]);
  return { before: old ?? { revision: after, manifest: emptyManifest }, after: now };
}

/**
 * Computes the changes from one revision to another once for each request. It needs no query, and skips parts that both
 * revisions share.
 */
export function changesInPair({ loaders }: Context, { before, after }: RevisionPair): Change[] {
  const from = before.manifest === emptyManifest ? 'nothing' : before.revision.id;
  const name = `changes from ${from} to ${after.revision.id}`;
  return loaders.once(name, () => diffManifests(before.manifest, after.manifest));
}

/** Converts differences to the form that the GraphQL types read. */
export function viewsOf<D extends Difference>(between: RevisionPair, differences: readonly D[]): DifferenceView<D>[] {
  return differences.map((difference) => ({
    ...between,
    id: `${difference.type} ${changedObjectId(difference)}`,
    difference,
  }));
}

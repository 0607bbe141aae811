import type { Context } from '../../../api/graphql/execution/context.js';
import type { Change } from '../../../engine/change/diff/change.js';
import { diffManifests } from '../../../engine/change/diff/diff.js';
import { type Difference, subjectOf } from '../../../engine/change/diff/difference.js';
import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { type ContentView, viewOf } from '../../content/revisions/content-view.js';

/** Two revisions whose difference is shown. */
export interface Between {
  before: ContentView;
  after: ContentView;
}

/** One difference, with what its texts and addresses are read from. */
export interface DifferenceView<D extends Difference = Difference> extends Between {
  /** Told by what it is about; unique in its list. */
  id: string;
  difference: D;
}

/** Reads two revisions; null before stands for no content at all. */
export async function readBetween(
  context: Context,
  before: Row<'Revision'> | null,
  after: Row<'Revision'>,
): Promise<Between> {
  const [old, now] = await Promise.all([before && viewOf(context, before), viewOf(context, after)]);
  return { before: old ?? { revision: after, manifest: emptyManifest }, after: now };
}

/** The changes from one revision to another, found once a request: nothing is read, nothing of what both share is looked at. */
export function changesBetween({ loaders }: Context, { before, after }: Between): Change[] {
  const from = before.manifest === emptyManifest ? 'nothing' : before.revision.id;
  const name = `changes from ${from} to ${after.revision.id}`;
  return loaders.once(name, () => diffManifests(before.manifest, after.manifest));
}

/** Differences as the graph shows them. */
export function viewsOf<D extends Difference>(between: Between, differences: readonly D[]): DifferenceView<D>[] {
  return differences.map((difference) => ({
    ...between,
    id: `${difference.type} ${subjectOf(difference)}`,
    difference,
  }));
}

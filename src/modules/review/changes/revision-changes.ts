import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { Change } from '../../../engine/change/diff/change.js';
import type { Difference } from '../../../engine/change/diff/difference.js';
import { badInput } from '../../../platform/base/errors.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { changeRequestsById } from '../change-requests/loaders.js';
import { changesInPair, type DifferenceView, differenceViews, type RevisionPair } from './difference-view.js';
import { otherChangeTypes } from './other-changes.js';
import { pageChangeTypes, renamedType } from './page-changes.js';

const semanticTypes = { ...pageChangeTypes, ...otherChangeTypes };
const differenceTypes = { ...semanticTypes, ...renamedType };

const SemanticChange = builder.unionType('RevisionSemanticChange', {
  description: 'One difference between two revisions.',
  types: Object.values(semanticTypes),
  extensions: { guard: partOfGuardedObject },
  resolveType: (view) => semanticTypes[(view as DifferenceView<Change>).difference.type].name,
});

/** A difference of any kind between two revisions. */
export const RevisionDifference = builder.unionType('RevisionDifference', {
  description: 'One difference between two revisions.',
  types: Object.values(differenceTypes),
  extensions: { guard: partOfGuardedObject },
  resolveType: (view) => differenceTypes[(view as DifferenceView).difference.type].name,
});

/** Changes of a revision for `/v1`, before `limit` is applied. */
export interface SemanticChanges {
  mergedFromId: string | null;
  pair: RevisionPair;
  changes: Change[];
  limit: number;
}

/**
 * Maximum number of changes in one response, even if `limit` is larger. All lists without pagination have this maximum.
 */
const maxChanges = 20_000;

/** The changes of a revision, up to a limit. */
export const SemanticChangesType = builder.objectRef<SemanticChanges>('RevisionSemanticChanges').implement({
  description: 'The changes, up to a limit.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    mergedFrom: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request that was merged.',
      resolve: ({ mergedFromId }, _args, { loaders }) =>
        mergedFromId === null ? null : loaders.load(changeRequestsById, mergedFromId),
    }),
    changes: t.field({
      type: [SemanticChange],
      description:
        'The first changes: pages in reading order, then deleted pages, files, variables, reusable contents.',
      resolve: ({ pair, changes, limit }) => differenceViews<Difference>(pair, changes.slice(0, limit)) as never,
    }),
    more: t.int({
      nullable: true,
      description: 'Number of changes beyond the limit; null if there are none.',
      resolve: ({ changes, limit }) => Math.max(0, changes.length - limit) || null,
    }),
  }),
});

/**
 * Returns the changes between two revisions, with the limit; 10 by default.
 * @throws BAD_USER_INPUT for a limit below 0.
 */
export function semanticChanges(
  context: Context,
  pair: RevisionPair,
  { mergedFromId, limit }: { mergedFromId: string | null; limit?: number | null },
): SemanticChanges {
  const requestedLimit = limit ?? 10;
  if (requestedLimit < 0) throw badInput('limit', `\`limit\` must be 0 or more (got ${requestedLimit})`);
  return { mergedFromId, pair, changes: changesInPair(context, pair), limit: Math.min(requestedLimit, maxChanges) };
}

import type { Change } from '../../content/diff/change.js';
import { type Difference, differencesOf } from '../../content/diff/difference.js';
import { badInput } from '../../errors.js';
import { embedded } from '../../graphql/access.js';
import { builder, type Fields } from '../../graphql/builder.js';
import { arrayField, storedOnly } from '../../graphql/connections.js';
import type { Context } from '../../graphql/context.js';
import type { Row } from '../../store/rows.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { changeRequestsById } from '../change-requests/loaders.js';
import { baseRevisionOf } from '../change-requests/targets.js';
import { findRevision, getRevision } from '../revisions/known-revisions.js';
import { Revision } from '../revisions/revision.js';
import { type Between, changesBetween, type DifferenceView, readBetween, viewsOf } from './difference-view.js';
import { otherChangeTypes } from './other-changes.js';
import { pageChangeTypes, renamedType } from './page-changes.js';

const semanticTypes = { ...pageChangeTypes, ...otherChangeTypes };
const differenceTypes = { ...semanticTypes, ...renamedType };

const SemanticChange = builder.unionType('RevisionSemanticChange', {
  description: 'One change of what a revision holds.',
  types: Object.values(semanticTypes),
  extensions: { guard: embedded },
  resolveType: (view) => semanticTypes[(view as DifferenceView<Change>).difference.type].name,
});

const RevisionDifference = builder.unionType('RevisionDifference', {
  description: 'One difference between two revisions.',
  types: Object.values(differenceTypes),
  extensions: { guard: embedded },
  resolveType: (view) => differenceTypes[(view as DifferenceView).difference.type].name,
});

builder.objectField(Revision, 'diff', (t) =>
  arrayField(t, {
    type: RevisionDifference as never,
    description:
      'Differences from this revision to another one of the same space or its change requests: pages in reading order, deleted ones, files, variables, shared texts.',
    args: { to: t.arg.id({ required: true, description: 'Id of the other revision.' }) },
    items: async (revision: Row<'Revision'>, { to }, context) => {
      const between = await readBetween(context, revision, await otherRevision(context, revision, to));
      return { identity: ['Revision.diff', revision.id, to], items: differencesIn(context, between) };
    },
  }),
);

builder.objectField(ChangeRequest, 'diff', (t) =>
  arrayField(t, {
    type: RevisionDifference as never,
    description:
      'What it changes against the content of the space that it last took in: the same differences as those between two revisions.',
    args: {},
    items: async (changeRequest: Row<'ChangeRequest'>, _args, context) => {
      const between = await readProposed(context, changeRequest);
      return {
        identity: ['ChangeRequest.diff', changeRequest.id, between.after.revision.id],
        items: differencesIn(context, between),
      };
    },
  }),
);

function differencesIn(context: Context, between: Between): DifferenceView[] {
  return viewsOf(between, differencesOf(changesBetween(context, between)));
}

/** What a change request last took in, and what it proposes. */
async function readProposed(context: Context, changeRequest: Row<'ChangeRequest'>): Promise<Between> {
  const { organizationId, revisionId } = changeRequest;
  const ids = [baseRevisionOf(changeRequest), revisionId];
  const [base, proposed] = await Promise.all(ids.map((id) => getRevision(context.loaders, { organizationId, id })));
  return readBetween(context, base!, proposed!);
}

async function otherRevision(
  { loaders }: Context,
  { organizationId, spaceId }: Row<'Revision'>,
  id: string,
): Promise<Row<'Revision'>> {
  const found = await findRevision(loaders, { organizationId, id });
  if (found?.spaceId === spaceId) return found;
  throw badInput('to', `\`to\` must be a revision of the same space, got ${JSON.stringify(id)}`);
}

/** What `/v1` tells of a revision's changes. */
interface SemanticChanges {
  mergedFromId: string | null;
  between: Between;
  changes: Change[];
  limit: number;
}

/** Most changes of one answer, whatever `limit` says: the cap of all lists without pages. */
const maxChanges = 20_000;

const SemanticChangesType = builder.objectRef<SemanticChanges>('RevisionSemanticChanges').implement({
  description: 'What changed, up to a limit.',
  extensions: { guard: embedded },
  fields: (t) => ({
    mergedFrom: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request that a merge brought in.',
      resolve: ({ mergedFromId }, _args, { loaders }) =>
        mergedFromId === null ? null : loaders.load(changeRequestsById, mergedFromId),
    }),
    changes: t.field({
      type: [SemanticChange],
      description: 'The first changes: pages in reading order, deleted ones, files, variables, shared texts.',
      resolve: ({ between, changes, limit }) => viewsOf<Difference>(between, changes.slice(0, limit)) as never,
    }),
    more: t.int({
      nullable: true,
      description: 'Number of changes beyond the limit; null for none.',
      resolve: ({ changes, limit }) => Math.max(0, changes.length - limit) || null,
    }),
  }),
});

/** The arguments of the contract. Changes hold neither git data nor computed content, so that two of them decide nothing. */
const changesArguments = <Parent>(t: Fields<Parent>) => ({
  limit: t.arg.int({
    defaultValue: 10,
    description: 'Most changes to give, 0 or more; no more than 20,000 are given.',
  }),
  metadata: t.arg.boolean({ defaultValue: true, description: 'Changes nothing: changes have no git data.' }),
  computed: t.arg.boolean({ defaultValue: true, description: 'Changes nothing: only what is stored is compared.' }),
});

builder.objectField(Revision, 'semanticChanges', (t) =>
  t.field({
    type: SemanticChangesType,
    ...storedOnly('What the revision changed against its first parent.', 'diff'),
    args: changesArguments(t),
    resolve: async (revision, { limit }, context) => {
      const { organizationId, parentId, mergedFromId } = revision;
      const parent = parentId === null ? null : await getRevision(context.loaders, { organizationId, id: parentId });
      return semanticChanges(context, await readBetween(context, parent, revision), { mergedFromId, limit });
    },
  }),
);

builder.objectField(ChangeRequest, 'semanticChanges', (t) =>
  t.field({
    type: SemanticChangesType,
    ...storedOnly('What the change request changes against the content that it last took in.', 'diff'),
    args: changesArguments(t),
    resolve: async (changeRequest, { limit }, context) =>
      semanticChanges(context, await readProposed(context, changeRequest), { mergedFromId: null, limit }),
  }),
);

function semanticChanges(
  context: Context,
  between: Between,
  { mergedFromId, limit }: { mergedFromId: string | null; limit?: number | null },
): SemanticChanges {
  const given = limit ?? 10;
  if (given < 0) throw badInput('limit', `\`limit\` must be 0 or more, got ${given}`);
  return { mergedFromId, between, changes: changesBetween(context, between), limit: Math.min(given, maxChanges) };
}

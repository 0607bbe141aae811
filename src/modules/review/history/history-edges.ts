import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Revision, RevisionType } from '../../content/revisions/revision.js';
import { findRevision } from '../../content/revisions/revision-cache.js';
import { Space } from '../../content/spaces/space.js';
import { type Columns, type GivenOrder, orderChoice, rowOrder } from '../../shared/list-arguments.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { changeRequestRevisions, headsAt, spaceRevisions } from './loaders.js';

const RevisionFilter = builder.inputType('RevisionFilter', {
  description: 'Selection of revisions; all members must hold.',
  fields: (t) => ({
    type: t.field({ type: [RevisionType], description: 'Only those that were made in one of these ways.' }),
    createdSince: t.field({ type: 'DateTime', description: 'Only those that were made at this time or later.' }),
  }),
});

const revisionOrder = orderChoice<Columns>('Revision', {
  createdAt: { description: 'When the revision was made.', order: { columns: ['id'] } },
});

/** Arguments of a list of revisions. */
interface Selection {
  filter?: { type?: readonly string[] | null; createdSince?: string | null } | null | undefined;
  orderBy?: readonly GivenOrder[] | null | undefined;
}

const revisionArguments = (t: Pick<Fields<unknown>, 'arg'>) => ({
  filter: t.arg({ type: RevisionFilter, description: 'Selection of revisions.' }),
  orderBy: revisionOrder.argument(t),
});

type RevisionQuery = ReturnType<typeof spaceRevisions>;

function selectRevisions(read: Queries, query: RevisionQuery, { filter }: Selection): RevisionQuery {
  let selected = query;
  if (filter?.type != null) selected = selected.where(read.inList('type', [...filter.type]));
  if (filter?.createdSince != null) selected = selected.where('createdAt', '>=', filter.createdSince);
  return selected;
}

builder.objectFields(Space, (t) => ({
  revisions: listField(t, {
    type: Revision,
    description: 'The history of the space: every revision that was its head, newest first.',
    args: revisionArguments(t),
    key: ({ id }) => id,
    list: (selection, { read }) => ({
      name: 'Space.revisions',
      filters: selection,
      order: { ...rowOrder(revisionOrder, selection.orderBy), constantNullColumn: 'changeRequestId' },
      query: (spaceId) => selectRevisions(read, spaceRevisions(read), selection).where('spaceId', '=', spaceId!),
    }),
  }),
  revisionById: t.field({
    type: Revision,
    nullable: true,
    description: 'A revision of the space or of one of its change requests, by its id.',
    args: { id: t.arg.id({ required: true, description: "The revision's id." }) },
    resolve: (space, { id }, context) => revisionIn(context, space, id),
  }),
  at: t.field({
    type: Revision,
    nullable: true,
    description:
      'A former head: a revision of the history by its id, or the head at a time, null before the first. Give exactly one.',
    args: {
      revision: t.arg.id({ description: 'Id of a revision of the history.' }),
      time: t.arg({ type: 'DateTime', description: 'A point in time.' }),
    },
    resolve: (space, { revision, time }, context) => headAt(context, space, { revision, time }),
  }),
}));

builder.objectField(ChangeRequest, 'revisions', (t) =>
  listField(t, {
    type: Revision,
    description: 'Its own revisions, newest first; the first one follows `revisionInitialId`.',
    args: revisionArguments(t),
    key: ({ id }) => id,
    list: (selection, { read }) => ({
      name: 'ChangeRequest.revisions',
      filters: selection,
      order: rowOrder(revisionOrder, selection.orderBy),
      query: (id) => selectRevisions(read, changeRequestRevisions(read, id!), selection),
    }),
  }),
);

/** Returns a revision of a space or of one of its change requests; null if the id is not that of such a revision. */
export async function revisionIn(
  { loaders }: Context,
  { organizationId, id: spaceId }: Row<'Space'>,
  id: string,
): Promise<Row<'Revision'> | null> {
  const revision = await findRevision(loaders, { organizationId, id });
  return revision?.spaceId === spaceId ? revision : null;
}

async function headAt(
  context: Context,
  space: Row<'Space'>,
  { revision: id, time }: { revision?: string | null; time?: string | null },
): Promise<Row<'Revision'> | null> {
  if ((id == null) === (time == null)) throw badInput('at', '`at` needs exactly one of `revision` and `time`');
  if (id == null) return context.loaders.load(headsAt(context.loaders, new Date(time!)), space.id);
  const revision = await revisionIn(context, space, id);
  return revision?.changeRequestId === null ? revision : null;
}

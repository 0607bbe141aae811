import { badInput } from '../../errors.js';
import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import type { Context } from '../../graphql/context.js';
import type { Row } from '../../store/rows.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { findRevision } from '../revisions/known-revisions.js';
import { Revision } from '../revisions/revision.js';
import { Space } from '../spaces/space.js';
import { headsAt, ownRevisions, ownRevisionsOf } from './loaders.js';

builder.objectFields(Space, (t) => ({
  revisions: listField(t, {
    type: Revision,
    description: 'The history of the space: every revision that was its head, newest first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Space.revisions',
      order: { columns: ['id'], direction: 'desc', behindNull: 'changeRequestId' },
      query: (spaceId) => ownRevisions(context.read).where('spaceId', '=', spaceId!),
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
    args: {},
    key: ({ id }) => id,
    list: (_args, { read }) => ({
      name: 'ChangeRequest.revisions',
      order: { columns: ['id'], direction: 'desc' },
      query: (id) => ownRevisionsOf(read, id!),
    }),
  }),
);

/** A revision of a space or of one of its change requests; null for any other id. */
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

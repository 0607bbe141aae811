import { type Expression, type SqlBool, sql } from 'kysely';
import { badInput } from '../../errors.js';
import { builder, type Fields } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import type { Context } from '../../graphql/context.js';
import type { List } from '../../store/connections.js';
import type { Row } from '../../store/rows.js';
import { hasContributed } from '../contributors/contributions.js';
import { ConversationsIssuesCluster } from '../conversations/cluster.js';
import { Organization } from '../organizations/organization.js';
import { Revision } from '../revisions/revision.js';
import { isInVisibleSpace, viewerKey } from '../shared/visible.js';
import { Space } from '../spaces/space.js';
import { User } from '../users/user.js';
import { ChangeRequest, ChangeRequestStatus } from './change-request.js';
import { findChangeRequest } from './find-change-request.js';
import { changeRequestsById } from './loaders.js';

/** What narrows a list of change requests, and how; unknown and foreign ids give an empty list. */
const conditions = {
  status: (value: string) => sql<SqlBool>`${sql.ref('status')} = ${value}`,
  creator: (value: string) => sql<SqlBool>`${sql.ref('createdById')} = ${value}`,
  contributor: hasContributed,
  requestedReviewer: (value: string) => sql<SqlBool>`exists (select 1 from "ReviewRequest" as r
    where r."changeRequestId" = "ChangeRequest"."id" and r."userId" = ${value} and r."answeredAt" is null)`,
  conversationsIssuesCluster: (value: string) => sql<SqlBool>`${sql.ref('conversationsIssuesClusterId')} = ${value}`,
} satisfies Record<string, (value: string) => Expression<SqlBool>>;

type Filters = { [Name in keyof typeof conditions]?: string | null };

/** The parents that have lists of change requests, and the column that holds the parent's id. */
const parents = {
  Organization: 'organizationId',
  Space: 'spaceId',
  User: 'createdById',
  ConversationsIssuesCluster: 'conversationsIssuesClusterId',
} as const;

function changeRequestsOf(
  parent: keyof typeof parents,
  filters: Filters,
  context: Context,
): List<Row<'ChangeRequest'>> {
  const given = (Object.keys(conditions) as (keyof Filters)[]).filter((name) => filters[name] != null);
  return {
    name: `${parent}.changeRequests`,
    filters: [viewerKey(context), given.map((name) => [name, filters[name]])],
    order: { columns: ['id'], direction: 'desc' },
    query: (key) => {
      let query = context.read.sql
        .selectFrom('ChangeRequest')
        .selectAll()
        .where(parents[parent], '=', key!)
        .where(isInVisibleSpace(context, 'changeRequest.view'));
      for (const name of given) query = query.where(conditions[name](filters[name]!));
      return query;
    },
  };
}

/** The list of change requests of a type; only the parent differs. */
function changeRequestsField<Parent extends { id: string }>(
  t: Fields<Parent>,
  { parent, description }: { parent: keyof typeof parents; description: string },
) {
  return listField(t, {
    type: ChangeRequest,
    description,
    args: {
      status: t.arg({ type: ChangeRequestStatus, description: 'Only those in this state.' }),
      creator: t.arg.id({ description: 'Only those that this user opened.' }),
      contributor: t.arg.id({ description: 'Only those that this user edited or commented on.' }),
      requestedReviewer: t.arg.id({
        description: 'Only those that this user was asked to review and has not reviewed yet.',
      }),
      conversationsIssuesCluster: t.arg.id({ description: 'Only those that answer this cluster of issues.' }),
    },
    reads: ['id'],
    key: ({ id }) => id,
    list: (filters, context) => changeRequestsOf(parent, filters, context),
  });
}

builder.objectField(Space, 'changeRequests', (t) =>
  changeRequestsField(t, { parent: 'Space', description: 'Change requests of the space, newest first.' }),
);

builder.objectField(Space, 'changeRequest', (t) =>
  t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'A change request of the space by its number, or by its id.',
    args: {
      number: t.arg.int({ description: 'Number within the space, from 1.' }),
      id: t.arg.id({ description: "The change request's id; not together with `number`." }),
    },
    resolve({ id: space }, { number, id }, context) {
      if ((number == null) === (id == null)) throw badInput('number', '`number` must be given, or `id`, and not both');
      return findChangeRequest(context, id ?? String(number), space);
    },
  }),
);

builder.objectField(Organization, 'changeRequests', (t) =>
  changeRequestsField(t, {
    parent: 'Organization',
    description: 'Change requests of all spaces of the organization, newest first.',
  }),
);

builder.objectField(User, 'changeRequests', (t) =>
  listField(t, {
    type: ChangeRequest,
    description: 'Change requests that the person opened and the caller may see, newest first.',
    args: { status: t.arg({ type: ChangeRequestStatus, description: 'Only those in this state.' }) },
    reads: ['id'],
    key: ({ id }) => id,
    list: (filters, context) => changeRequestsOf('User', filters, context),
  }),
);

builder.objectField(ConversationsIssuesCluster, 'changeRequests', (t) =>
  listField(t, {
    type: ChangeRequest,
    description: 'Change requests that answer it and that the caller may see, newest first.',
    args: { status: t.arg({ type: ChangeRequestStatus, description: 'Only those in this state.' }) },
    reads: ['id'],
    key: ({ id }) => id,
    list: (filters, context) => changeRequestsOf('ConversationsIssuesCluster', filters, context),
  }),
);

builder.objectField(Revision, 'mergedFrom', (t) =>
  t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'The change request that was merged.',
    resolve: ({ mergedFromId }, _args, { loaders }) =>
      mergedFromId ? loaders.load(changeRequestsById, mergedFromId) : null,
  }),
);

import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { badInput } from '../../../platform/base/errors.js';
import type { List } from '../../../platform/db/query/connections.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Revision } from '../../content/revisions/revision.js';
import { Space } from '../../content/spaces/space.js';
import { ConversationsIssuesCluster } from '../../conversations/cluster.js';
import { clustersById } from '../../conversations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { User } from '../../identity/users/user.js';
import {
  type Columns,
  type GivenOrder,
  hasChanged,
  orderChoice,
  rowOrder,
  searchArgument,
  updatedSince,
} from '../../shared/list-arguments.js';
import { containsFolded } from '../../shared/text-match.js';
import { isInVisibleSpace, viewerKey } from '../../shared/visible.js';
import { hasContributed } from '../contributors/contributions.js';
import { ChangeRequest, ChangeRequestStatus } from './change-request.js';
import { findChangeRequest } from './find-change-request.js';
import { changeRequestsById } from './loaders.js';

/**
 * SQL conditions for the filters of a list of change requests. With an unknown id, or an id of another organization,
 * the list is empty.
 */
const conditions = {
  status: (value: string) => sql<SqlBool>`${sql.ref('status')} = ${value}`,
  creator: (value: string) => sql<SqlBool>`${sql.ref('createdById')} = ${value}`,
  contributor: hasContributed,
  requestedReviewer: (value: string) => sql<SqlBool>`exists (select 1 from "ReviewRequest" as r
    where r."changeRequestId" = "ChangeRequest"."id" and r."userId" = ${value} and r."answeredAt" is null)`,
  conversationsIssuesCluster: (value: string) => sql<SqlBool>`${sql.ref('conversationsIssuesClusterId')} = ${value}`,
} satisfies Record<string, (value: string) => Expression<SqlBool>>;

type Filters = { [Name in keyof typeof conditions | 'updatedSince']?: string | null };

/** Column with the id of the parent, for each type that has a list of change requests. */
const parents = {
  Organization: 'organizationId',
  Space: 'spaceId',
  User: 'createdById',
  ConversationsIssuesCluster: 'conversationsIssuesClusterId',
} as const;

const changeRequestOrder = orderChoice<Columns>('ChangeRequest', {
  createdAt: { description: 'When the change request was opened.', order: { columns: ['id'] } },
  updatedAt: {
    description: 'When the change request or its content last changed.',
    order: { columns: ['updatedAt', 'id'] },
  },
});

/** Arguments of a list of change requests. */
interface Selection {
  filter?: Filters | null | undefined;
  orderBy?: readonly GivenOrder[] | null | undefined;
  search?: string | null | undefined;
}

function changeRequestList(
  parent: keyof typeof parents,
  { filter, orderBy, search }: Selection,
  context: Context,
): List<Row<'ChangeRequest'>> {
  const { updatedSince: since, ...filters } = filter ?? {};
  const order = rowOrder(changeRequestOrder, orderBy);
  const givenFilters = (Object.keys(conditions) as (keyof typeof conditions)[]).filter((name) => filters[name] != null);
  return {
    name: `${parent}.changeRequests`,
    filters: [viewerKey(context), givenFilters.map((name) => [name, filters[name]]), since, orderBy, search],
    order,
    query: (key) => {
      let query = context.read.sql
        .selectFrom('ChangeRequest')
        .selectAll()
        .where(parents[parent], '=', key!)
        .where(isInVisibleSpace(context, 'changeRequest.view'));
      for (const name of givenFilters) query = query.where(conditions[name](filters[name]!));
      if (since != null) query = query.where(hasChanged(context.read, order, { column: 'updatedAt', since }));
      return search == null ? query : query.where(containsFolded(context.read, 'subjectKey', search));
    },
  };
}

const ChangeRequestFilter = builder.inputType('ChangeRequestFilter', {
  description: 'Selection of change requests; all members must hold.',
  fields: (t) => ({
    status: t.field({ type: ChangeRequestStatus, description: 'Only those in this state.' }),
    creator: t.id({ description: 'Only those that this user opened.' }),
    contributor: t.id({ description: 'Only those that this user edited or commented on.' }),
    requestedReviewer: t.id({
      description: 'Only those that this user was asked to review and has not reviewed yet.',
    }),
    conversationsIssuesCluster: t.id({ description: 'Only those that answer this cluster of issues.' }),
    updatedSince: updatedSince(t),
  }),
});

/** Returns the field with the list of change requests of a type such as `Space`. */
function changeRequestsField<Parent extends { id: string }>(
  t: Fields<Parent>,
  { parent, description }: { parent: keyof typeof parents; description: string },
) {
  return listField(t, {
    type: ChangeRequest,
    description,
    args: {
      filter: t.arg({ type: ChangeRequestFilter, description: 'Selection of change requests.' }),
      orderBy: changeRequestOrder.argument(t),
      search: searchArgument(t, 'subject'),
    },
    reads: ['id'],
    key: ({ id }) => id,
    list: (selection, context) => changeRequestList(parent, selection, context),
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
  changeRequestsField(t, {
    parent: 'User',
    description: 'Change requests that the person opened and the caller may see, newest first.',
  }),
);

builder.objectField(ConversationsIssuesCluster, 'changeRequests', (t) =>
  changeRequestsField(t, {
    parent: 'ConversationsIssuesCluster',
    description: 'Change requests that answer it and that the caller may see, newest first.',
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

builder.objectField(ChangeRequest, 'conversationsIssuesCluster', (t) =>
  t.field({
    type: ConversationsIssuesCluster,
    nullable: true,
    description: 'Cluster of issues that it answers; null if there is none, or the caller does not see it.',
    resolve: ({ conversationsIssuesClusterId: id }, _args, { loaders }) =>
      id === null ? null : loaders.load(clustersById, id),
  }),
);

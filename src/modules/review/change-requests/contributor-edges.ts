import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { contributionColumns, contributionsTo } from '../contributors/contributions.js';
import { Contributor } from '../contributors/contributor.js';
import { ChangeRequest } from './change-request.js';

builder.objectField(ChangeRequest, 'contributors', (t) =>
  listField(t, {
    type: Contributor,
    description: 'The users who edited or commented, latest first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, { read }) => ({
      name: 'ChangeRequest.contributors',
      order: { columns: ['updatedAt', 'userId', 'actionType'], direction: 'desc' },
      query: (id) => contributionsTo(read, id!),
      decode: contributionColumns,
    }),
  }),
);

import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { contributionColumns, contributionsTo } from './contributions.js';
import { Contributor } from './contributor.js';

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

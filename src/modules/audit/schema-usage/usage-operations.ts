import type { Context } from '../../../api/graphql/execution/context.js';
import { embedded } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { operatorOnly } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { operatorEmail } from '../../identity/tokens/bootstrap.js';
import { usersById } from '../../identity/users/loaders.js';
import { daysAgo } from './field-uses.js';

const FieldUse = builder.objectRef<Row<'FieldUse'>>('FieldUse').implement({
  description: 'How often a client used a part of the schema on a day.',
  extensions: { guard: embedded },
  fields: (t) => ({
    day: t.exposeString('day', { description: describe('FieldUse', 'day') }),
    client: t.exposeString('client', { description: describe('FieldUse', 'client') }),
    clientVersion: t.exposeString('clientVersion', { description: describe('FieldUse', 'clientVersion') }),
    field: t.exposeString('field', { description: describe('FieldUse', 'field') }),
    calls: t.exposeInt('calls', { description: describe('FieldUse', 'calls') }),
  }),
});

const FieldUseFilter = builder.inputType('FieldUseFilter', {
  description: 'Selection of uses; all members must hold.',
  fields: (t) => ({
    field: t.string({ description: 'Only those of this part of the schema: `Space.title`.' }),
    client: t.string({ description: 'Only those of the client with this name.' }),
    since: t.string({ description: 'Only those on this day or later: `2026-12-31`; default 30 days ago.' }),
  }),
});

builder.queryFields((t) => ({
  schemaUsage: listField(t, {
    type: FieldUse,
    description:
      'Use of the schema by clients, the latest day first; for the operator: the user of the first start, with a token without limits. Today is up to a minute old. Days are kept for 400 days.',
    args: { filter: t.arg({ type: FieldUseFilter, description: 'Selection of uses.' }) },
    authorize: (_root, context) => requireOperator(context),
    list: ({ filter }, { read }) => ({
      name: 'schemaUsage',
      filters: filter,
      order: { columns: ['day', 'client', 'clientVersion', 'field'], direction: 'desc' },
      query: () => {
        const { field, client, since } = filter ?? {};
        let query = read.sql
          .selectFrom('FieldUse')
          .selectAll()
          .where('day', '>=', since ?? daysAgo(30));
        if (field != null) query = query.where('field', '=', field);
        return client == null ? query : query.where('client', '=', client);
      },
    }),
  }),
}));

/** @throws FORBIDDEN except for the operator's own user */
async function requireOperator({ viewer, loaders }: Context): Promise<void> {
  if (viewer.kind === 'operator') return;
  const isWhole = viewer.kind === 'user' && viewer.allowed === null && viewer.organizationId === null;
  const user = isWhole ? await loaders.load(usersById, viewer.userId) : null;
  if (user?.email !== operatorEmail) throw operatorOnly('schema.viewUsage', 'The use of the schema is seen');
}

import { requireOperator } from '../../../access/policy.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { daysAgo } from './field-uses.js';

const FieldUse = builder.objectRef<Row<'FieldUse'>>('FieldUse').implement({
  description: 'How often a client used a part of the schema on a day.',
  extensions: { guard: partOfGuardedObject },
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
      'Use of the schema by clients, the latest day first; for the operator, with a token that has the scope `operator`. Today is up to a minute old. Days are kept for 400 days.',
    args: { filter: t.arg({ type: FieldUseFilter, description: 'Selection of uses.' }) },
    authorize: (_root, { viewer }) => requireOperator(viewer, 'schema.viewUsage', 'The use of the schema is seen'),
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

import type { GraphQLResolveInfo } from 'graphql';
import type { Budget } from '../../../api/graphql/execution/account.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { preparedOf } from '../../../api/graphql/execution/preparation.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { type CallCost, costOfCall } from './call-cost.js';

const CallCostType = builder.objectRef<CallCost>('CallCost').implement({
  description: 'The cost of a call that was not made.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    estimate: t.exposeFloat('estimate', { description: 'The most points that the call can cost.' }),
    largestList: t.exposeString('largestList', {
      nullable: true,
      description: 'Path of the list whose page size matters most; null if sizes do not matter.',
    }),
  }),
});

const RateLimit = builder.objectRef<Budget & { cost: number }>('RateLimit').implement({
  description: 'The budget of the caller.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Points of the caller for each hour.' }),
    remaining: t.exposeInt('remaining', {
      description: 'Points that are left, without those that this call may cost.',
    }),
    resetAt: t.expose('resetAt', { type: 'DateTime', description: 'When the budget is full again.' }),
    cost: t.exposeFloat('cost', { description: 'The most points that this call can cost.' }),
  }),
});

builder.queryFields((t) => ({
  costOf: t.field({
    type: CallCostType,
    description: 'The cost of a call, without making it. BAD_USER_INPUT for a text that could not run.',
    args: {
      document: t.arg.string({ required: true, description: 'Text of the call.' }),
      variables: t.arg({ type: 'JSONObject', description: 'Its variables; page sizes are often among them.' }),
      operationName: t.arg.string({ description: 'Name of the operation, if the text has several.' }),
    },
    extensions: { policy: 'anyone' },
    resolve: async (_root, question, ...[context, info]: [Context, GraphQLResolveInfo]) => {
      await context.pay(question.document.length);
      return costOfCall(info.schema, question);
    },
  }),
  rateLimit: t.field({
    type: RateLimit,
    nullable: true,
    description: 'The budget of the caller; null if the server has no limit.',
    extensions: { policy: 'anyone' },
    resolve: async (_root, _args, { account, operation, params }) => {
      const budget = await account.budget();
      const cost = preparedOf(operation)?.cost?.estimate(params?.variables ?? {}) ?? 0;
      return budget && { ...budget, cost };
    },
  }),
}));

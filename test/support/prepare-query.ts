import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/api/graphql/execution/context.js';
import { isRefused, type Prepared } from '../../src/api/graphql/execution/preparation.js';
import { createExecutor } from '../../src/api/graphql/executor.js';
import { unlimitedAccount } from '../../src/api/http/limits/rate-limit.js';

const context = { account: unlimitedAccount(), requestId: 'req_x', log: { error: () => {} } } as unknown as Context;

/** Returns a function that prepares a query without running it. The query must be valid. */
export function createPreparer(schema: GraphQLSchema): (query: string) => Promise<Prepared> {
  const operations = createExecutor(
    { public: schema, internal: schema },
    {
      introspection: true,
      plugins: [{ onExecute: ({ setResultAndStopExecution }) => setResultAndStopExecution({ data: {} }) }],
    },
  ).open();
  return async (query) => {
    const own = { ...context };
    await operations.run({ query }, own);
    if (!own.operation || isRefused(own.operation)) throw new Error('It was refused');
    return own.operation;
  };
}

import type { ExecutionResult } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import { AppError } from '../../errors.js';
import type { Context } from '../context.js';
import { smallPage, type Variables } from '../counting.js';
import type { Prepared } from '../preparation.js';
import type { Plugin } from './plugin.js';

/** Takes what a call costs from the caller's budget before it is executed, and tells it in `extensions`. */
export function useCost(limit: number): Plugin {
  return {
    async onExecute({ context, args }) {
      const prepared = (context as Context).params!.operation as Prepared;
      const cost = chargeFor(prepared, args.variableValues ?? {}, limit);
      await (context as Context).charge(cost);
      if (!prepared.cost) return undefined;
      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result)) return;
          const { errors, data } = result as ExecutionResult;
          const extensions = { cost };
          setResult(errors ? { errors, data, extensions } : { data, extensions });
        },
      };
    },
  };
}

/** What a call takes from the caller's budget: its cost; for stored operations 1 and a fiftieth of the page size. */
function chargeFor({ cost }: Prepared, variables: Variables, limit: number): number {
  if (!cost) return 1 + Number(variables.limit ?? 0) / 50;
  const estimate = cost.estimate(variables);
  if (!(estimate <= limit)) throw tooDear(estimate, limit, cost.dearest(variables));
  return Math.max(1, estimate);
}

function tooDear(estimate: number, limit: number, list: string | null): AppError {
  const advice = list ? `make ${list} smaller, such as \`first: ${smallPage}\`` : 'ask for fewer objects';
  const message = `The cost of a query must be at most ${limit}, got ${Math.round(estimate)}; ${advice}`;
  return new AppError('BAD_USER_INPUT', message, { reason: 'QUERY_TOO_COMPLEX' });
}

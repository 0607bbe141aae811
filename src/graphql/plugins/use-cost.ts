import type { ExecutionResult } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import { AppError } from '../../errors.js';
import type { Context } from '../context.js';
import { maxCost } from '../cost.js';
import type { Prepared } from '../preparation.js';
import type { Plugin } from './plugin.js';

/** Takes what a call costs from the caller's budget before it is executed, and tells it in `extensions`. */
export function useCost(): Plugin {
  return {
    async onExecute({ context, args }) {
      const prepared = (context as Context).params!.operation as Prepared;
      const cost = chargeFor(prepared, args.variableValues ?? {});
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
function chargeFor(prepared: Prepared, variables: Record<string, unknown>): number {
  if (!prepared.cost) return 1 + Number(variables.limit ?? 0) / 50;
  const cost = prepared.cost(variables);
  if (!(cost <= maxCost)) {
    const message = `The cost of a query must be at most ${maxCost}, got ${Math.round(cost)}; ask for smaller pages`;
    throw new AppError('BAD_USER_INPUT', message, { reason: 'QUERY_TOO_COMPLEX' });
  }
  return Math.max(1, cost);
}

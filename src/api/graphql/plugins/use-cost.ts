import type { ExecutionResult } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import { AppError } from '../../../platform/base/errors.js';
import type { Account } from '../execution/account.js';
import type { Context } from '../execution/context.js';
import type { Cost } from '../execution/cost.js';
import { smallPage, type Variables } from '../execution/counting.js';
import type { Prepared } from '../execution/preparation.js';
import type { Plugin } from './plugin.js';

/**
 * Reserves the estimated cost of a call before execution, and afterwards settles the actual cost, which the response's
 * `extensions` report. Stored operations and subscriptions have a fixed price, which is charged at once.
 * @param limit maximum estimated cost of a call
 */
export function useCost(limit: number): Plugin {
  return {
    // Uses promises only if the account returns some: promises are most of the cost of a small call.
    onExecute({ context, args }) {
      const { account, operation } = context as Context;
      const { cost, isPaid } = operation as Prepared;
      if (isPaid) return;
      const variables: Variables = args.variableValues ?? {};
      if (!cost) return account.charge(storedOperationPrice(variables));
      const reserved = account.reserve(estimateWithinLimit(cost, variables, limit));
      const done = { onExecuteDone: (execution: Execution) => settle(account, cost, execution) };
      return reserved ? reserved.then(() => done) : done;
    },
    // Charges only the start of a subscription. Reads of later events are bounded and free; otherwise a subscriber
    // would pay for the actions of others.
    onSubscribe({ args }) {
      const { account, operation } = args.contextValue as Context;
      const { cost } = operation as Prepared;
      return account.charge(estimateWithinLimit(cost!, args.variableValues ?? {}, eventLimit)) as Promise<void>;
    },
  };
}

/** Maximum estimated cost of the reads for one event of a subscription. */
const eventLimit = 100;

interface Execution {
  result: ExecutionResult | AsyncIterable<ExecutionResult>;
  setResult(result: ExecutionResult): void;
}

function settle(account: Account, cost: Cost, { result, setResult }: Execution): Promise<void> | void {
  if (isAsyncIterable(result)) return;
  const { errors, data } = result as ExecutionResult;
  const setCost = (charged: number): void => {
    const extensions = { cost: charged };
    setResult(errors ? { errors, data, extensions } : { data, extensions });
  };
  const charged = account.settle(Math.max(1, cost.actual(data)));
  return typeof charged === 'number' ? setCost(charged) : charged.then(setCost);
}

/** Returns the price of a stored operation: 1 point, plus one fiftieth of the page size. */
function storedOperationPrice({ limit }: Variables): number {
  return 1 + Number(limit ?? 0) / 50;
}

/**
 * Returns the maximum cost of a call.
 * @throws BAD_USER_INPUT (QUERY_TOO_COMPLEX) if the cost is above the limit
 */
function estimateWithinLimit(cost: Cost, variables: Variables, limit: number): number {
  const estimate = cost.estimate(variables);
  if (!(estimate <= limit)) throw tooExpensive(estimate, limit, cost.mostExpensiveList(variables));
  return Math.max(1, estimate);
}

function tooExpensive(estimate: number, limit: number, list: string | null): AppError {
  const advice = list ? `make ${list} smaller, such as \`first: ${smallPage}\`` : 'ask for fewer objects';
  const message = `The cost of a query must be at most ${limit} (got ${Math.round(estimate)}); ${advice}`;
  return new AppError('BAD_USER_INPUT', message, { reason: 'QUERY_TOO_COMPLEX' });
}

import type { ExecutionResult } from 'graphql';
import { createSingleFlight } from '../../platform/cache/single-flight.js';
import type { RestOperation } from './operation.js';
import type { Call, RestOptions } from './register.js';
import { digestYielding } from './responses/etags.js';
import {
  type CachedResponse,
  cacheResponse,
  getCachedResponse,
  type ResponseKeyParts,
  responseKey,
} from './responses/response-cache.js';

/** A response that is ready to be sent; it has no body for status 204. */
interface Sent {
  status: number;
  body?: string | Buffer;
  revision?: string;
  /** Hash of the body, as `digestOf` returns it. */
  digest?: string;
}

/** Outcome of a call: a response, the errors, or `missing` if the requested object does not exist. */
export type Outcome = Sent | { errors: NonNullable<ExecutionResult['errors']> } | { missing: true };

/**
 * Creates the function that handles calls of an operation. If the operation has a validator query, that query runs
 * first, with the rights of the caller. A cached response is not computed again, but the caller pays the same price.
 */
export function createCallHandler<Prepared, Context>(
  operation: () => RestOperation,
  { prepare, run, payment }: Pick<RestOptions<Prepared, Context>, 'prepare' | 'run' | 'payment'>,
): (call: Call<Context>) => Promise<Outcome> {
  // Compiled on the first call. Compiling all operations at startup would take seconds and 100 MB of code, although a
  // server initially needs few of them.
  let prepared: Prepared | undefined;
  let preparedQuery: Prepared | undefined;
  const flights = createSingleFlight<Outcome | CachedResponse>();
  const keyPartsOf = ({ node }: RestOperation, { variables }: Call<Context>, cacheKey: string): ResponseKeyParts => ({
    operation: node.name!.value,
    variables,
    cacheKey,
  });
  return async (call) => {
    const one = operation();
    const { validatorQuery } = one;
    if (!validatorQuery) return compute(one, call);
    preparedQuery ??= prepare(validatorQuery.document);
    const { errors, data } = await run(preparedQuery, call);
    if (errors?.length) return { errors };
    const cacheKey = validatorQuery.cacheKey(data);
    if (cacheKey === null) return compute(one, call);
    const name = keyPartsOf(one, call, cacheKey);
    const cached = getCachedResponse(name);
    return cached ? chargeCached(cached, call) : computeOrShare(name, one, call);
  };

  async function chargeCached(cached: CachedResponse, { context }: Call<Context>): Promise<CachedResponse> {
    await payment.pay(context, cached.paid);
    return cached;
  }

  /**
   * Computes a response. Concurrent calls for the same response share the computation, but no call gets the errors of
   * another.
   */
  async function computeOrShare(name: ResponseKeyParts, one: RestOperation, call: Call<Context>): Promise<Outcome> {
    const result = await flights.runOwnOrShare(responseKey(name), () => compute(one, call));
    if (result?.isOwn) return result.value;
    return result && 'paid' in result.value ? chargeCached(result.value, call) : compute(one, call);
  }

  async function compute(one: RestOperation, call: Call<Context>): Promise<Outcome | CachedResponse> {
    const { document, validatorQuery } = one;
    prepared ??= prepare(document, validatorQuery !== undefined);
    const { errors, data } = await run(prepared, call);
    if (errors?.length) return { errors };
    const answer = one.answer(data);
    if (!answer) return { missing: true };
    const { status, revision, print } = answer;
    if (!print) return { status };
    const paid = payment.paid(call.context);
    const printed = print();
    const body = printed instanceof Promise ? await printed : printed;
    if (revision === undefined) return { status, body };
    const digest = typeof body === 'string' ? undefined : await digestYielding(body);
    const cacheKey = validatorQuery?.cacheKey(data) ?? null;
    if (cacheKey === null) return { status, body, revision, digest };
    return cacheResponse(keyPartsOf(one, call, cacheKey), { status, body, revision, digest, paid });
  }
}

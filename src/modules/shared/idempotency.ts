import { sql } from 'kysely';
import type { RequestKey } from '../../api/graphql/execution/request-key.js';
import type { Json } from '../../engine/base/types.js';
import { AppError } from '../../platform/base/errors.js';
import { originOf, type Store } from '../../platform/db/write/store.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import type { Actor } from './unit-of-work.js';

/** Result of an action, which is stored for repeated requests. */
interface ActionResult {
  result: unknown;
  /** Whether the result contains a secret. Such a result is not stored, because a secret is shown only once. */
  isSecret: boolean;
  /** The time of the action. */
  at: Date;
}

/**
 * Function that stores the result of an action under the key of its request. It runs in the transaction with the effect
 * of the action, before the events are appended.
 */
export type SaveResult = (tx: Transaction, result: ActionResult) => Promise<void>;

/** Time that an idempotency key is stored, in milliseconds. */
export const keyLifetimeMs = 86_400_000;

/**
 * Runs the work of a request once for each idempotency key; a repeated request gets the stored result. If the request
 * has no key, it only runs the work. The work calls `saveResult` in the transaction with its effect, so that a crash
 * cannot store only one of the two. Errors are not stored.
 * @throws CONFLICT with `retryAfter` while another request with the key is in progress
 * @throws CONFLICT with the reason SHOWN_ONCE if the result of the first request contained a secret
 * @throws UNPROCESSABLE if a different request used the key before
 */
export async function runIdempotently<Result>(
  actor: Actor,
  work: (saveResult: SaveResult) => Promise<Result>,
): Promise<Result> {
  const { store, requestKey: key } = actor;
  if (!key) return work(async () => {});
  if (usedKeys.has(key)) throw new Error('A request has one action; use `runActionInSteps` for several transactions');
  usedKeys.add(key);
  const hashesInProgress = keysInProgressOn(store);
  if (hashesInProgress.has(key.hash)) throw inProgressError();
  hashesInProgress.add(key.hash);
  try {
    return await findOrRun(store, key, work);
  } finally {
    hashesInProgress.delete(key.hash);
  }
}

/** Idempotency keys whose request has already run its action. */
const usedKeys = new WeakSet<RequestKey>();

/** Hashes of the keys whose requests are in progress in this process, by store. */
const keysInProgress = new WeakMap<Store, Set<string>>();

function keysInProgressOn(store: Store): Set<string> {
  const existing = keysInProgress.get(originOf(store)) ?? new Set();
  keysInProgress.set(originOf(store), existing);
  return existing;
}

async function findOrRun<Result>(
  store: Store,
  key: RequestKey,
  work: (saveResult: SaveResult) => Promise<Result>,
): Promise<Result> {
  const saved = await find(store, key);
  if (saved) return replaySaved(key, saved);
  try {
    return await work((tx, result) => saveResult(tx, key, result));
  } catch (error) {
    // Another process may have run the same request in the meantime and caused the error. It is also possible that the
    // commit succeeded, but the connection broke before the response.
    const savedMeanwhile = await find(store, key).catch(() => undefined);
    if (savedMeanwhile) return replaySaved(key, savedMeanwhile);
    throw error === keyInUse ? inProgressError() : error;
  }
}

type SavedResult = NonNullable<Awaited<ReturnType<typeof find>>>;

async function find({ read }: Store, { hash }: RequestKey) {
  const query = read.sql.selectFrom('IdempotencyKey').select(['requestHash', 'outcome']).where('hash', '=', hash);
  return read.first(query.where('expiresAt', '>', new Date().toISOString()));
}

function replaySaved<Result>(key: RequestKey, { requestHash, outcome }: SavedResult): Result {
  if (requestHash !== key.requestHash())
    throw new AppError(
      'UNPROCESSABLE',
      'This Idempotency-Key was used for another request before; use a new key for each request',
    );
  const { isSecret, result } = outcome as { isSecret?: true; result?: Json };
  if (isSecret) {
    const message = 'The request was done before. Its answer had a secret that is shown only once.';
    throw new AppError('CONFLICT', message, { reason: 'SHOWN_ONCE' });
  }
  key.replay();
  return result as Result;
}

/** Error that ends a transaction if another transaction stores the same key, or has stored it. */
const keyInUse = new Error('Another request with this key is under way, or was done meanwhile');

/**
 * Stores the result of an action without waiting for other transactions. On Postgres, a transaction that stores a key
 * holds the advisory lock of that key until it ends.
 * @throws keyInUse
 */
async function saveResult(
  { read }: Transaction,
  key: RequestKey,
  { result, isSecret, at }: ActionResult,
): Promise<void> {
  const { hash } = key;
  const outcome = JSON.stringify(isSecret ? { isSecret } : { result });
  const expiresAt = new Date(at.getTime() + keyLifetimeMs).toISOString();
  const isFree =
    read.provider === 'sqlite' ? sql`true` : sql`pg_try_advisory_xact_lock(hashtextextended(${`key ${hash}`}, 0))`;
  const rows = await read.all(sql`
    insert into "IdempotencyKey" ("hash", "requestHash", "outcome", "expiresAt")
    select ${hash}, ${key.requestHash()}, ${outcome}, ${expiresAt} where ${isFree}
    on conflict ("hash") do update
    set "requestHash" = excluded."requestHash", "outcome" = excluded."outcome", "expiresAt" = excluded."expiresAt"
    where "IdempotencyKey"."expiresAt" <= ${at.toISOString()}
    returning "hash"`);
  if (rows.length === 0) throw keyInUse;
}

function inProgressError(): AppError {
  const message = 'Another request with this Idempotency-Key is in progress; send this one again in a second';
  return new AppError('CONFLICT', message, { reason: 'UNDER_WAY', retryAfter: 1 });
}

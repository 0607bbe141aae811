import { sql } from 'kysely';
import type { RequestKey } from '../../api/graphql/execution/request-key.js';
import type { Json } from '../../engine/base/types.js';
import { AppError } from '../../platform/base/errors.js';
import type { Store } from '../../platform/db/write/store.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import type { Actor } from './act.js';

/** What an action came to, for whoever repeats the request. */
interface Made {
  result: unknown;
  /** Whether the result has a secret in it, which is shown once and kept nowhere. */
  isSecret: boolean;
  /** The time of the action. */
  at: Date;
}

/** Keeps what an action came to under the key of its request, in the transaction of its effect; before its events. */
export type Keep = (tx: Transaction, made: Made) => Promise<void>;

/** Milliseconds that a key is kept. */
export const keptFor = 86_400_000;

/**
 * Does the work of a request once for its key: a repeat is answered what the work came to then. Without a key the work is
 * done, and nothing else. What throws is not kept. The work keeps what it made itself, in the transaction that makes it,
 * so that no moment is left in which a process could end between the two.
 * @throws CONFLICT with `retryAfter` while another request with the key is under way, and without for one that was shown
 * a secret; UNPROCESSABLE for another request with the key.
 */
export async function once<Result>(actor: Actor, work: (keep: Keep) => Promise<Result>): Promise<Result> {
  const { store, requestKey: key } = actor;
  if (!key) return work(async () => {});
  if (asked.has(key)) throw new Error('A request has one action; one of several transactions is run by `inSteps`');
  asked.add(key);
  const others = underWayIn(store);
  if (others.has(key.hash)) throw isUnderWay();
  others.add(key.hash);
  try {
    return await findOrDo(store, key, work);
  } finally {
    others.delete(key.hash);
  }
}

/** Keys whose request has had its action. */
const asked = new WeakSet<RequestKey>();

/** Hashes of the keys whose requests are under way in this process, by store. */
const underWay = new WeakMap<Store, Set<string>>();

function underWayIn(store: Store): Set<string> {
  const known = underWay.get(store) ?? new Set();
  underWay.set(store, known);
  return known;
}

async function findOrDo<Result>(store: Store, key: RequestKey, work: (keep: Keep) => Promise<Result>): Promise<Result> {
  const before = await find(store, key);
  if (before) return replayed(key, before);
  try {
    return await work((tx, made) => keep(tx, key, made));
  } catch (error) {
    // Another process may have done it meanwhile, which is then why this one was refused; or the database did, and could
    // not say so any more.
    const meanwhile = await find(store, key).catch(() => undefined);
    if (meanwhile) return replayed(key, meanwhile);
    throw error === taken ? isUnderWay() : error;
  }
}

type Kept = NonNullable<Awaited<ReturnType<typeof find>>>;

async function find({ read }: Store, { hash }: RequestKey) {
  const query = read.sql.selectFrom('IdempotencyKey').select(['requestHash', 'outcome']).where('hash', '=', hash);
  return read.first(query.where('expiresAt', '>', new Date().toISOString()));
}

function replayed<Result>(key: RequestKey, { requestHash, outcome }: Kept): Result {
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

/** What ends a transaction whose key another one has. */
const taken = new Error('Another request with this key is under way, or was done meanwhile');

/** One statement that never waits: whoever writes the same key in a transaction that is not over holds its lock. */
async function keep({ read }: Transaction, key: RequestKey, { result, isSecret, at }: Made): Promise<void> {
  const { hash } = key;
  const outcome = JSON.stringify(isSecret ? { isSecret } : { result });
  const expiresAt = new Date(at.getTime() + keptFor).toISOString();
  const isFree =
    read.provider === 'sqlite' ? sql`true` : sql`pg_try_advisory_xact_lock(hashtextextended(${`key ${hash}`}, 0))`;
  const rows = await read.all(sql`
    insert into "IdempotencyKey" ("hash", "requestHash", "outcome", "expiresAt")
    select ${hash}, ${key.requestHash()}, ${outcome}, ${expiresAt} where ${isFree}
    on conflict ("hash") do update
    set "requestHash" = excluded."requestHash", "outcome" = excluded."outcome", "expiresAt" = excluded."expiresAt"
    where "IdempotencyKey"."expiresAt" <= ${at.toISOString()}
    returning "hash"`);
  if (rows.length === 0) throw taken;
}

function isUnderWay(): AppError {
  const message = 'Another request with this Idempotency-Key is in progress; send this one again in a second';
  return new AppError('CONFLICT', message, { reason: 'UNDER_WAY', retryAfter: 1 });
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startupRefusal, unavailable } from '../connection/store-errors.js';
import { describeTarget, failureReason, isTransient, type PostgresTarget } from './postgres-failure.js';

/** How long to wait for a database, and a function that receives reports. */
export interface DatabaseWait {
  /** Seconds to wait; 0 means a single attempt. */
  wait: number;
  /** Called with a sentence for the operator after the first failure, and every 5 seconds. */
  onWait(sentence: string): void;
}

/** Milliseconds between two attempts. */
const pause = 500;
/** Maximum duration of one attempt, in milliseconds. */
const attemptLimit = 5_000;
/** Milliseconds between two reports. */
const reportIntervalMs = 5_000;

/**
 * Connects to a Postgres database before its first use. If the server cannot be reached yet, waits for it.
 * @throws AppError with the reason STORE_UNAVAILABLE if it cannot be reached in time. Throws immediately, with
 * STORE_REFUSED, if the server refuses the role, the password, the database or the certificate. Both messages contain
 * host, port, database, role and the reason.
 */
export async function awaitPostgres(place: PostgresTarget, { wait, onWait }: DatabaseWait): Promise<void> {
  const deadline = Date.now() + wait * 1_000;
  let lastReportAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const error = await connectionError(place.url);
    if (error === null) return;
    if (!isTransient(error)) throw refusedError(place, error);
    const now = Date.now();
    if (now >= deadline) throw unreachableError(place, wait, error);
    if (now - lastReportAt >= reportIntervalMs) {
      onWait(
        `waiting up to ${Math.ceil((deadline - now) / 1_000)} s for the database (${describeFailure(place, error)}`,
      );
      lastReportAt = now;
    }
    await sleep(Math.min(pause, deadline - now));
  }
}

/** Tries to connect once; returns the error, or null. */
async function connectionError(url: string): Promise<unknown> {
  try {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: attemptLimit,
      query_timeout: attemptLimit,
      application_name: 'docgraph',
    });
    // Ignores errors of the connection after this check.
    client.on('error', () => {});
    await client.connect();
    await client.query('select 1').finally(() => client.end());
    return null;
  } catch (error) {
    return error ?? new Error('unknown failure');
  }
}

function describeFailure(place: PostgresTarget, error: unknown): string {
  return `${describeTarget(place)}): ${failureReason(error)}`;
}

function refusedError(place: PostgresTarget, error: unknown): Error {
  const isUrl = (error as { code?: unknown }).code === 'ERR_INVALID_URL';
  if (isUrl)
    return startupRefusal(`${place.variable} must be a URL such as postgres://role:password@host:5432/database`);
  return startupRefusal(
    `The database refuses the connection (${describeFailure(place, error)}. Correct ${place.variable} or the server`,
  );
}

function unreachableError(place: PostgresTarget, wait: number, error: unknown): Error {
  return unavailable(
    `The database cannot be reached within ${wait} s (${describeFailure(place, error)}. DATABASE_WAIT is the time`,
    'STORE_UNAVAILABLE',
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { driverCode, startupRefusal } from './store-errors.js';

/** Options of a migration that waits for locks of other connections on Postgres. */
export interface LockWait {
  /** Milliseconds after which the migration gives up; default: 10 minutes. */
  lockPatience?: number | undefined;
  /** Called with sentences for the operator. */
  onReport?: ((sentence: string) => void) | undefined;
}

/**
 * How long a statement of a migration waits for a lock, in milliseconds. A waiting statement blocks all reads of the
 * table, so this time is short, and the pause after it is longer.
 */
export const lockTimeout = 500;

/** First pause in milliseconds. Each further pause is twice as long as the previous one, up to the maximum. */
const firstPause = 1_000;
const maxPause = 10_000;
const tenMinutes = 600_000;

/** Postgres error code for a lock that was not available within the timeout. */
const lockNotAvailable = '55P03';

/**
 * Runs an attempt until it gets its locks. An attempt that fails has changed nothing; it is repeated after a pause.
 * @param url URL of the Postgres database, used to find the process that holds the lock
 * @throws AppError with the reason STORE_REFUSED if the locks are not available in time; all other errors of the
 * attempt
 */
export async function retryUntilLocked<Result>(
  url: string,
  { lockPatience = tenMinutes, onReport }: LockWait,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + lockPatience;
  for (let pause = firstPause; ; pause = Math.min(2 * pause, maxPause)) {
    try {
      return await attempt();
    } catch (error) {
      if (driverCode(error) !== lockNotAvailable) throw error;
      const holder = await describeLockHolder(url);
      if (Date.now() + pause > deadline)
        throw startupRefusal(
          `A lock was not free within ${lockPatience / 1_000} s: ${holder}. End it, or migrate later`,
        );
      onReport?.(`the migration waits for a lock: ${holder}. Next attempt in ${pause / 1_000} s`);
      await sleep(pause);
    }
  }
}

/** Describes the process that has held a lock on a table of the database for longest. */
async function describeLockHolder(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'docgraph migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number; name: string; seconds: number | null }>(holderQuery);
    const [holder] = rows;
    if (!holder) return 'the process that held it has ended';
    const since = holder.seconds === null ? '' : ` in a transaction of ${holder.seconds} s`;
    return `process ${holder.pid} (${holder.name || 'without a name'}) holds it${since}`;
  } finally {
    await client.end();
  }
}

const holderQuery = `
  select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
  where pid <> pg_backend_pid() and application_name <> 'docgraph migrate' and pid in (
    select l.pid from pg_locks l join pg_class c on c.oid = l.relation
    where l.granted and l.database = (select oid from pg_database where datname = current_database())
      and c.relnamespace = (select oid from pg_namespace where nspname = current_schema()))
  order by xact_start nulls last, backend_start limit 1`;

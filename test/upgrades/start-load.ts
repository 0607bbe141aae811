import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import pg from 'pg';
import { sqlitePath } from '../../src/platform/db/connection/store-url.js';
import { provider } from '../support/database.js';

/** Result of a load. */
export interface LoadResult {
  /** Statements that were done. */
  done: number;
  /** Statements that SQLite refused, because another connection has locked the file. */
  busy: number;
  /** Rows that were written and acknowledged. */
  written: number;
}

/** Reads and writes of other connections. The statements are those of all versions since the first dump. */
export interface Load {
  /** Returns the result so far. */
  result(): LoadResult;
  /** Ends the load. Rejects if a statement failed for another reason than a locked file. */
  stop(): Promise<LoadResult>;
}

// Each statement locks one table. With several, a migration would time out, pause and try again, which takes seconds.
const read = `select "title" from "Space"`;
const rewrite = `update "Organization" set "eventSequence" = "eventSequence"`;
const insert = (key: string) => `insert into "IdempotencyKey" ("hash", "requestHash", "outcome", "expiresAt")
  values ('load ${key}', '', '{}', '2099-01-01T00:00:00.000Z')`;

/** Counts the rows that loads have written. */
export const writtenRows = `select count(*) as count from "IdempotencyKey" where "hash" like 'load %'`;

/** Starts clients that read and write until `stop`. On SQLite each statement has a connection of its own. */
export function startLoad(url: string): Load {
  const counts: LoadResult = { done: 0, busy: 0, written: 0 };
  let isOver = false;
  const runClient = async (name: string): Promise<void> => {
    const session = await openSession(url);
    for (let number = 0; !isOver; number++) {
      const statement = [insert(`${name}.${number}`), rewrite, read][number % 3]!;
      const isDone = await session.run(statement);
      counts[isDone ? 'done' : 'busy'] += 1;
      if (isDone && number % 3 === 0) counts.written += 1;
      await turn();
    }
    await session.close();
  };
  const running = Promise.all(['one', 'two', 'three'].map(runClient));
  // A failure is reported by `stop`.
  running.catch(() => {});
  return {
    result: () => ({ ...counts }),
    async stop() {
      isOver = true;
      await running;
      return counts;
    },
  };
}

interface Session {
  /** Runs a statement; false if the file is locked. */
  run(statement: string): Promise<boolean>;
  close(): Promise<void>;
}

const openSession = provider === 'sqlite' ? openSqliteSession : openPostgresSession;

async function openPostgresSession(url: string): Promise<Session> {
  // The timeouts of a server.
  const client = new pg.Client({ connectionString: url, lock_timeout: 2_000, statement_timeout: 5_000 });
  await client.connect();
  return { run: async (statement) => (await client.query(statement)) !== undefined, close: () => client.end() };
}

async function openSqliteSession(url: string): Promise<Session> {
  const run = async (statement: string): Promise<boolean> => {
    // It runs on the thread of the migration, so it must not wait for its lock.
    const database = new Database(sqlitePath(url), { timeout: 0 });
    try {
      const prepared = database.prepare(statement);
      return prepared.reader ? prepared.all() !== undefined : prepared.run() !== undefined;
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
      return false;
    } finally {
      database.close();
    }
  };
  return { run, close: async () => {} };
}

import pg from 'pg';
import { isRetryable } from '../connection/store-errors.js';
import type { ResultSet, Statement } from '../query/runner.js';
import { clientOptions, type PoolOptions, sessionDefaults } from './postgres-pool.js';
import { ask } from './postgres-statements.js';

/** Short reads by key, on connections of their own. */
export interface KeyedReader {
  /** Whether a statement would be answered soon: some connection is not held up. */
  isFree(): boolean;
  /** Runs a statement. @throws what pg throws */
  run(statement: Statement): Promise<ResultSet>;
  close(): Promise<void>;
}

/** Half of Postgres's time for such reads is another core's: one connection is read while the other is written to. */
const connections = 2;

/**
 * Makes a reader of keyed reads: named statements, which Postgres parses and plans once, and those of one turn of the event loop
 * in one trip (`ask`). Connections are made when they are needed, and anew where they broke.
 */
export function createKeyedReader(url: string, options: PoolOptions): KeyedReader {
  const lines = Array.from({ length: connections }, () => createLine(url, options));
  const freest = (): Line => lines.reduce((best, line) => (line.load() < best.load() ? line : best));
  return {
    isFree: () => freest().load() < Number.POSITIVE_INFINITY,
    run: (statement) => freest().run(statement),
    close: async () => void (await Promise.all(lines.map((line) => line.close()))),
  };
}

/** One connection. */
interface Line {
  /** Statements under way; infinite where none of them was answered for long. */
  load(): number;
  run(statement: Statement): Promise<ResultSet>;
  close(): Promise<void>;
}

/** Milliseconds without an answer after which a connection gets no more to do. */
const patience = 50;

function createLine(url: string, options: PoolOptions): Line {
  let opening: Promise<pg.Client> | undefined;
  let [underWay, moved] = [0, 0];
  const open = (): Promise<pg.Client> => {
    const forget = (): void => {
      if (opening === made) opening = undefined;
    };
    const made = connect(url, { ...options, onEnd: forget });
    made.catch(forget);
    return made;
  };
  const onConnection = async (read: (client: pg.Client) => Promise<ResultSet>): Promise<ResultSet> => {
    if (underWay++ === 0) moved = performance.now();
    try {
      opening ??= open();
      return await read(await opening);
    } finally {
      underWay--;
      moved = performance.now();
    }
  };
  return {
    load: () => (underWay > 0 && performance.now() - moved > patience ? Number.POSITIVE_INFINITY : underWay),
    run: (statement) =>
      onConnection((client) =>
        // Once more, where a migration has changed what it answers, or waits for what it waits for.
        ask(client, statement).catch((error) => {
          if (!isRetryable(error)) throw error;
          return ask(client, statement);
        }),
      ),
    close: async () => void (await opening?.then((client) => client.end()).catch(() => {})),
  };
}

/**
 * What reads by key is planned once, for whatever keys. Where Postgres compares what a plan for any page size costs with one
 * for this size, it takes the latter for dearer lists, and plans anew at each call.
 */
const plannedOnce = 'set plan_cache_mode to force_generic_plan';

async function connect(url: string, options: PoolOptions & { onEnd(): void }): Promise<pg.Client> {
  const client = new pg.Client({ ...clientOptions(url, options.patience), pipeline: true } as pg.ClientConfig);
  client.on('error', options.onIdleError).on('end', options.onEnd);
  try {
    await client.connect();
    await client.query(`${sessionDefaults}; ${plannedOnce}`);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

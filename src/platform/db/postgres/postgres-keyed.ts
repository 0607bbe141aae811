import pg from 'pg';
import { isRetryable } from '../connection/store-errors.js';
import type { ResultSet, Statement } from '../query/runner.js';
import { clientOptions, type PoolOptions, sessionDefaults } from './postgres-pool.js';
import { readTogether } from './postgres-statements.js';

/** Runs short reads by key on separate connections. */
export interface KeyedReader {
  /** Reports whether at least one connection is not blocked, so that a statement would return soon. */
  isFree(): boolean;
  /**
   * Runs a statement.
   * @throws the errors of pg
   */
  run(statement: Statement): Promise<ResultSet>;
  close(): Promise<void>;
}

/** Number of connections. With two, Postgres runs one read on another core while docgraph sends the next one. */
const connections = 2;

/**
 * Creates a reader of named statements, which Postgres parses and plans only once. The reads of one tick are one batch
 * (`readTogether`). Connections are opened on first use, and again after they break.
 */
export function createKeyedReader(url: string, options: PoolOptions): KeyedReader {
  const readers = Array.from({ length: connections }, () => createConnection(url, options));
  const leastLoaded = (): KeyedConnection => readers.reduce((best, one) => (one.load() < best.load() ? one : best));
  return {
    isFree: () => leastLoaded().load() < Number.POSITIVE_INFINITY,
    run: (statement) => leastLoaded().run(statement),
    close: async () => void (await Promise.all(readers.map((reader) => reader.close()))),
  };
}

/** One connection. */
interface KeyedConnection {
  /** Number of statements in flight; infinite if none of them has returned within `patienceMs`. */
  load(): number;
  run(statement: Statement): Promise<ResultSet>;
  close(): Promise<void>;
}

/** After this many milliseconds without a result, a connection gets no further statements. */
const patienceMs = 50;

function createConnection(url: string, options: PoolOptions): KeyedConnection {
  let opening: Promise<pg.Client> | undefined;
  let [inFlight, movedAt] = [0, 0];
  const open = (): Promise<pg.Client> => {
    const forget = (): void => {
      if (opening === clientPromise) opening = undefined;
    };
    const clientPromise = connect(url, { ...options, onEnd: forget });
    clientPromise.catch(forget);
    return clientPromise;
  };
  const onConnection = async (read: (client: pg.Client) => Promise<ResultSet>): Promise<ResultSet> => {
    if (inFlight++ === 0) movedAt = performance.now();
    try {
      opening ??= open();
      return await read(await opening);
    } finally {
      inFlight--;
      movedAt = performance.now();
    }
  };
  return {
    load: () => (inFlight > 0 && performance.now() - movedAt > patienceMs ? Number.POSITIVE_INFINITY : inFlight),
    run: (statement) =>
      onConnection((client) =>
        // Repeats the statement if a migration changed its columns, or was in a deadlock with it.
        readTogether(client, statement).catch((error) => {
          if (!isRetryable(error)) throw error;
          return readTogether(client, statement);
        }),
      ),
    close: async () => void (await opening?.then((client) => client.end()).catch(() => {})),
  };
}

/**
 * Makes Postgres plan a read by key only once, for all keys. By default, it compares a generic plan with one for the
 * given page size. For expensive lists it prefers the latter, and then plans them on each call.
 */
const plannedOnce = 'set plan_cache_mode to force_generic_plan';

async function connect(url: string, options: PoolOptions & { onEnd(): void }): Promise<pg.Client> {
  const client = new pg.Client({ ...clientOptions(url, options), pipeline: true } as pg.ClientConfig);
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

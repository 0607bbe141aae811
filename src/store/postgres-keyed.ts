import pg from 'pg';
import type { ColumnKind } from './columns.js';
import { clientOptions, type PoolOptions, sessionDefaults } from './postgres-pool.js';
import type { ResultSet, Statement } from './runner.js';

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
 * Makes a reader of keyed reads: named statements, which Postgres parses and plans once, and all of one turn of the event loop
 * in one write. Each is a transaction of its own, so that one that fails says nothing of the others. Connections are made when
 * they are needed, and anew where they broke.
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
  return {
    load: () => (underWay > 0 && performance.now() - moved > patience ? Number.POSITIVE_INFINITY : underWay),
    async run(statement) {
      if (underWay++ === 0) moved = performance.now();
      try {
        opening ??= open();
        return await ask(await opening, statement);
      } finally {
        underWay--;
        moved = performance.now();
      }
    },
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

async function ask(client: pg.Client, { sql, parameters }: Statement): Promise<ResultSet> {
  gather(client);
  const query = { text: sql, name: nameOf(sql), values: [...parameters], rowMode: 'array' as const, types };
  const { fields, rows } = await client.query<unknown[]>(query as pg.QueryArrayConfig);
  return {
    names: fields.map(({ name }) => name),
    kinds: fields.map(({ dataTypeID }) => kindByType.get(dataTypeID) ?? null),
    rows,
  };
}

/** Connections whose writes are held back until the turn ends. */
const gathering = new WeakSet<pg.Client>();

/** Holds back what is written until all of this turn of the event loop is. */
function gather(client: pg.Client): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream & Corkable } }).connection;
  stream.cork();
  setImmediate(() => {
    gathering.delete(client);
    stream.uncork();
  });
}

interface Corkable {
  cork(): void;
  uncork(): void;
}

/** Statements that have a name; a connection keeps the plan of each, and what comes later has none. */
const mostNames = 1_000;

const names = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `docgraph_${names.size}`;
  names.set(sql, name);
  return name;
}

const { builtins } = pg.types;

/** Kinds by the type that Postgres tells, as `adapter-result.ts` has them. */
const kindByType = new Map<number, ColumnKind>([
  [builtins.BOOL, 'boolean'],
  [builtins.TIMESTAMP, 'datetime'],
  [builtins.TIMESTAMPTZ, 'datetime'],
  [builtins.JSON, 'json'],
  [builtins.JSONB, 'json'],
  [builtins.BYTEA, 'bytes'],
  [builtins.INT8, 'int'],
  [builtins.NUMERIC, 'int'],
]);

const asText = (text: string): string => text;

/** What the decoder of rows takes as text. */
const parsers = new Map<number, (text: string) => unknown>([
  [
    builtins.TIMESTAMP,
    (text) => `${text.replace(' ', 'T')}${text.includes('.') ? '' : '.'}`.padEnd(23, '0').concat('Z'),
  ],
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [builtins.JSON, asText],
  [builtins.JSONB, asText],
  [builtins.INT8, asText],
  [builtins.NUMERIC, asText],
]);

const types = {
  getTypeParser: (type: number, format: 'text' | 'binary') =>
    parsers.get(type) ?? pg.types.getTypeParser(type, format as 'text'),
};

import { type Compilable, type Expression, sql } from 'kysely';
import { chunksOf } from '../../arrays/chunks-of.js';
import { flatMapYielding } from '../../workers/event-loop.js';
import { type OnBatch, reportBatch, reportEnd, rowCount } from './batch.js';
import { type Decoding, decodeRows } from './decode.js';
import type { ResultSet, Runner } from './runner.js';
import { sqlFor } from './sql.js';

/**
 * One query for each of many keys, such as for a connection of several parents. On Postgres it is a single lateral
 * statement. On SQLite it is a prepared statement that runs once per key. Each is the fastest way for its database.
 */
export interface PerKey<Row> extends Decoding<Row> {
  /** The keys: strings, or tuples of strings with the same length. A repeated key gets a separate result each time. */
  keys: readonly (string | readonly string[])[];
  /** Builds the query for one key. Called once, with an expression for each part of the key. */
  query: (...key: Expression<string>[]) => SelectBuilder<Row>;
}

/** A select query over any tables; builders of Kysely have this shape. */
export interface SelectBuilder<Row> extends Compilable<Row>, Expression<Row> {}

/**
 * Runs a query for each key. Returns a list of rows for each key, in the order of the keys; each list is in the order
 * of the query.
 */
export async function runPerKey<Row>(request: PerKey<Row>, runner: Runner, onBatch: OnBatch): Promise<Row[][]> {
  if (request.keys.length === 0) return [];
  const keys = request.keys.map((key) => (typeof key === 'string' ? [key] : key));
  return runner.provider === 'postgresql'
    ? runLateral({ ...request, keys }, runner, onBatch)
    : runPrepared({ ...request, keys }, runner, onBatch);
}

/** Name of the column for the position of a key. No column of docgraph starts with a dollar sign. */
const position = '$position';

type NormalizedPerKey<Row> = PerKey<Row> & { keys: readonly (readonly string[])[] };

async function runLateral<Row>({ keys, query, ...decoding }: NormalizedPerKey<Row>, runner: Runner, onBatch: OnBatch) {
  const names = keys[0]!.map((_, index) => `key${index}`);
  const lists = names.map((_, index) => sql`${keys.map((key) => key[index])}::text[]`);
  const perKey = query(...names.map((name) => sql.ref<string>(`keys.${name}`)));
  const columns = sql.join([...names, position].map((name) => sql.id(name)));
  const compiled = sql`select one_key.*, ${sql.ref(`keys.${position}`)} from unnest(${sql.join(lists)})
    with ordinality as keys(${columns}) cross join lateral ${perKey} as one_key`.compile(sqlFor(runner.provider));
  const batch = reportBatch(compiled, onBatch);
  const running = runner.run({ ...compiled, isKeyed: true });
  return splitByKey<Row>(await (batch.end ? reportEnd(batch, running, rowCount) : running), keys.length, decoding);
}

/**
 * Splits the rows by key. The statement has no `order by`, because Postgres runs a lateral query key by key and returns
 * the rows in that order. Sorting by key could change the order of the rows of one key.
 */
function splitByKey<Row>(result: ResultSet, count: number, decoding: Decoding<Row>): Row[][] {
  const lists: Row[][] = Array.from({ length: count }, () => []);
  const last = result.names.length - 1;
  const rows = decodeRows({ ...result, names: result.names.slice(0, last) }, decoding);
  for (const [index, row] of rows.entries()) lists[Number(result.rows[index]![last]) - 1]!.push(row);
  return lists;
}

async function runPrepared<Row>({ keys, query, ...decoding }: NormalizedPerKey<Row>, runner: Runner, onBatch: OnBatch) {
  const keyPlaceholders = keys[0]!.map(() => ({}));
  const compiled = query(...keyPlaceholders.map((hole) => sql<string>`${hole}`)).compile();
  const batch = reportBatch(compiled, onBatch);
  const places = compiled.parameters.map((parameter) => keyPlaceholders.indexOf(parameter as object));
  const statements = keys.map((key) => ({
    sql: compiled.sql,
    parameters: compiled.parameters.map((value, index) => (places[index]! < 0 ? value : key[places[index]!])),
  }));
  // The keys run in time slices, because a thousand keys take half a second in total. A write between two time slices
  // affects only later lists.
  const running = flatMapYielding(chunksOf(statements, statementsPerSlice), async (some) => {
    const results = await Promise.all(some.map((statement) => runner.run(statement)));
    return results.map((result) => decodeRows<Row>(result, decoding));
  });
  return batch.end ? reportEnd(batch, running, (lists) => lists.flat().length) : running;
}

/** Number of statements to run before the time slice is checked. Each usually takes at most half a millisecond. */
const statementsPerSlice = 10;

import { type RawBuilder, sql } from 'kysely';
import { tableMetadata } from '../../../platform/db/query/columns.js';
import type { JsonValue } from '../../../platform/db/query/json.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import type { TracedTable } from './traced-tables.js';
import type { Traces } from './traces.js';

/** Values of the primary key of a row. */
export type Cursor = readonly (string | number)[];

/** The store, and the sealer of the input of the job and of mails. */
export interface Eraser {
  store: Store;
  sealer: Sealer;
}

/** A table to search for the traces of a person. */
export interface Search extends Eraser {
  traces: Traces;
  traced: TracedTable;
  signal: AbortSignal;
}

/** Position where a search starts, and a function that encodes a later position as the input of the job. */
interface SearchPosition {
  /** The search begins after the row with this key; undefined to begin at the first row. */
  after: Cursor | undefined;
  jobId: string;
  /** Returns the input of the job for the key of the last processed row. */
  payloadAt(after: Cursor): string;
}

/** Number of rows per read. It is small, because SQLite reads in the main thread. */
const rowsPerRead = 200;

type AnyRow = Record<string, unknown>;

/**
 * Replaces the traces of a person in a table, in the order of its key. Each transaction writes the changes of one read,
 * and stores the position. After a read without traces, nothing is written.
 */
export async function replaceInTable(search: Search, { after, jobId, payloadAt }: SearchPosition): Promise<void> {
  const { store, traced, signal } = search;
  for (let cursor = after; ; ) {
    signal.throwIfAborted();
    await yieldToEventLoop();
    const rows = await readRows(store.read, traced, cursor);
    if (rows.length === 0) return;
    const hasTraces = rows.some((row) => findChange(search, row) !== undefined);
    cursor = hasTraces ? await replaceAfter(search, cursor, { jobId, payloadAt }) : lastKey(traced, rows);
  }
}

/**
 * Replaces the traces in the next rows after a key, in one transaction. Reads the rows again under a lock, because
 * another erasure may have changed them since the first read.
 * @returns the key of the last row
 */
function replaceAfter(
  search: Search,
  after: Cursor | undefined,
  { jobId, payloadAt }: Omit<SearchPosition, 'after'>,
): Promise<Cursor | undefined> {
  const { store, traced } = search;
  return store.transaction(async (tx) => {
    await tx.lockName('erasures');
    const rows = await readRows(tx.read, traced, after);
    if (rows.length === 0) return after;
    for (const change of rows.flatMap((row) => findChange(search, row) ?? [])) bufferChange(tx, traced, change);
    const last = lastKey(traced, rows);
    const payload = payloadAt(last);
    tx.buffer(
      tx.read.sql
        .updateTable('Job')
        .set({ payload: payload as never })
        .where('id', '=', jobId),
    );
    return last;
  });
}

/** Returns the key of the last row. */
function lastKey({ table }: TracedTable, rows: readonly AnyRow[]): Cursor {
  return tableMetadata(table).key.map((column) => rows.at(-1)![column] as string | number);
}

function readRows(read: Queries, traced: TracedTable, after: Cursor | undefined): Promise<AnyRow[]> {
  const { table, writtenAt, reads = [], columns } = traced;
  const { key } = tableMetadata(table);
  const names = [
    ...new Set([...key, ...(writtenAt === undefined ? [] : [writtenAt]), ...reads, ...Object.keys(columns)]),
  ];
  const kinds = Object.fromEntries(names.map((name) => [name, tableMetadata(table).columns[name]!.kind]));
  const keys = columnList(key);
  const isLater = after === undefined ? sql`true` : sql`(${keys}) > (${sql.join(after)})`;
  const query = sql<AnyRow>`select ${columnList(names)} from ${sql.table(table)} where ${isLater} order by ${keys}
    limit ${rowsPerRead}`;
  return read.all(query, kinds);
}

function columnList(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** New values of some columns of a row. */
interface RowChange {
  row: AnyRow;
  set: Readonly<Record<string, string>>;
}

/**
 * Returns the change that removes the traces from a row. Returns undefined if the row has no traces, or was written too
 * late to be about the person.
 */
function findChange({ traced, traces, sealer }: Search, row: AnyRow): RowChange | undefined {
  if (traced.writtenAt !== undefined && (row[traced.writtenAt] as string) > traces.until) return undefined;
  const set: Record<string, string> = {};
  for (const [column, replace] of Object.entries(traced.columns)) {
    const value = row[column];
    if (value === null) continue;
    const replaced = replace(value as JsonValue, { traces, row, sealer });
    const [before, after] = [serialize(value), serialize(replaced)];
    if (after !== before) set[column] = after;
  }
  return Object.keys(set).length === 0 ? undefined : { row, set };
}

function serialize(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Buffers the change of a row. It has no effect if one of the columns has become null since the read. */
function bufferChange(tx: Transaction, { table }: TracedTable, { row, set }: RowChange): void {
  const { key } = tableMetadata(table);
  const values = sql.join(Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  const hasKey = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  const isNotNull = Object.keys(set).map((column) => sql`${sql.ref(column)} is not null`);
  tx.buffer(sql`update ${sql.table(table)} set ${values} where ${sql.join([...hasKey, ...isNotNull], sql` and `)}`);
}

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

/** Store of an erasure, and the sealer of its input and of mails. */
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

/** Where a search begins, and how the job stores the place that it has reached. */
interface Place {
  after: Cursor | undefined;
  jobId: string;
  payloadAt(after: Cursor): string;
}

/** Rows per read. SQLite reads in the main thread, so that a read must be short. */
const portion = 200;

type AnyRow = Record<string, unknown>;

/**
 * Replaces the traces of a person in a table, in the order of its key. Each transaction has the changes of one read and
 * stores the place. A read without changes stores nothing.
 */
export async function replaceInTable(search: Search, { after, jobId, payloadAt }: Place): Promise<void> {
  const { store, traced, signal } = search;
  for (let cursor = after; ; ) {
    signal.throwIfAborted();
    await yieldToEventLoop();
    const rows = await readRows(store.read, traced, cursor);
    if (rows.length === 0) return;
    const hasTraces = rows.some((row) => changeOf(search, row) !== undefined);
    cursor = hasTraces ? await replaceAfter(search, cursor, { jobId, payloadAt }) : keyOf(traced, rows);
  }
}

/**
 * Replaces the traces in the rows after a key, in one transaction. It reads the rows again, because another erasure may
 * have changed them since. Erasures write one after the other.
 * @returns the key of the last row
 */
function replaceAfter(
  search: Search,
  after: Cursor | undefined,
  { jobId, payloadAt }: Omit<Place, 'after'>,
): Promise<Cursor | undefined> {
  const { store, traced } = search;
  return store.transaction(async (tx) => {
    await tx.lockName('erasures');
    const rows = await readRows(tx.read, traced, after);
    if (rows.length === 0) return after;
    for (const change of rows.flatMap((row) => changeOf(search, row) ?? [])) bufferChange(tx, traced, change);
    const last = keyOf(traced, rows);
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

/** Returns the key of the last of some rows. */
function keyOf({ table }: TracedTable, rows: readonly AnyRow[]): Cursor {
  return tableMetadata(table).key.map((column) => rows.at(-1)![column] as string | number);
}

function readRows(read: Queries, traced: TracedTable, after: Cursor | undefined): Promise<AnyRow[]> {
  const { table, writtenAt, reads = [], columns } = traced;
  const { key } = tableMetadata(table);
  const names = [
    ...new Set([...key, ...(writtenAt === undefined ? [] : [writtenAt]), ...reads, ...Object.keys(columns)]),
  ];
  const kinds = Object.fromEntries(names.map((name) => [name, tableMetadata(table).columns[name]!.kind]));
  const keys = list(key);
  const isLater = after === undefined ? sql`true` : sql`(${keys}) > (${sql.join(after)})`;
  const query = sql<AnyRow>`select ${list(names)} from ${sql.table(table)} where ${isLater} order by ${keys}
    limit ${portion}`;
  return read.all(query, kinds);
}

function list(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** New values of some columns of a row. */
interface RowChange {
  row: AnyRow;
  set: Readonly<Record<string, string>>;
}

/** Returns the change that removes the traces from a row; undefined if it has none. */
function changeOf({ traced, traces, sealer }: Search, row: AnyRow): RowChange | undefined {
  if (traced.writtenAt !== undefined && (row[traced.writtenAt] as string) > traces.until) return undefined;
  const set: Record<string, string> = {};
  for (const [column, replace] of Object.entries(traced.columns)) {
    const value = row[column];
    if (value === null) continue;
    const replaced = replace(value as JsonValue, { traces, row, sealer });
    const [before, now] = [textOf(value), textOf(replaced)];
    if (now !== before) set[column] = now;
  }
  return Object.keys(set).length === 0 ? undefined : { row, set };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Buffers the change of a row. A value that was deleted since the read stays deleted. */
function bufferChange(tx: Transaction, { table }: TracedTable, { row, set }: RowChange): void {
  const { key } = tableMetadata(table);
  const values = sql.join(Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  const isRow = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  const isThere = Object.keys(set).map((column) => sql`${sql.ref(column)} is not null`);
  tx.buffer(sql`update ${sql.table(table)} set ${values} where ${sql.join([...isRow, ...isThere], sql` and `)}`);
}

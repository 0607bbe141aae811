import { groupsOf } from '../arrays/chunks-of.js';
import type { DB } from './generated/types.js';
import type { Query } from './queries.js';
import type { Provider } from './runner.js';
import type { Transaction } from './transaction.js';
import { createText, type TextOf, writing } from './writing.js';

/**
 * What one statement inserts at most: well below the parameter limits of both databases, and made within one turn of the event
 * loop, whatever the number of columns.
 */
const atOnce = { items: 200, bytes: 1_048_576 };

/** How rows are inserted. */
export interface Insertion<Table extends keyof DB> {
  table: Table;
  /** Rows with the same members: values as the columns hold them, times as dates. */
  rows: readonly object[];
  /** Whether rows whose keys are there already are left alone; else they are an error. */
  unlessThere?: boolean;
  /** Columns of a key: a row that is there with the same gets the other values. No two of the rows have the same. */
  over?: readonly (keyof DB[Table] & string)[];
  /** Columns that the database computes, and of what: the rows have the list of its parameters. */
  computed?: { [Name in keyof DB[Table] & string]?: TextOf };
}

/**
 * Inserts many rows, up to some hundred a statement. Prisma's `createMany` plans and copies every row on its way, which cost a
 * large import a tenth of its time and of its memory.
 */
export async function insertRows<Table extends keyof DB>(
  { read }: Pick<Transaction, 'read'>,
  insertion: Insertion<Table>,
): Promise<void> {
  for (const statement of insertionsOf(read.provider, insertion)) await read.all(statement);
}

/** The same where nobody waits for the answer: see `Transaction.later`. */
export function insertLater<Table extends keyof DB>(
  { read, later }: Pick<Transaction, 'read' | 'later'>,
  insertion: Insertion<Table>,
): void {
  for (const statement of insertionsOf(read.provider, insertion)) later(statement);
}

/** Waits for the answer only where there are many rows, which would fill the memory while they wait for their turn. */
export async function insertSoon<Table extends keyof DB>(
  tx: Pick<Transaction, 'read' | 'later'>,
  insertion: Insertion<Table>,
): Promise<void> {
  if (insertion.rows.length > fewRows || bytesOfAll(insertion.rows) > atOnce.bytes) await insertRows(tx, insertion);
  else insertLater(tx, insertion);
}

/** Rows of which nobody waits for the answer. */
const fewRows = 50;

function* insertionsOf<Table extends keyof DB>(
  provider: Provider,
  { table, rows, unlessThere = false, over, computed = {} }: Insertion<Table>,
): Generator<Query<never>> {
  for (const some of groupsOf(rows, atOnce, bytesOf)) {
    const columns = Object.keys(some[0]!);
    const kind = `insert ${table}`;
    const shape = `${columns} ${some.length} ${over ?? unlessThere}`;
    const text: TextOf = (value, name) => {
      const place = (column: string) => (computed as Record<string, TextOf>)[column]?.(value, name) ?? value();
      const values = some.map(() => `(${columns.map(place)})`);
      const conflict = over ? overwriting(columns, over, name) : unlessThere ? ' on conflict do nothing' : '';
      return `insert into ${name(table)} (${columns.map(name)}) values ${values}${conflict}`;
    };
    const parameters = some.flatMap((row) => columns.flatMap((column) => (row as Record<string, unknown>)[column]));
    yield writing(createText({ provider, kind, shape, text, isCommon: some.length <= commonRows }), parameters);
  }
}

/** Statements with no more rows keep their text. */
const commonRows = 4;

function overwriting(columns: string[], key: readonly string[], name: (column: string) => string): string {
  const others = columns.filter((column) => !key.includes(column));
  const changes = others.map((column) => `${name(column)} = excluded.${name(column)}`);
  return ` on conflict (${key.map(name)}) do update set ${changes}`;
}

function bytesOfAll(rows: readonly object[]): number {
  return rows.reduce((sum: number, row) => sum + bytesOf(row), 0);
}

/** Bytes of a row's large values. */
function bytesOf(row: object): number {
  return Object.values(row).reduce((sum: number, value) => sum + (lengthOf(value) ?? 0), 0);
}

function lengthOf(value: unknown): number | undefined {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : undefined;
}

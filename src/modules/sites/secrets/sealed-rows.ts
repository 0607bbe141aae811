import { sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { sealedColumns } from '../../../platform/secrets/sealed-columns.js';

/** Number of rows that one query reads. Opening their values occupies the event loop for a few milliseconds. */
const batchSize = 500;

/** A column with sealed values. */
export type Column = (typeof sealedColumns)[number];

/** A row, and its sealed value in one column. */
export interface SealedRow {
  id: string;
  value: string;
}

/** Reads the rows with a value in a column, ordered by id, up to 500 at a time. */
export async function* readSealed(read: Queries, { table, column }: Column): AsyncGenerator<SealedRow[]> {
  for (let after = ''; ; ) {
    const rows = await read.all(
      read.sql
        .selectFrom(table as 'Site')
        .select(['id', sql.ref<string>(column).as('value')])
        .where(sql.ref(column), 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.id;
  }
}

/** Number of sealed values of one kind that neither the current nor the previous secret can open. */
export interface UndecryptableCount {
  /** Name of the kind, in the plural. */
  noun: string;
  count: number;
}

/**
 * Opens all sealed values, and counts those that neither the current nor the previous secret can open, by kind. Kinds
 * without such values are left out.
 */
export async function countUndecryptable(read: Queries, sealer: Sealer): Promise<UndecryptableCount[]> {
  const counts: UndecryptableCount[] = [];
  for (const column of sealedColumns) {
    let count = 0;
    for await (const rows of readSealed(read, column))
      count += rows.filter(({ value }) => sealer.find(column.purpose, value) === null).length;
    if (count > 0) counts.push({ noun: column.noun, count });
  }
  return counts;
}

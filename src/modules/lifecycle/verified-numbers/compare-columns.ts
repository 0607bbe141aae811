import { sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';
import { boundedProblems } from '../verification-base/bounded-problems.js';
import type { Problem, Repair, VerificationCheck } from '../verification-base/check.js';
import { isRowSettled, keyOf } from '../verification-base/settled.js';
import { type ComputedColumn, repeatedColumns, storedCounts } from './computed-columns.js';

/** Compares stored counts with the rows that they count. */
export const checkCounts: VerificationCheck = {
  name: 'counts',
  kind: 'numbers',
  about: 'stored counts of change requests, comments, issues and indexed pages',
  find: ({ read }) => findDifferences(read, storedCounts),
};

/** Compares columns that repeat others with their sources. */
export const checkRepeatedColumns: VerificationCheck = {
  name: 'repeated-columns',
  kind: 'derived',
  about: 'columns that repeat other columns, such as access levels of a collection',
  find: ({ read }) => findDifferences(read, repeatedColumns),
};

interface Difference {
  key: string;
  stored: string | null;
  computed: string | null;
}

async function* findDifferences(read: Queries, columns: readonly ComputedColumn[]): AsyncGenerator<Problem> {
  for (const computed of columns) {
    const { table, column, value } = computed;
    const key = sql.ref(`t.${keyOf(table)[0]!}`);
    const rows = sql<Difference>`select ${key} as "key", cast(t.${sql.ref(column)} as text) as "stored",
      cast(${value} as text) as "computed" from ${sql.table(table)} as t
      where t.${sql.ref(column)} is distinct from ${value} and ${isRowSettled(table, 't')}`;
    yield* boundedProblems(read, { rows, object: table }, ({ key: id, stored, computed: right }) => ({
      object: `${table} ${id}`,
      detail: `has the ${column} ${stored}, but it must be ${right}.`,
      repair: updateColumn(computed, id),
    }));
  }
}

function updateColumn({ table, column, value, lock }: ComputedColumn, id: string): Repair {
  const isRow = sql`t.${sql.ref(keyOf(table)[0]!)} = ${id}`;
  return (store) =>
    store.transaction(async (tx) => {
      if (lock) await tx.lock(lock, id);
      await tx.read.all(sql`update ${sql.table(table)} as t set ${sql.ref(column)} = ${value} where ${isRow}`);
    });
}

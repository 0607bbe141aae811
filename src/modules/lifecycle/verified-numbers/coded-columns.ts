import { sql } from 'kysely';
import type { TableWithId } from '../../../platform/db/query/by-id.js';
import { foldText } from '../../../platform/db/query/fold.js';
import { foldedColumns } from '../../../platform/db/query/folded-columns.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { weekOf } from '../../conversations/weeks.js';
import { searchKeyOf } from '../../identity/users/search-key.js';
import type { Problem, Repair, VerificationCheck } from '../verification-base/check.js';

type Values = Record<string, string | null>;

/** A column that the program computes from other columns of its row. */
interface CodedColumn {
  table: TableWithId;
  column: string;
  /** Columns that the value is computed from. */
  from: readonly string[];
  compute(row: Values): string | number;
}

const folded = Object.entries(foldedColumns).map(
  ([table, { text, key }]): CodedColumn => ({
    table: table as TableWithId,
    column: key,
    from: [text],
    compute: (row) => foldText(row[text]!),
  }),
);

/** All such columns. */
export const codedColumns: readonly CodedColumn[] = [
  ...folded,
  {
    table: 'User',
    column: 'searchKey',
    from: ['displayName', 'email'],
    compute: ({ displayName, email }) => searchKeyOf({ displayName: displayName!, email: email! }),
  },
  {
    table: 'ConversationIssue',
    column: 'week',
    from: ['createdAt'],
    compute: ({ createdAt }) => weekOf(new Date(createdAt!)),
  },
];

/** Number of rows that one query reads. */
const batchSize = 1_000;

/** Compares columns that the program computes, such as titles for searching, with their sources. */
export const checkCodedColumns: VerificationCheck = {
  name: 'coded-columns',
  kind: 'derived',
  about: 'titles and names without case and diacritics, by which lists are searched and ordered',
  async *find({ read, signal }) {
    for (const coded of codedColumns) {
      signal.throwIfAborted();
      yield* findDifferences(read, coded);
    }
  },
};

async function* findDifferences(read: Queries, coded: CodedColumn): AsyncGenerator<Problem> {
  const { table, column, compute } = coded;
  for (let after = ''; ; ) {
    const rows = await read.all(sql<Values & { id: string }>`${selectRow(coded)}
      where "id" > ${after} order by "id" limit ${batchSize}`);
    for (const { id, ...row } of rows) {
      const value = compute(row as Values);
      if (row[column] === value) continue;
      const detail = `has the ${column} ${JSON.stringify(row[column])}, but it must be ${JSON.stringify(value)}.`;
      yield { object: `${table} ${id}`, detail, repair: updateColumn(coded, id) };
    }
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.id;
  }
}

function selectRow({ table, column, from }: CodedColumn) {
  const columns = ['id', column, ...from].map((name) => sql.ref(name));
  return sql`select ${sql.join(columns)} from ${sql.table(table)}`;
}

function updateColumn(coded: CodedColumn, id: string): Repair {
  const { table, column, compute } = coded;
  return (store) =>
    store.transaction(async ({ read, lock }) => {
      await lock(table, id);
      const row = await read.first(sql<Values>`${selectRow(coded)} where "id" = ${id}`);
      if (!row) return;
      await read.all(sql`update ${sql.table(table)} set ${sql.ref(column)} = ${compute(row)} where "id" = ${id}`);
    });
}

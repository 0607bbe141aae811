import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { boundedProblems } from '../verification-base/bounded-problems.js';
import type { Problem, Repair } from '../verification-base/check.js';
import { isRowSettled, keyOf } from '../verification-base/settled.js';

/** Columns of a table that hold the key of a row in one of several tables. A null refers to no row. */
export interface RowReference {
  table: TableName;
  columns: readonly string[];
  targets: readonly { table: TableName; keys: readonly string[] }[];
}

/**
 * Tables whose rows are useless without the row that they refer to: they are computed from it, or expire. A dangling
 * row of these tables is deleted.
 */
const disposableTables: readonly TableName[] = [
  'BlockedToken',
  'CollectionAncestor',
  'ContentTouch',
  'File',
  'FormerBasename',
  'FormerPagePath',
  'FormerSitePath',
  'Job',
  'Link',
  'LinkHeadings',
  'LinkSpace',
  'Notification',
  'OidcLogin',
  'Page',
  'RenderedPdf',
  'SamlLogin',
  'SearchPage',
  'SearchSpace',
  'SignInLink',
];

/** Finds rows that refer to no row. */
export function findDangling(read: Queries, reference: RowReference): AsyncGenerator<Problem> {
  const { table, columns, targets } = reference;
  const key = keyOf(table) as readonly string[];
  const columnsAsText = [...key, ...columns].map(
    (column, index) => sql`cast(t.${sql.ref(column)} as text) as ${sql.ref(`c${index}`)}`,
  );
  const rows = sql<Record<string, string>>`select ${sql.join(columnsAsText)} from ${sql.table(table)} as t
    where ${isDangling(reference)} and ${isRowSettled(table, 't')}`;
  return boundedProblems(read, { rows, object: table }, (row) => {
    const values = Object.values(row);
    const [id, target] = [values.slice(0, key.length), values.slice(key.length)];
    const names = targets.map((one) => one.table).join(' or ');
    return {
      object: `${table} ${id.join('/')}`,
      detail: `refers by ${columns.join(', ')} to the ${names} ${target.join('/')}, which does not exist.`,
      ...(disposableTables.includes(table) && { repair: deleteRow(reference, id) }),
    };
  });
}

function isDangling({ columns, targets }: RowReference): RawBuilder<SqlBool> {
  const isSet = sql.join(
    columns.map((column) => sql`t.${sql.ref(column)} is not null`),
    sql` and `,
  );
  const isFound = targets.map(({ table, keys }) => {
    const equal = keys.map((key, index) => sql`p.${sql.ref(key)} = t.${sql.ref(columns[index]!)}`);
    return sql`exists (select 1 from ${sql.table(table)} as p where ${sql.join(equal, sql` and `)})`;
  });
  return sql<SqlBool>`${isSet} and not (${sql.join(isFound, sql` or `)})`;
}

/** Deletes a row, if it still refers to no row. */
function deleteRow(reference: RowReference, id: readonly string[]): Repair {
  const { table } = reference;
  const isRow = (keyOf(table) as readonly string[]).map(
    (column, index) => sql`cast(t.${sql.ref(column)} as text) = ${id[index]!}`,
  );
  const statement = sql`delete from ${sql.table(table)} as t
    where ${sql.join(isRow, sql` and `)} and ${isDangling(reference)}`;
  return (store) => store.transaction(({ read }) => read.all(statement));
}

import {
  type AliasedExpression,
  type OperationNode,
  ReferenceNode,
  SelectAllNode,
  type SelectQueryBuilder,
  type SelectQueryNode,
  sql,
  TableNode,
} from 'kysely';
import { tables } from '../generated/columns.js';
import type { DB } from '../generated/types.js';
import type { SelectBuilder } from './per-key.js';

/** A query that selects some columns, and the prototype of its rows. */
export interface ColumnProjection<Row> {
  query: SelectBuilder<Row>;
  /** Prototype of the rows. It throws if code reads a column that was not selected. */
  prototype?: object;
}

/**
 * Restricts a query of whole rows to some columns. Returns the query unchanged if it does not select whole rows of one
 * table, or if a column is not in that table.
 */
export function projectColumns<Row>(query: SelectBuilder<Row>, columns: ReadonlySet<string>): ColumnProjection<Row> {
  const table = wholeTable(query.toOperationNode() as SelectQueryNode);
  const known = table && Object.keys(tables[table].columns);
  if (!known || columns.size >= known.length || ![...columns].every((column) => known.includes(column))) {
    return { query };
  }
  const { references, prototype } = projectionOf(
    table,
    known.filter((column) => columns.has(column)),
  );
  const selecting = (query as unknown as SelectQueryBuilder<DB, never, Row>).clearSelect().select(references as never);
  return { query: selecting as SelectBuilder<never> as SelectBuilder<Row>, prototype };
}

/** Returns the table if a query selects exactly all of its columns; otherwise undefined. */
function wholeTable({ kind, from, selections, ...otherClauses }: SelectQueryNode): keyof typeof tables | undefined {
  const { distinctOn, frontModifiers, groupBy, setOperations } = otherClauses;
  const changesRows = distinctOn ?? frontModifiers ?? groupBy ?? setOperations;
  if (kind !== 'SelectQueryNode' || changesRows || selections?.length !== 1) return undefined;
  const name = tableNameOf(selections[0]!.selection) ?? (otherClauses.joins ? undefined : tableNameOf(from!.froms[0]!));
  return name !== undefined && Object.hasOwn(tables, name) ? (name as keyof typeof tables) : undefined;
}

/** Returns the table in a node such as `"Space".*` or `from "Space"`; otherwise undefined. */
function tableNameOf(node: OperationNode): string | undefined {
  if (TableNode.is(node)) return node.table.identifier.name;
  return ReferenceNode.is(node) && SelectAllNode.is(node.column) && node.table ? tableNameOf(node.table) : undefined;
}

interface Projection {
  references: AliasedExpression<unknown, string>[];
  prototype: object;
}

const projections = new Map<string, Projection>();

function projectionOf(table: keyof typeof tables, selected: readonly string[]): Projection {
  const key = `${table} ${selected.join()}`;
  const known = projections.get(key) ?? {
    references: selected.map((column) => sql.ref(`${table}.${column}`).as(column)),
    prototype: prototypeOf(table, selected),
  };
  projections.set(key, known);
  return known;
}

function prototypeOf(table: keyof typeof tables, selected: readonly string[]): object {
  const absent = Object.keys(tables[table].columns).filter((column) => !selected.includes(column));
  const refuse = (column: string) => ({
    get: () => {
      throw new Error(`${table}.${column} was not read: the field that needs it must say so (\`reads\`)`);
    },
  });
  return Object.create(Object.prototype, Object.fromEntries(absent.map((column) => [column, refuse(column)])));
}

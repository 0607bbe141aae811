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
import { tables } from './generated/columns.js';
import type { DB } from './generated/types.js';
import type { SelectBuilder } from './per-key.js';

/** A query of the columns that are needed, and what its rows are made from. */
export interface Narrowed<Row> {
  query: SelectBuilder<Row>;
  /** Makes an empty row; one that is asked for a column that was not read throws. */
  makeRow?: () => Record<string, unknown>;
}

/**
 * The same rows with some of their columns alone; the query itself where it does not select whole rows of one table, or
 * where one of the columns is none of that table's.
 */
export function narrow<Row>(query: SelectBuilder<Row>, columns: ReadonlySet<string>): Narrowed<Row> {
  const table = wholeTable(query.toOperationNode() as SelectQueryNode);
  const known = table && Object.keys(tables[table].columns);
  if (!known || columns.size >= known.length || ![...columns].every((column) => known.includes(column))) {
    return { query };
  }
  const { references, makeRow } = narrowing(
    table,
    known.filter((column) => columns.has(column)),
  );
  const selecting = (query as unknown as SelectQueryBuilder<DB, never, Row>).clearSelect().select(references as never);
  return { query: selecting as SelectBuilder<never> as SelectBuilder<Row>, makeRow };
}

/** The table of which a query selects all columns and nothing else; undefined for any other query. */
function wholeTable({ kind, from, selections, ...others }: SelectQueryNode): keyof typeof tables | undefined {
  const { distinctOn, frontModifiers, groupBy, setOperations } = others;
  const changesRows = distinctOn ?? frontModifiers ?? groupBy ?? setOperations;
  if (kind !== 'SelectQueryNode' || changesRows || selections?.length !== 1) return undefined;
  const name = nameOf(selections[0]!.selection) ?? (others.joins ? undefined : nameOf(from!.froms[0]!));
  return name !== undefined && Object.hasOwn(tables, name) ? (name as keyof typeof tables) : undefined;
}

/** The table that a node names: of `"Space".*`, or of `from "Space"`; undefined for `*` and for anything else. */
function nameOf(node: OperationNode): string | undefined {
  if (TableNode.is(node)) return node.table.identifier.name;
  return ReferenceNode.is(node) && SelectAllNode.is(node.column) && node.table ? nameOf(node.table) : undefined;
}

interface Narrowing {
  references: AliasedExpression<unknown, string>[];
  makeRow: () => Record<string, unknown>;
}

const narrowings = new Map<string, Narrowing>();

function narrowing(table: keyof typeof tables, selected: readonly string[]): Narrowing {
  const key = `${table} ${selected.join()}`;
  const known = narrowings.get(key) ?? {
    references: selected.map((column) => sql.ref(`${table}.${column}`).as(column)),
    makeRow: rowMaker(table, selected),
  };
  narrowings.set(key, known);
  return known;
}

function rowMaker(table: keyof typeof tables, selected: readonly string[]): () => Record<string, unknown> {
  const absent = Object.keys(tables[table].columns).filter((column) => !selected.includes(column));
  function NarrowRow() {}
  for (const column of absent) {
    Object.defineProperty(NarrowRow.prototype, column, {
      get: () => {
        throw new Error(`${table}.${column} was not read: the field that needs it must say so (\`reads\`)`);
      },
    });
  }
  const Row = NarrowRow as unknown as new () => Record<string, unknown>;
  return () => new Row();
}

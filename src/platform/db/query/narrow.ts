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

/** A query of the columns that are needed, and what its rows are made from. */
export interface Narrowed<Row> {
  query: SelectBuilder<Row>;
  /** What its rows inherit: a row that is asked for a column that was not read throws. */
  prototype?: object;
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
  const { references, prototype } = narrowing(
    table,
    known.filter((column) => columns.has(column)),
  );
  const selecting = (query as unknown as SelectQueryBuilder<DB, never, Row>).clearSelect().select(references as never);
  return { query: selecting as SelectBuilder<never> as SelectBuilder<Row>, prototype };
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
  prototype: object;
}

const narrowings = new Map<string, Narrowing>();

function narrowing(table: keyof typeof tables, selected: readonly string[]): Narrowing {
  const key = `${table} ${selected.join()}`;
  const known = narrowings.get(key) ?? {
    references: selected.map((column) => sql.ref(`${table}.${column}`).as(column)),
    prototype: prototypeOf(table, selected),
  };
  narrowings.set(key, known);
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

import { type ColumnKind, tableMetadata } from '../../query/columns.js';
import type { TableName } from '../../query/rows.js';
import { selfReferences, tablesParentsFirst } from '../../query/table-order.js';

/** A table of a dump. A backup stores this object as JSON, because a later version may have other columns. */
export interface DumpTable {
  readonly name: string;
  /** Columns in the order of the values of a row. */
  readonly columns: readonly DumpColumn[];
  /** Columns of the primary key, which give the order of the rows. */
  readonly key: readonly string[];
  /** Whether a row may refer to a row of the same table that comes later. */
  readonly refersToItself: boolean;
}

/** A column of a dump. */
interface DumpColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Tables that a dump leaves out, with the reason. */
const tablesOutsideDumps: Partial<Record<TableName, string>> = {
  RateWindow: 'its rows count requests of the last minutes',
};

/** Returns the tables of a dump by this version. A table comes after the tables that it refers to. */
export function dumpedTables(): DumpTable[] {
  return tablesParentsFirst.filter((name) => !(name in tablesOutsideDumps)).map(describeTable);
}

function describeTable(name: TableName): DumpTable {
  const { columns, key } = tableMetadata(name);
  const isOrdered = key.every((column) => ['string', 'int'].includes(columns[column]!.kind));
  if (!isOrdered) throw new Error(`The key of ${name} must have texts and numbers only`);
  return {
    name,
    columns: Object.entries(columns).map(([column, { kind }]) => ({ name: column, kind })),
    key,
    refersToItself: selfReferences(name).length > 0,
  };
}

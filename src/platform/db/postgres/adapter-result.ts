import { type ColumnType, ColumnTypeEnum, type SqlQueryable } from '@prisma/driver-adapter-utils';
import type { ColumnKind } from '../query/columns.js';
import type { ResultSet, Statement } from '../query/runner.js';

/**
 * Runs a compiled statement on a driver adapter or in one of its transactions. Returns rows as arrays and times as
 * text.
 */
export async function runOnAdapter(adapter: SqlQueryable, { sql, parameters }: Statement): Promise<ResultSet> {
  const args = [...parameters];
  const result = await adapter.queryRaw({ sql, args, argTypes: args.map(() => untyped) });
  return {
    names: result.columnNames,
    kinds: result.columnTypes.map((type) => kindByType.get(type) ?? null),
    rows: result.rows,
  };
}

const untyped = { scalarType: 'unknown', arity: 'scalar' } as const;

const kindByType = new Map<ColumnType, ColumnKind>([
  [ColumnTypeEnum.Boolean, 'boolean'],
  [ColumnTypeEnum.DateTime, 'datetime'],
  [ColumnTypeEnum.Json, 'json'],
  [ColumnTypeEnum.Bytes, 'bytes'],
  // Postgres returns count(*) and sum() as text.
  [ColumnTypeEnum.Int64, 'int'],
  [ColumnTypeEnum.Numeric, 'int'],
]);

import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import type { RawBuilder } from 'kysely';
import { withLocks } from './lock-waits.js';
import { createMigrationAdapter, type MigratedDatabase } from './migration-adapter.js';
import { normalizeEmoji } from './normalize-emoji.js';
import type { Provider } from './runner.js';
import { sqlFor } from './sql.js';

/** The open transaction of a step. */
export interface StepRows {
  provider: Provider;
  /** Runs a query. */
  all<Row>(query: RawBuilder<Row>): Promise<Row[]>;
  /** Runs a statement; returns the number of rows that it changed. */
  run(statement: RawBuilder<unknown>): Promise<number>;
}

/** Changes rows in a way that SQL cannot express; returns sentences for the operator. It can be repeated. */
type RowStep = (rows: StepRows) => Promise<string[]>;

const steps: Record<string, RowStep | undefined> = { normalize_emoji: normalizeEmoji };

/** Whether rows are changed before the script of a migration is applied. */
export function hasRowStep(migration: string): boolean {
  return stepOf(migration) !== undefined;
}

/** Runs the step of a migration in one transaction. It can be run again if the process ends before the script is applied. */
export async function runRowStep(migration: string, database: MigratedDatabase): Promise<string[]> {
  return withLocks(database.target, database, () => attemptRowStep(migration, database));
}

async function attemptRowStep(migration: string, database: MigratedDatabase): Promise<string[]> {
  const { factory, close } = createMigrationAdapter(database);
  try {
    const transaction = await (await factory.connect()).startTransaction();
    // The adapter begins a transaction, and leaves its end to the caller.
    const end = (keyword: string) => transaction.executeRaw({ sql: keyword, args: [], argTypes: [] });
    try {
      const report = await stepOf(migration)!(rowsOf(transaction, database.provider));
      await end('COMMIT');
      await transaction.commit();
      return report;
    } catch (error) {
      await end('ROLLBACK');
      await transaction.rollback();
      throw error;
    }
  } finally {
    await close();
  }
}

/** Migrations are named `<timestamp>_<name>`. */
function stepOf(migration: string): RowStep | undefined {
  return steps[migration.replace(/^\d+_/, '')];
}

function rowsOf(connection: SqlQueryable, provider: Provider): StepRows {
  const compiled = (query: RawBuilder<unknown>) => {
    const { sql: text, parameters } = query.compile(sqlFor(provider));
    const argTypes = parameters.map(() => ({ scalarType: 'string', arity: 'scalar' }) as const);
    return { sql: text, args: [...parameters], argTypes };
  };
  return {
    provider,
    async all<Row>(query: RawBuilder<Row>) {
      const { columnNames, rows } = await connection.queryRaw(compiled(query));
      return rows.map((row) => Object.fromEntries(row.map((value, index) => [columnNames[index], value]))) as Row[];
    },
    run: (statement) => connection.executeRaw(compiled(statement)),
  };
}

import type { AppError } from '../../base/errors.js';
import { startupRefusal } from '../connection/store-errors.js';
import { driverTarget, providerOf } from '../connection/store-url.js';
import type { TableSummary } from '../dump/checksum.js';
import { withMigrationLock } from '../migrations/migration-lock.js';
import { readMigrationStatus } from '../migrations/migration-status.js';
import { compareDatabases } from './compare-databases.js';
import { copyRows } from './copy-rows.js';
import { databaseName } from './database-name.js';
import { inspect, requireUnused } from './inspect.js';
import { beginMove, endMove, migrateTarget, refusal } from './target.js';

/** The databases of a move. */
export interface MoveOptions {
  /** URL of the source, without a pooler. It is only read. */
  from: string;
  /** URL of the target, without a pooler: an empty database, or the target of the same move that was interrupted. */
  to: string;
  /** Called before each table is copied or compared, and after each part of it. */
  onProgress?: ((progress: MoveProgress) => void) | undefined;
  /** See `DumpOptions.partBytes`. */
  partBytes?: number;
}

/** Progress of a move in a table. */
export interface MoveProgress {
  step: 'copy' | 'compare';
  table: string;
  /** Rows of the table that are copied. */
  rows: number;
  /** Rows of the table in the source; 0 while tables are compared. */
  total: number;
}

/** Result of a move. */
export interface MoveResult {
  /** Names of the databases, without passwords. */
  from: string;
  to: string;
  /** Whether an interrupted move was continued. */
  resumed: boolean;
  /** Number of rows of all tables. */
  rows: number;
  tables: (TableSummary & { name: string })[];
}

/**
 * Copies all rows of a database to an empty one, and compares them. If it is interrupted, servers refuse the target, and
 * the same call continues.
 * @throws AppError CONFLICT if servers use a database, if the target has rows, or if the databases differ at the end.
 * STORE_REFUSED if the source lacks migrations. Errors of `openDump` and `openLoad`.
 */
export async function moveDatabase({ from, to, onProgress = () => {}, partBytes }: MoveOptions): Promise<MoveResult> {
  const names = { from: databaseName(from), to: databaseName(to) };
  if (names.from === names.to) throw refusal(to, 'it is also the source');
  await requireMigrated(from);
  for (const url of [from, to]) await requireUnused(url);
  await migrateTarget(to);
  const lock = { provider: providerOf(to), target: driverTarget(to), patience: 1_000 };
  return withMigrationLock(lock, async () => {
    const resumed = await beginMove(to, names.from);
    await copyRows({ from, to, partBytes, onProgress: (progress) => onProgress({ step: 'copy', ...progress }) });
    const tables = await compare({ from, to, onProgress });
    for (const url of [from, to]) await requireUnused(url);
    await endMove(to);
    return { ...names, resumed, rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables };
  });
}

async function requireMigrated(url: string): Promise<void> {
  const { pending } = await inspect(url, ({ runner }) => readMigrationStatus(runner));
  if (pending.length === 0) return;
  const reason = `${pending.length} migrations are pending. Run \`docgraph migrate\` with this DATABASE_URL`;
  throw startupRefusal(`Cannot move from ${databaseName(url)}: ${reason}`);
}

async function compare({ from, to, onProgress }: MoveOptions): Promise<MoveResult['tables']> {
  const onTable = (table: string) => onProgress?.({ step: 'compare', table, rows: 0, total: 0 });
  const compared = await compareDatabases(from, to, onTable);
  const different = compared.filter((table) => table.from.sha256 !== table.to.sha256).map(({ name }) => name);
  if (different.length > 0) throw difference(to, different);
  return compared.map(({ name, from: { rows, sha256 } }) => ({ name, rows, sha256 }));
}

function difference(to: string, tables: readonly string[]): AppError {
  return refusal(to, `the source and it differ in ${tables.join(', ')}, because one changed since the move began`);
}

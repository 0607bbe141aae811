import { readConfig } from '../../platform/config/config.js';
import { migrationStatus } from '../../platform/db/migrations/migrate.js';
import { printResult, ReportedFailure } from '../process/output.js';
import { checkDatabaseExists } from '../setup/new-database.js';
import { databaseOf, openDatabase, reachDatabase } from '../setup/open-database.js';
import { reportEqualAddresses } from '../setup/report-equal-addresses.js';

/**
 * `docgraph migrate`: applies the pending migrations. With `--check`, it only lists them, and exits with 1 if there are
 * any.
 */
export async function migrateCommand({ check, json }: { check?: boolean; json?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const database = databaseOf(config);
  if (check) {
    await reachDatabase(database);
    const { pending } = await migrationStatus({ url: database.directUrl });
    printResult({ pending }, { json, sentence: pending.length > 0 ? `Pending: ${pending.join(', ')}` : 'Up to date.' });
    if (pending.length > 0) throw new ReportedFailure();
    return;
  }
  await checkDatabaseExists(config, { asks: true });
  const { store, applied } = await openDatabase(database);
  try {
    if (applied.length === 0) await reportEqualAddresses(store);
  } finally {
    await store.close();
  }
  printResult({ applied }, { json, sentence: applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Up to date.' });
}

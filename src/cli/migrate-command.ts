import { readConfig } from '../config.js';
import { migrationStatus } from '../store/migrate.js';
import { openDatabase } from './open-database.js';
import { printResult, Unfinished } from './output.js';

/** `docgraph migrate`: brings the database up to date; with `--check` only tells, and exits with 1 where it is not. */
export async function migrateCommand({ check, json }: { check?: boolean; json?: boolean }): Promise<void> {
  const { databaseUrl: url } = readConfig(process.env);
  if (check) {
    const { pending } = await migrationStatus({ url });
    printResult({ pending }, { json, sentence: pending.length > 0 ? `Pending: ${pending.join(', ')}` : 'Up to date.' });
    if (pending.length > 0) throw new Unfinished();
    return;
  }
  const { store, applied } = await openDatabase(url);
  await store.close();
  printResult({ applied }, { json, sentence: applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Up to date.' });
}

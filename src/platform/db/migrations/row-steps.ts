import { fillFoldedColumns } from './fill-folded-columns.js';
import type { MigrationTransaction } from './migration-connection.js';
import { normalizeEmoji } from './normalize-emoji.js';

/**
 * Part of a migration that changes rows in a way that SQL cannot express. Runs in the migration's transaction, and
 * returns sentences for the operator.
 */
type RowStep = (transaction: MigrationTransaction) => Promise<string[]>;

const steps: Record<string, RowStep | undefined> = {
  normalize_emoji: normalizeEmoji,
  list_orders: fillFoldedColumns('ChangeRequest', 'Collection', 'Site', 'Space', 'Team'),
  organization_title_order: fillFoldedColumns('Organization'),
};

/**
 * Returns the step that runs before the script of a migration; undefined for most migrations. Their names have the form
 * `<timestamp>_<name>`.
 */
export function findRowStep(migration: string): RowStep | undefined {
  return steps[migration.replace(/^\d+_/, '')];
}

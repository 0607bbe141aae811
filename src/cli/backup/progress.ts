import { createProgressBar } from '../process/progress-bar.js';

/** Progress of a backup or a restore on stderr. */
export interface BackupProgress {
  update(table: string, done: { rows: number; bytes: number }): void;
  stop(): void;
}

/**
 * Returns the progress bar of a backup or a restore.
 * @param verb what is done with the rows, such as `written`
 */
export function backupProgress(verb: string): BackupProgress {
  const bar = createProgressBar(`{value} rows, {size} MB ${verb}, {table}`);
  bar.start(0, 0, { table: '', size: 0 });
  return {
    update: (table, { rows, bytes }) => bar.update(rows, { table, size: Math.round(bytes / 1e6) }),
    stop: () => bar.stop(),
  };
}

import progress from 'cli-progress';

/** Progress of a backup or a restore on stderr. */
export interface BackupProgress {
  update(table: string, done: { rows: number; bytes: number }): void;
  stop(): void;
}

/**
 * Returns a progress bar on stderr. If stderr is not a terminal, the bar prints nothing, so that logs stay readable.
 */
export function backupProgress(verb: string): BackupProgress {
  const format = `{value} rows, {size} MB ${verb}, {table}`;
  const bar = new progress.SingleBar({ format, stream: process.stderr, noTTYOutput: false, hideCursor: true });
  bar.start(0, 0, { table: '', size: 0 });
  return {
    update: (table, { rows, bytes }) => bar.update(rows, { table, size: Math.round(bytes / 1e6) }),
    stop: () => bar.stop(),
  };
}

const code = 'SNAPSHOT_CONFLICT';

/** The error of first statements if another process wrote after the reads of the transaction. None of them ran. */
export function snapshotConflict(): Error {
  return Object.assign(new Error('Another process has written since the transaction read'), { code });
}

/** Whether an error is a snapshot conflict. */
export function isSnapshotConflict(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}

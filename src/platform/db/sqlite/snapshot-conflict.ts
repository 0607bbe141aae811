const code = 'SNAPSHOT_CONFLICT';

/**
 * Creates the error that the first statements of a transaction get if another process has written since its reads. None
 * of them ran.
 */
export function snapshotConflict(): Error {
  return Object.assign(new Error('Another process has written since the transaction read'), { code });
}

/** Reports whether an error is a snapshot conflict. */
export function isSnapshotConflict(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}

const code = 'OUTDATED';

/** The error of first statements that others have written before: what was read until then may be no more, and none of them was run. */
export function outdated(): Error {
  return Object.assign(new Error('Others have written meanwhile'), { code });
}

/** Whether that is why something failed. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}

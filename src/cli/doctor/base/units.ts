/** Formats a number of bytes in the largest unit in which it is at least 1. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Formats a duration in the largest unit that gives at least 2. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const [unit, length] =
    seconds < 120 ? ['s', 1] : seconds < 7_200 ? ['min', 60] : seconds < 172_800 ? ['h', 3_600] : ['days', 86_400];
  return `${Math.round(seconds / Number(length))} ${unit}`;
}

/** Returns the message of an error on one line; that of the first cause if there are several. */
export function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  const { message, code, cause } = first as Error & { code?: string; cause?: unknown };
  if (message === 'fetch failed' && cause) return reasonOf(cause);
  return (message || code || 'unknown failure').trim().replace(/\s+/g, ' ');
}

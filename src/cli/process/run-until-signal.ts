/**
 * Runs endless work until SIGTERM, SIGINT, or until the program that reads stdout exits. A second signal kills the
 * process. Keeps the process alive while the work runs.
 */
export async function runUntilSignal(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const alive = setInterval(() => {}, 60_000);
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, end);
  process.stdout.once('error', end);
  try {
    await work(ending.signal);
  } finally {
    clearInterval(alive);
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, end);
    process.stdout.off('error', end);
  }
}

/**
 * Runs work that does not end by itself. The work is aborted on SIGTERM or SIGINT, or when the program that reads
 * stdout exits. A second signal kills the process. The process stays alive while the work runs.
 */
export async function runUntilSignal(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const keepAliveTimer = setInterval(() => {}, 60_000);
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, abort);
  process.stdout.once('error', abort);
  try {
    await work(controller.signal);
  } finally {
    clearInterval(keepAliveTimer);
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, abort);
    process.stdout.off('error', abort);
  }
}

/**
 * Runs what would go on for ever, until a signal ends the process or the reader of what it prints goes away; a second signal
 * ends it the hard way. Nothing else need keep the process alive meanwhile.
 */
export async function untilEnded(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
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

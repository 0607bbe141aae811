/**
 * Returns a function that starts `run`, but never twice at the same time. Calls during a run cause one more run after
 * it. The promise resolves when no run is left. An error goes to `onError` and ends the runs.
 */
export function coalesce(run: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let isRunRequested = false;
  let running: Promise<void> | null = null;
  async function runWhileRequested(): Promise<void> {
    try {
      while (isRunRequested) {
        isRunRequested = false;
        await run();
      }
    } catch (error) {
      onError(error);
    } finally {
      running = null;
    }
  }
  return () => {
    isRunRequested = true;
    running ??= runWhileRequested();
    return running;
  };
}

/**
 * Returns a function that runs `run` one at a time: calls during a run cause one more run after it. Its promise
 * resolves when no run is left; errors go to `onError` and end the runs.
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

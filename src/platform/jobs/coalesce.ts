/**
 * Returns a function that runs `run` one at a time: calls during a run cause one more run after it. Its promise
 * resolves when no run is left; errors go to `onError` and end the runs.
 */
export function coalesce(run: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let isAsked = false;
  let running: Promise<void> | null = null;
  async function runWhileAsked(): Promise<void> {
    try {
      while (isAsked) {
        isAsked = false;
        await run();
      }
    } catch (error) {
      onError(error);
    } finally {
      running = null;
    }
  }
  return () => {
    isAsked = true;
    running ??= runWhileAsked();
    return running;
  };
}

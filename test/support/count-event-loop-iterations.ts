/** Runs a function, and counts the iterations of the event loop that it takes. */
export async function countEventLoopIterations<Result>(
  run: () => Result | Promise<Result>,
): Promise<{ result: Result; turns: number }> {
  let iterations = 0;
  let isDone = false;
  const count = (): void => {
    iterations++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await run();
  isDone = true;
  return { result, turns: iterations };
}

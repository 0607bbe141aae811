/** Options of a snapshot. */
export interface SnapshotOptions {
  /** Number of milliseconds that a value is used again. */
  maxAge: number;
  /** Milliseconds that a caller waits for a value. */
  timeout: number;
}

/**
 * Creates a function that reads a value at most once per `maxAge`, and at most once at a time. It returns null if the
 * read fails or takes longer than `timeout`. A slow read goes on, and no second one starts before its end.
 */
export function createSnapshot<Value>(
  read: () => Promise<Value>,
  { maxAge, timeout }: SnapshotOptions,
): () => Promise<Value | null> {
  let underWay: Promise<Value | null> | undefined;
  let latest: { value: Value | null; at: number } | undefined;
  const start = async (): Promise<Value | null> => {
    const value = await Promise.resolve()
      .then(read)
      .catch(() => null);
    latest = { value, at: performance.now() };
    underWay = undefined;
    return value;
  };
  return () => {
    if (latest && !underWay && performance.now() - latest.at < maxAge) return Promise.resolve(latest.value);
    underWay ??= start();
    return withTimeout(underWay, timeout);
  };
}

function withTimeout<Value>(value: Promise<Value | null>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

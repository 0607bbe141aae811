/** The items as they come, and null whenever there was none for so many milliseconds. */
export async function* aliveBetween<Item>(items: AsyncIterable<Item>, quiet: number): AsyncGenerator<Item | null> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      const found = await soon(next, quiet);
      if (found === null) {
        yield null;
        continue;
      }
      if (found.done) return;
      yield found.value;
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

/** What is awaited, or null where it does not come for so many milliseconds. */
async function soon<Value>(value: Promise<Value>, quiet: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), quiet);
    timer.unref();
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

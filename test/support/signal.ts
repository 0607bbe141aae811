/** A promise that the test resolves, to force an order of events. */
export interface Signal {
  given: Promise<void>;
  give(): void;
}

/** Creates an unresolved signal. */
export function signal(): Signal {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

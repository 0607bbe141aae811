/** Something that is waited for until it is given: what forces an order. */
export interface Signal {
  given: Promise<void>;
  give(): void;
}

/** Makes a signal that is not given yet. */
export function signal(): Signal {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

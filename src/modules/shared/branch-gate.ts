/** Promise for the end of the last action that holds or waits for a branch, by branch. */
const held = new Map<string, Promise<void>>();

/** Reports whether an action of this process holds a branch. */
export function isHeld(branch: string): boolean {
  return held.has(branch);
}

/**
 * Waits until no other action of this process computes a change of the branch, in the order of calls, and then holds
 * the branch. Two changes computed at the same time would waste work: only one of them can follow the revision that
 * both started from. Other processes are not blocked; see `Computation`.
 * @param branch id of a space or change request that the caller may change
 * @returns a function that releases the branch
 */
export async function holdBranch(branch: string): Promise<() => void> {
  const before = held.get(branch);
  let end!: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  held.set(branch, ended);
  await before;
  return () => {
    if (held.get(branch) === ended) held.delete(branch);
    end();
  };
}

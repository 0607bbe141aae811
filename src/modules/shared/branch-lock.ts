/**
 * For each locked branch, a promise. It settles when the last action that holds the branch or waits for it has ended.
 */
const branchLocks = new Map<string, Promise<void>>();

/** Reports whether an action of this process holds the lock of a branch. */
export function isBranchLocked(branch: string): boolean {
  return branchLocks.has(branch);
}

/**
 * Waits in a queue until no other action of this process holds the lock of the branch, then holds it. Without the lock,
 * two actions could compute changes of the same head, and one would have to repeat its work. Other processes are not
 * blocked; see `Computation`.
 * @param branch id of a space or change request that the caller may change
 * @returns a function that releases the lock
 */
export async function lockBranch(branch: string): Promise<() => void> {
  const previous = branchLocks.get(branch);
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  branchLocks.set(branch, released);
  await previous;
  return () => {
    if (branchLocks.get(branch) === released) branchLocks.delete(branch);
    release();
  };
}

/** For each branch: a promise that settles when the last action that holds the branch, or waits for it, has ended. */
const branchLocks = new Map<string, Promise<void>>();

/** Reports whether an action of this process holds a branch. */
export function isBranchLocked(branch: string): boolean {
  return branchLocks.has(branch);
}

/**
 * Waits until no other action of this process computes a change of the branch, in the order of calls, and then holds
 * the branch. Two changes computed at the same time would waste work: only one of them can be appended to the revision
 * that both started from. Other processes are not blocked; see `Computation`.
 * @param branch id of a space or change request that the caller may change
 * @returns a function that releases the branch
 */
export async function lockBranch(branch: string): Promise<() => void> {
  const before = branchLocks.get(branch);
  let end!: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  branchLocks.set(branch, ended);
  await before;
  return () => {
    if (branchLocks.get(branch) === ended) branchLocks.delete(branch);
    end();
  };
}

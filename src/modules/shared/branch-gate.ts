/** The ends of the actions that hold a branch or wait for it, by the branch; the last one is the one to wait for. */
const held = new Map<string, Promise<void>>();

/** Whether an action of this process computes a change of a branch. */
export function isHeld(branch: string): boolean {
  return held.has(branch);
}

/**
 * Waits until no other action of this process computes a change of the branch, in the order of the calls, and keeps others from
 * it. Two that compute at once would do so in vain: only one of them can follow the revision that both began with. Other
 * processes are not kept from it; see `Computation`.
 * @param branch id of a space or change request, which the caller may change
 * @returns lets the next one go on
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

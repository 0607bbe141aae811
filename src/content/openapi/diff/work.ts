/** Work that may be done yet: documents are made to take for ever too. */
export interface Work {
  left: number;
}

/**
 * What a comparison may do, in looks at a member of a schema. The largest real document that we know, compared without any
 * shortcut, takes some two million.
 */
const mostWork = 12_000_000;

/** The work of a comparison. */
export function newWork(): Work {
  return { left: mostWork };
}

/** Takes some of what is left. @returns whether there was any */
export function spend(work: Work, amount: number): boolean {
  work.left -= amount;
  return work.left > 0;
}

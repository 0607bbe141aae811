/** Work that may be done yet: documents are made to take for ever too. */
export interface Work {
  left: number;
  /** Something was left out. */
  isCut: boolean;
}

/**
 * What a comparison may do, in looks at a member of a schema: some times what the largest real document takes of which every
 * schema has changed.
 */
const mostWork = 1_500_000;

/** The work of a comparison, or of a part of it. */
export function newWork(left = mostWork): Work {
  return { left, isCut: false };
}

/** Whether all was looked at. */
export function isDone({ left, isCut }: Work): boolean {
  return left > 0 && !isCut;
}

/** Takes some of what is left. @returns whether there was any */
export function spend(work: Work, amount: number): boolean {
  work.left -= amount;
  return work.left > 0;
}

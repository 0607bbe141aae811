/** Remaining work. Documents may be designed to make a comparison endless. */
export interface Work {
  left: number;
  /** Something was left out. */
  isCut: boolean;
}

/**
 * Work limit of a comparison, in visited schema members. It is a multiple of the work for the largest real document
 * with changes in every schema.
 */
const mostWork = 1_500_000;

/** Returns the work budget of a comparison, or of a part of it. */
export function newWork(left = mostWork): Work {
  return { left, isCut: false };
}

/** Reports whether everything was compared. */
export function isDone({ left, isCut }: Work): boolean {
  return left > 0 && !isCut;
}

/**
 * Uses up some of the work.
 * @returns whether any is left
 */
export function spend(work: Work, amount: number): boolean {
  work.left -= amount;
  return work.left > 0;
}

/** Remaining work of a comparison. There is a limit because a malicious document could make a comparison endless. */
export interface WorkBudget {
  left: number;
  /** Whether a part was not compared. */
  isCut: boolean;
}

/**
 * Maximum work of a comparison, in visited schema members. It is a multiple of the work for the largest real document
 * with changes in every schema.
 */
const maxWork = 1_500_000;

/** Creates the work budget of a comparison, or of a part of it. */
export function newWorkBudget(left = maxWork): WorkBudget {
  return { left, isCut: false };
}

/** Reports whether everything was compared. */
export function isComplete({ left, isCut: isIncomplete }: WorkBudget): boolean {
  return left > 0 && !isIncomplete;
}

/**
 * Subtracts work from the budget.
 * @returns whether any work is left
 */
export function spendWork(work: WorkBudget, amount: number): boolean {
  work.left -= amount;
  return work.left > 0;
}

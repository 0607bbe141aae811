/** Budget for the comparison of texts, in comparisons of two words or lines. All texts of one request share it. */
export interface ComparisonBudget {
  left: number;
}

/** A budget of at most 0.5 s of CPU on a core of 3 GHz; the limit for hostile input is 2 s. */
export function createComparisonBudget(): ComparisonBudget {
  return { left: 40_000_000 };
}

/** Spends a cost. Returns false, and spends nothing, if too little is left. */
export function spend(budget: ComparisonBudget, cost: number): boolean {
  if (cost > budget.left) return false;
  budget.left -= cost;
  return true;
}

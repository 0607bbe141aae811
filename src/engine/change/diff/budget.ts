/** Budget for comparing texts, in comparisons of two words or lines. All texts of one request share it. */
export interface ComparisonBudget {
  left: number;
}

/** Creates a budget for at most 0.5 s of CPU time on a core of 3 GHz; malicious input takes at most 2 s. */
export function createComparisonBudget(): ComparisonBudget {
  return { left: 40_000_000 };
}

/** Subtracts a cost from the budget. If too little is left, subtracts nothing and returns false. */
export function spend(budget: ComparisonBudget, cost: number): boolean {
  if (cost > budget.left) return false;
  budget.left -= cost;
  return true;
}

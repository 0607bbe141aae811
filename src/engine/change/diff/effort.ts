/** What comparing texts may still cost, in comparisons of two words or lines; shared by all texts of one request. */
export interface Effort {
  left: number;
}

/** An effort of at most half a second of CPU on a core of 3 GHz; the bound for hostile input is two. */
export function newEffort(): Effort {
  return { left: 40_000_000 };
}

/** Takes a cost from the effort; false, with nothing taken, where too little is left. */
export function spend(effort: Effort, cost: number): boolean {
  if (cost > effort.left) return false;
  effort.left -= cost;
  return true;
}

/** Weeks that the pulse of a cluster has: those of the past three months. */
export const pulseWeeks = 13;

const day = 86_400_000;

/** The number of the week that a time is in, from Monday to Sunday in UTC; the week of 29 December 1969 has the number 0. */
export function weekOf(time: Date): number {
  return Math.floor((time.getTime() / day + 3) / 7);
}

/** How many fall into each of the last weeks, the current one last, of counts by the number of the week. */
export function pulseOf(counts: Iterable<{ week: number; count: number }>, now: Date): number[] {
  const pulse = new Array<number>(pulseWeeks).fill(0);
  const first = weekOf(now) - pulseWeeks + 1;
  for (const { week, count } of counts) if (week >= first && week < first + pulseWeeks) pulse[week - first]! += count;
  return pulse;
}

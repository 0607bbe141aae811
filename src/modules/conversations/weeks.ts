/** Number of weeks in the pulse of a cluster: the past three months. */
export const pulseWeeks = 13;

const day = 86_400_000;

/** Returns the number of the week that contains a time, Monday to Sunday in UTC. Week 0 begins on 29 December 1969. */
export function weekOf(time: Date): number {
  return Math.floor((time.getTime() / day + 3) / 7);
}

/** Returns the totals of the last `pulseWeeks` weeks, the current week last. */
export function weeklyTotals(counts: Iterable<{ week: number; count: number }>, now: Date): number[] {
  const pulse = new Array<number>(pulseWeeks).fill(0);
  const first = weekOf(now) - pulseWeeks + 1;
  for (const { week, count } of counts) if (week >= first && week < first + pulseWeeks) pulse[week - first]! += count;
  return pulse;
}

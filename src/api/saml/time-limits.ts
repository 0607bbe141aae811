const second = 1000;
const hour = 3_600_000;

/** Maximum difference, in milliseconds, between the provider's clock and ours, in either direction. */
export const clockSkew = 60 * second;

/** How long an assertion is valid after its issue, in milliseconds, even if it claims more. */
export const maximumAge = 300 * second;

/**
 * Maximum period of validity that an assertion may claim, in milliseconds. Common providers claim between minutes and a
 * working day. A claim of years means a misconfigured provider, so it is refused, although `maximumAge` would limit it.
 */
export const maximumLifetime = 24 * hour;

/** A period of validity: the first valid time, if there is one, and the first time that is no longer valid. */
export interface Window {
  from: Date | null;
  until: Date;
}

/** Reports whether a time is within a window, including the clock skew. */
export function isOpen({ from, until }: Window, now: Date): boolean {
  const begun = from === null || from.getTime() - clockSkew <= now.getTime();
  return begun && now.getTime() < until.getTime() + clockSkew;
}

/**
 * Returns the length of a window in milliseconds. It starts at `issued` if that is earlier than its start, or if it has
 * no start.
 */
export function windowLength({ from, until }: Window, issued: Date): number {
  return until.getTime() - Math.min((from ?? issued).getTime(), issued.getTime());
}

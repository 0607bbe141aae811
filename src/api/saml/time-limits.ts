const second = 1000;
const hour = 3_600_000;

/** Maximum difference, in milliseconds, between the provider's clock and ours, in either direction. */
export const clockSkew = 60 * second;

/** Milliseconds for which an assertion is valid after its issue, whatever it claims. */
export const maximumAge = 300 * second;

/**
 * Maximum period of validity, in milliseconds, that an assertion may claim. Providers in use claim minutes to a working
 * day. A claim of years means a misconfigured provider, so it is refused, although `maximumAge` would limit it.
 */
export const maximumLifetime = 24 * hour;

/** Period of validity: the first valid time, if any, and the first time that is no longer valid. */
export interface Window {
  from: Date | null;
  until: Date;
}

/** Reports whether a time is within a window, with the clock skew included. */
export function isOpen({ from, until }: Window, now: Date): boolean {
  const begun = from === null || from.getTime() - clockSkew <= now.getTime();
  return begun && now.getTime() < until.getTime() + clockSkew;
}

/**
 * Returns the milliseconds from the start of a window to its end. The start is `issued` if that is earlier, or if the
 * window has no start.
 */
export function windowLength({ from, until }: Window, issued: Date): number {
  return until.getTime() - Math.min((from ?? issued).getTime(), issued.getTime());
}

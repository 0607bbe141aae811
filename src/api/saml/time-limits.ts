const second = 1000;
const hour = 3_600_000;

/** Milliseconds by which the provider's clock may differ from ours, either way. */
export const clockSkew = 60 * second;

/** Milliseconds that an assertion is good for after it was issued, whatever it claims itself. */
export const maximumAge = 300 * second;

/**
 * Most milliseconds that an assertion may claim to be valid for. Providers in use claim minutes to a working day; a
 * claim of years means a provider that is set up wrongly, and is refused though `maximumAge` would bound it.
 */
export const maximumLifetime = 24 * hour;

/** When something is valid: the first moment, where it has one, and the first at which it no longer is. */
export interface Window {
  from: Date | null;
  until: Date;
}

/** Tells whether a moment is within a window, give or take the clocks. */
export function isOpen({ from, until }: Window, now: Date): boolean {
  const begun = from === null || from.getTime() - clockSkew <= now.getTime();
  return begun && now.getTime() < until.getTime() + clockSkew;
}

/** Milliseconds from the beginning of a window, or from `issued` where it names none, to its end. */
export function lengthOf({ from, until }: Window, issued: Date): number {
  return until.getTime() - Math.min((from ?? issued).getTime(), issued.getTime());
}

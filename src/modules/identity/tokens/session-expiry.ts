const hourMs = 3_600_000;

/** A session ends if it is not used for this time, in milliseconds. */
const maxIdleMs = 12 * hourMs;

/** Maximum duration of a session from its sign-in, in milliseconds. */
const maxAgeMs = 30 * 24 * hourMs;

/** Returns the time when a session ends if it is not used after `now`. */
export function sessionExpiry(signedInAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + maxIdleMs, signedInAt.getTime() + maxAgeMs));
}

const hour = 3_600_000;

/** Milliseconds without a use after which a session ends. */
const idleTime = 12 * hour;

/** Milliseconds after the sign-in for which a session lasts at most. */
const maxAge = 30 * 24 * hour;

/** Returns the time at which a session ends if it is not used after `now`. */
export function sessionExpiry(signedInAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + idleTime, signedInAt.getTime() + maxAge));
}

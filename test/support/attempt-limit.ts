import { type CountAttempt, createAttemptLimit } from '../../src/api/http/limits/attempts.js';
import { createQuotas } from '../../src/platform/quotas/quotas.js';

/** Creates a limit of attempts per minute, of one process. */
export function attemptLimit(perMinute: number): CountAttempt {
  const quota = { name: 'attempts', points: perMinute, windowMs: 60_000, leasePoints: 1 };
  return createAttemptLimit(createQuotas(null).open(quota), perMinute);
}

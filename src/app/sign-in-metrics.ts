import type { CountAttempt, FailureLimit } from '../api/http/limits/attempts.js';
import type { Metrics } from '../platform/metrics/metrics.js';

/** How people sign in. */
export type SignInKind = 'saml' | 'oidc' | 'link';

/**
 * Returns a limit of sign-in failures that also counts them in the metrics. Without metrics, returns the limit itself.
 */
export function countFailures(failures: FailureLimit, kind: SignInKind, metrics: Metrics | undefined): FailureLimit {
  if (!metrics) return failures;
  return {
    check: failures.check,
    count(who) {
      metrics.count('docgraph_sign_in_failures_total', { kind });
      return failures.count(who);
    },
  };
}

/**
 * Returns a limit of refused access tokens that also counts them in the metrics. Without metrics, returns the limit
 * itself.
 */
export function countRefusedTokens(refusedToken: CountAttempt, metrics: Metrics | undefined): CountAttempt {
  if (!metrics) return refusedToken;
  return (who) => {
    metrics.count('docgraph_sign_in_failures_total', { kind: 'token' });
    return refusedToken(who);
  };
}

/**
 * How much a finding matters. `notice` is about a feature that is off. `warning` is a problem that affects only a part
 * of the server, or that may become an error. `failed` means that a check had no result. `error` means that the server fails, or will fail at its next start.
 * `skipped` means that a check does not apply, or needs something that another check reports as missing.
 */
export type Level = 'ok' | 'notice' | 'warning' | 'failed' | 'error' | 'skipped';

/** Levels from the least to the most important. */
const levels: readonly Level[] = ['ok', 'skipped', 'notice', 'warning', 'failed', 'error'];

/** Result of a check, without secrets. */
export interface Finding {
  level: Level;
  /** The fact or the problem, as a sentence. */
  summary: string;
  /** Next step for the operator, as a sentence; null if there is nothing to do. */
  action: string | null;
}

/** Returns a finding that nothing is wrong. */
export const ok = (summary: string): Finding => ({ level: 'ok', summary, action: null });

/** Returns a finding about a feature that is off. */
export const notice = (summary: string, action: string): Finding => ({ level: 'notice', summary, action });

/** Returns a finding that may become a failure. */
export const warning = (summary: string, action: string): Finding => ({ level: 'warning', summary, action });

/** Returns a finding that is a failure. */
export const fault = (summary: string, action: string): Finding => ({ level: 'error', summary, action });

/** Returns the finding of a check that failed or did not end in time. */
export const failed = (summary: string, action: string): Finding => ({ level: 'failed', summary, action });

/** Returns the finding of a check that could not run. */
export const skipped = (reason: string, action: string | null = null): Finding => ({
  level: 'skipped',
  summary: reason,
  action,
});

/** Returns the problems, or a single finding that there are none. */
export function unlessEmpty(problems: readonly Finding[], healthy: string): Finding[] {
  return problems.length > 0 ? [...problems] : [ok(healthy)];
}

/** Returns the most important level of some findings. */
export function highestLevel(findings: readonly Pick<Finding, 'level'>[]): Level {
  return levels[Math.max(0, ...findings.map(({ level }) => levels.indexOf(level)))]!;
}

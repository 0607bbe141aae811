import type { Check } from '../../../src/cli/doctor/base/check.js';
import type { Finding } from '../../../src/cli/doctor/base/finding.js';
import { runChecks } from '../../../src/cli/doctor/run-checks.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { provider } from '../../support/database.js';
import { settings } from '../../support/server-process.js';

/** Runs one check on a database, and returns its findings. */
export async function findingsOf(check: Check, url: string, env: Record<string, string> = {}): Promise<Finding[]> {
  const variables = { ...settings, DATABASE_URL: url, ...env };
  const surroundings = { env: variables, config: readConfig(variables), provider };
  const [result] = await runChecks([check], surroundings);
  return result!.findings;
}

/** Runs one check, and returns its level and its sentences as one text. */
export async function textOf(check: Check, url: string, env: Record<string, string> = {}): Promise<string> {
  const findings = await findingsOf(check, url, env);
  return findings.map(({ level, summary, action }) => `${level}: ${summary} ${action ?? ''}`.trim()).join('\n');
}

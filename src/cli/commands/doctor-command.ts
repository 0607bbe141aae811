import { packageVersion } from '../../platform/base/package-path.js';
import { readConfig } from '../../platform/config/config.js';
import { providerOf } from '../../platform/db/connection/store-url.js';
import { highestLevel } from '../doctor/base/finding.js';
import { checks } from '../doctor/checks.js';
import { formatReport, type Report } from '../doctor/format-report.js';
import { runChecks } from '../doctor/run-checks.js';
import { readSettings } from '../doctor/settings.js';
import { printResult, ReportedFailure } from '../process/output.js';

/** Options of `docgraph doctor`. */
export interface DoctorOptions {
  json?: boolean;
  /** Whether the report has the settings in effect. */
  settings?: boolean;
  /** Whether warnings and failed checks count as errors. */
  strict?: boolean;
}

/**
 * `docgraph doctor`: checks the configuration, the database and the services around the server, and prints the
 * findings. Changes nothing.
 * @throws ReportedFailure if a finding is an error, or with `--strict` if it is a warning or a failed check
 */
export async function doctorCommand({ json, settings, strict }: DoctorOptions): Promise<void> {
  const { env } = process;
  const config = readConfig(env);
  const provider = providerOf(config.databaseUrl);
  const results = await runChecks(checks, { env, config, provider });
  const level = highestLevel(results);
  const report: Report = { version: packageVersion(), database: provider, level, checks: results };
  if (settings) report.settings = readSettings(env);
  printResult(report, { json, sentence: formatReport(report) });
  if (level === 'error' || (strict && (level === 'warning' || level === 'failed'))) throw new ReportedFailure();
}

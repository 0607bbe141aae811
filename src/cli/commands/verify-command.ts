import { existsSync } from 'node:fs';
import { checks } from '../../modules/lifecycle/verification/checks.js';
import { repairDatabase } from '../../modules/lifecycle/verification/repair.js';
import {
  applicableChecks,
  type VerificationOptions,
  verifyDatabase,
} from '../../modules/lifecycle/verification/verify.js';
import { listNames } from '../../platform/arrays/list-names.js';
import { AppError } from '../../platform/base/errors.js';
import { packageVersion } from '../../platform/base/package-path.js';
import { setCacheBudget } from '../../platform/cache/cache.js';
import { type Config, ConfigError, readConfig } from '../../platform/config/config.js';
import { providerOf, sqlitePath } from '../../platform/db/connection/store-url.js';
import { migrationStatus } from '../../platform/db/migrations/migrate.js';
import { openStore } from '../../platform/db/open.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { newSecret, readSecrets } from '../../platform/secrets/secret.js';
import { printJsonOr, ReportedFailure } from '../process/output.js';
import { createProgressBar } from '../process/progress-bar.js';
import { databaseOf, reachDatabase } from '../setup/open-database.js';
import { formatVerification, type VerificationReport } from '../verify/format-verification.js';

/** Maximum size of caches. Every text is read once, so a larger cache saves no time. */
const maxCacheBytes = 16 * 1_048_576;

/** Options of `docgraph verify`. */
export interface VerifyOptions {
  /** Whether to repair derived data. */
  repair?: boolean;
  json?: boolean;
}

/**
 * `docgraph verify`: checks the data of the database, with a progress bar on stderr. Changes nothing without `--repair`.
 * @throws ReportedFailure if a problem is left; ConfigError if there is no database; AppError if migrations are pending
 */
export async function verifyCommand({ repair = false, json }: VerifyOptions): Promise<void> {
  const config = readConfig(process.env);
  await checkIsMigrated(config);
  const { current, previous } = readSecrets(config);
  // A database without sealed values may have no secret yet.
  const sealer = createSealer({ current: current ?? newSecret(), previous });
  setCacheBudget(Math.min(config.cacheBytes, maxCacheBytes));
  const bar = progressBar(config);
  const options = { sealer, checks, signal: new AbortController().signal, onCheck: bar.next };
  const report = await (repair ? repairConfigured : verifyConfigured)(config, options).finally(bar.stop);
  printJsonOr(report, { json, text: () => formatVerification(report) });
  if (!report.sound) throw new ReportedFailure();
}

async function checkIsMigrated(config: Config): Promise<void> {
  const { databaseUrl } = config;
  if (providerOf(databaseUrl) === 'sqlite' && !existsSync(sqlitePath(databaseUrl))) {
    const next = 'Run the command in the folder of the server, or set DATABASE_URL to its database.';
    throw new ConfigError(`Cannot verify: there is no database at ${sqlitePath(databaseUrl)}. ${next}`);
  }
  const database = databaseOf(config);
  await reachDatabase(database);
  const { pending } = await migrationStatus({ url: database.directUrl });
  if (pending.length > 0)
    throw new AppError(
      'CONFLICT',
      `Cannot verify: migrations are pending (${listNames(pending)}). Run \`docgraph migrate\`.`,
    );
}

async function verifyConfigured(config: Config, options: VerificationOptions): Promise<VerificationReport> {
  const { url, directUrl, blobs } = databaseOf(config);
  const found = await verifyDatabase({ provider: providerOf(url), directUrl, blobs }, options);
  const outcomes = found.checks.map(({ repairs: _, ...check }) => check);
  return toReport(config, { checks: outcomes, losses: found.losses });
}

async function repairConfigured(config: Config, options: VerificationOptions): Promise<VerificationReport> {
  const store = await openStore(databaseOf(config));
  try {
    return toReport(config, await repairDatabase(store, options));
  } finally {
    await store.close();
  }
}

function toReport(
  { databaseUrl }: Config,
  result: Pick<VerificationReport, 'checks' | 'losses' | 'failures'>,
): VerificationReport {
  const sound = result.checks.every(({ problems }) => problems === 0);
  return { version: packageVersion(), database: providerOf(databaseUrl), sound, ...result };
}

/** Returns the progress bar of a verification. */
function progressBar({ databaseUrl }: Config): { next(check: string): void; stop(): void } {
  const bar = createProgressBar('check {value} of {total}: {check}');
  const { length } = applicableChecks(checks, providerOf(databaseUrl));
  bar.start(length, 0, { check: '' });
  let begun = 0;
  // A repair runs the checks several times.
  return { next: (check) => bar.update((begun++ % length) + 1, { check }), stop: () => bar.stop() };
}

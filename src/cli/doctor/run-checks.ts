import { compareMigrations } from '../../platform/db/migrations/migration-status.js';
import type { Check, DatabaseCheck, DatabaseSurroundings, Surroundings } from './base/check.js';
import { type Finding, failed, highestLevel, type Level, skipped } from './base/finding.js';
import { reasonOf } from './base/units.js';
import { openForChecks } from './open-database.js';

/** Findings of one check. */
export interface CheckResult {
  name: string;
  /** The most important level of the findings. */
  level: Level;
  findings: Finding[];
}

const defaultTimeout = 10_000;

const tryAgain =
  'Run the check again; if it still fails, look for the cause in this message and in the log of the server.';

/**
 * Runs checks concurrently, each with its timeout, and returns their results in the same order. A check that does not
 * apply to the database is left out. A check that fails does not affect the others.
 */
export async function runChecks(checks: readonly Check[], surroundings: Surroundings): Promise<CheckResult[]> {
  const applicable = checks.filter(({ provider }) => provider === undefined || provider === surroundings.provider);
  const opened = await openForChecks(surroundings);
  const run = createRunner(surroundings, opened);
  const results = new Map<string, Finding[]>();
  const note = async (check: Check): Promise<void> => void results.set(check.name, await run(check));
  try {
    await Promise.all(applicable.filter((check) => !isLast(check)).map(note));
    for (const check of applicable.filter(isLast)) await note(check);
  } finally {
    if ('close' in opened) await opened.close();
  }
  return applicable.map(({ name }) => {
    const findings = results.get(name)!;
    return { name, level: highestLevel(findings), findings };
  });
}

function isLast(check: Check): boolean {
  return check.needs !== 'nothing' && check.isLast === true;
}

/** Returns the function that runs one check. */
function createRunner(surroundings: Surroundings, opened: DatabaseSurroundings['database'] | Finding) {
  if (!('close' in opened))
    return async (check: Check): Promise<Finding[]> => {
      if (check.needs === 'nothing') return attempt(check, () => check.run(surroundings));
      return [check.name === 'database' ? opened : skipped('The database cannot be read.')];
    };
  const withDatabase = { ...surroundings, database: opened };
  const obstacle = obstacleToTables(withDatabase);
  return async (check: Check): Promise<Finding[]> => {
    if (check.needs === 'nothing') return attempt(check, () => check.run(surroundings));
    return attempt(check, () => runOnDatabase(check, withDatabase, obstacle));
  };
}

async function runOnDatabase(
  check: DatabaseCheck,
  surroundings: DatabaseSurroundings,
  obstacle: Promise<string | null>,
): Promise<Finding[]> {
  const reason = check.needs === 'tables' ? await obstacle : null;
  return reason === null ? check.run(surroundings) : [skipped(reason)];
}

/** Returns the reason why the tables cannot be read; null if they can. */
async function obstacleToTables({ database }: DatabaseSurroundings): Promise<string | null> {
  try {
    const { pending } = await compareMigrations(database.runner);
    return pending.length > 0 ? 'Migrations are pending.' : null;
  } catch (error) {
    return `The tables cannot be read: ${reasonOf(error)}.`;
  }
}

async function attempt(
  { timeout = defaultTimeout }: Check,
  run: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    const finding = failed(`The check did not end within ${timeout / 1_000} s.`, tryAgain);
    timer = setTimeout(resolve, timeout, [finding]);
  });
  try {
    return await Promise.race([Promise.resolve().then(run), late]);
  } catch (error) {
    return [failed(`The check failed: ${reasonOf(error)}.`, tryAgain)];
  } finally {
    clearTimeout(timer);
  }
}

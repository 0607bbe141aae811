import { listNames } from '../../../platform/arrays/list-names.js';
import { compareMigrations, describeChanged } from '../../../platform/db/migrations/migration-status.js';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, fault, unlessEmpty } from '../base/finding.js';

/** Compares the migrations of the database with those of this version. */
export const checkMigrations: DatabaseCheck = {
  name: 'migrations',
  about: 'migrations that are pending, were changed, or are of a newer version; an unfinished move',
  needs: 'database',
  async run({ database }) {
    const { applied, pending, unknown, changed, moveFrom } = await compareMigrations(database.runner);
    const problems: Finding[] = [];
    if (moveFrom !== null)
      problems.push(
        fault(`A move from ${moveFrom} to the database is not finished.`, 'Run `docgraph move` with them again.'),
      );
    if (pending.length > 0)
      problems.push(fault(`Migrations are pending: ${listNames(pending)}.`, 'Run `docgraph migrate`.'));
    if (unknown.length > 0)
      problems.push(
        fault(
          `A newer version has migrated the database: ${listNames(unknown.map(({ name }) => name))}.`,
          'Install at least that version, or restore a backup.',
        ),
      );
    for (const one of changed) {
      const [problem, action] = describeChanged(one).split(': ');
      problems.push(fault(`${problem}.`, `Install the package again, or ${action}.`));
    }
    return unlessEmpty(problems, `All ${applied.length} migrations are applied.`);
  },
};

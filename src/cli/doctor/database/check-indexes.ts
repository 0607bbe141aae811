import { listNames } from '../../../platform/arrays/list-names.js';
import { findIndexProblems } from '../../../platform/db/inspection/index-names.js';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, fault, unlessEmpty } from '../base/finding.js';

/** Checks that all indexes of the migrations exist, and that Postgres uses them. */
export const checkIndexes: DatabaseCheck = {
  name: 'indexes',
  about: 'whether all indexes that the migrations create exist and are valid',
  needs: 'tables',
  async run({ database: { read } }) {
    const { expected, missing, invalid } = await findIndexProblems(read);
    const problems: Finding[] = [];
    if (missing.length > 0)
      problems.push(fault(`Indexes are missing: ${listNames(missing)}.`, 'Run `docgraph verify --repair`.'));
    if (invalid.length > 0)
      problems.push(
        fault(
          `Postgres does not use these indexes, because their build was interrupted: ${listNames(invalid)}.`,
          'Run `docgraph verify --repair`.',
        ),
      );
    return unlessEmpty(problems, `All ${expected} indexes exist and are valid.`);
  },
};

import { AppError } from '../../../platform/base/errors.js';
import { checkServingRights } from '../../../platform/db/postgres/postgres-rights.js';
import type { DatabaseCheck } from '../base/check.js';
import { fault, ok } from '../base/finding.js';

/** Checks that the role may read and write all tables. */
export const checkRights: DatabaseCheck = {
  name: 'rights',
  about: 'whether the role of `DATABASE_URL` may read and write all tables',
  needs: 'database',
  provider: 'postgresql',
  async run({ config: { databaseUrl, databaseDirectUrl } }) {
    try {
      for (const url of new Set([databaseUrl, databaseDirectUrl])) await checkServingRights(url);
      return [ok('The role may read and write all tables.')];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [problem, manual] = error.message.split('; ');
      return [fault(`${problem}.`, `Grant these rights: ${manual}.`)];
    }
  },
};

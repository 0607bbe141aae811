import { AppError } from '../../../platform/base/errors.js';
import { inspectPooledSession } from '../../../platform/db/inspection/pooled-session.js';
import type { DatabaseCheck } from '../base/check.js';
import { fault, ok, skipped } from '../base/finding.js';

/** Checks the settings of sessions that a pooler provides. */
export const checkPooler: DatabaseCheck = {
  name: 'pooler',
  about: 'settings of the sessions at `DATABASE_URL`, if `DATABASE_DIRECT_URL` is another address',
  needs: 'database',
  provider: 'postgresql',
  async run({ config: { databaseUrl, databaseDirectUrl } }) {
    if (databaseUrl === databaseDirectUrl) return [skipped('No pooler is configured.')];
    try {
      await inspectPooledSession(databaseUrl);
      return [ok('The sessions of the pooler have the settings that docgraph needs.')];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [fault(`${error.message}.`, 'Set `connect_query`: docs/operating.md, Use a pooler, has its value.')];
    }
  },
};

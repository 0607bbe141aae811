import { countUndecryptable } from '../../../modules/sites/secrets/sealed-rows.js';
import { createSealer } from '../../../platform/secrets/sealed.js';
import { newSecret, readSecrets } from '../../../platform/secrets/secret.js';
import { describeUndecryptable } from '../../setup/open-secrets.js';
import type { DatabaseCheck } from '../base/check.js';
import { fault, notice, ok } from '../base/finding.js';

/** Opens all sealed values of the database with the configured secrets. Writes no secret. */
export const checkSecret: DatabaseCheck = {
  name: 'secret',
  about: 'whether `SECRET` or `SECRET_PREVIOUS` opens every sealed value',
  needs: 'tables',
  timeout: 30_000,
  async run({ config, database }) {
    const { current, previous } = readSecrets(config);
    const sealer = createSealer({ current: current ?? newSecret(), previous });
    const undecryptable = await countUndecryptable(database.read, sealer);
    if (undecryptable.length > 0) {
      const [problem, ...next] = describeUndecryptable(undecryptable, config).split('. ');
      return [fault(`The secret is wrong: ${problem}.`, next.join('. '))];
    }
    if (current === null)
      return [notice('The database has no secret yet.', 'Start the server once, or set SECRET or SECRET_FILE.')];
    const sealed = 'The secret opens every sealed value.';
    return previous === null
      ? [ok(sealed)]
      : [
          notice(
            `${sealed} SECRET_PREVIOUS is still set.`,
            'Run `docgraph secrets rotate` after all servers have the new SECRET, then remove SECRET_PREVIOUS.',
          ),
        ];
  },
};

import { findEqualAddresses } from '../../modules/identity/users/find-equal-addresses.js';
import type { Store } from '../../platform/db/write/store.js';

/**
 * Reports each pair of users whose e-mail addresses are equal once normalized, as a line on stderr. It changes nothing.
 */
export async function reportEqualAddresses(store: Store): Promise<void> {
  for (const { stored, normalized, users } of await findEqualAddresses(store)) {
    process.stderr.write(
      `docgraph: the e-mail address ${JSON.stringify(stored)} of ${users[1]} is equal to that of ${users[0]} once ` +
        `normalized (${normalized}). Nothing was changed; each is found by its exact address.\n`,
    );
  }
}

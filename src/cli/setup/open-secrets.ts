import { countUndecryptable, type UndecryptableCount } from '../../modules/sites/secrets/sealed-rows.js';
import { type Config, ConfigError } from '../../platform/config/config.js';
import type { Store } from '../../platform/db/write/store.js';
import { createSealer, type Secrets } from '../../platform/secrets/sealed.js';
import { newSecret, readSecrets, secretPath, writeSecret } from '../../platform/secrets/secret.js';

/**
 * Reads the secrets, and checks that they decrypt every encrypted value of the database, which must be migrated. If
 * there is no secret on SQLite, it writes a new secret file after that check. It writes none if the check fails: the
 * new secret could be mistaken for the lost one.
 * @throws ConfigError as `readSecrets`, and if a value cannot be decrypted with either secret
 */
export async function openSecrets(config: Config, store: Store): Promise<Secrets> {
  const { current, previous } = readSecrets(config);
  const secrets = { current: current ?? newSecret(), previous };
  const undecryptable = await countUndecryptable(store.read, createSealer(secrets));
  if (undecryptable.length > 0)
    throw new ConfigError(`Cannot use SECRET: ${describeUndecryptable(undecryptable, config)}`);
  return current === null ? { current: writeSecret(config, secrets.current), previous } : secrets;
}

/** Returns the reason and the next step for an error message, if values cannot be decrypted. */
export function describeUndecryptable(
  undecryptable: UndecryptableCount[],
  config: Pick<Config, 'databaseUrl'>,
): string {
  const kinds = undecryptable.map(({ noun, count }) => `${noun}: ${count}`).join(', ');
  const path = secretPath(config);
  const file = path === null ? '' : `, or restore ${path}`;
  return `the database has values that neither SECRET nor SECRET_PREVIOUS opens (${kinds}). Set SECRET_PREVIOUS to the secret that sealed them${file}. If that secret is lost, run \`docgraph secrets rotate --replace-lost\`.`;
}

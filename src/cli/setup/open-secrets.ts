import { countUnreadable, type Unreadable } from '../../modules/sites/secrets/sealed-rows.js';
import { type Config, ConfigError } from '../../platform/config/config.js';
import type { Store } from '../../platform/db/write/store.js';
import { createSealer, type Secrets } from '../../platform/secrets/sealed.js';
import { newSecret, readSecrets, secretPath, writeSecret } from '../../platform/secrets/secret.js';

/**
 * Reads the secrets and checks that they open every sealed value of the database, which is up to date. On SQLite it
 * then writes a new secret if there is none. A failed check writes no secret file, since it would look like the right
 * one.
 * @throws ConfigError as `readSecrets`, and if a value opens with neither secret
 */
export async function openSecrets(config: Config, store: Store): Promise<Secrets> {
  const { current, previous } = readSecrets(config);
  const secrets = { current: current ?? newSecret(), previous };
  const unreadable = await countUnreadable(store.read, createSealer(secrets));
  if (unreadable.length > 0) throw new ConfigError(`Cannot use SECRET: ${describeUnreadable(unreadable, config)}`);
  return current === null ? { current: writeSecret(config, secrets.current), previous } : secrets;
}

/** Returns a text about the values that cannot be opened, and the next step. */
export function describeUnreadable(unreadable: Unreadable[], config: Pick<Config, 'databaseUrl'>): string {
  const kinds = unreadable.map(({ noun, count }) => `${noun}: ${count}`).join(', ');
  const path = secretPath(config);
  const file = path === null ? '' : `, or restore ${path}`;
  return `the database has values that neither SECRET nor SECRET_PREVIOUS opens (${kinds}). Set SECRET_PREVIOUS to the secret that sealed them${file}. If that secret is lost, run \`docgraph secrets rotate --replace-lost\`.`;
}

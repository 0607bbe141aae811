import type { Operator } from '../../access/viewer.js';
import { operatorOf } from '../../modules/identity/tokens/bootstrap.js';
import { type Config, readConfig } from '../../platform/config/config.js';
import type { Store } from '../../platform/db/write/store.js';
import { checkDatabaseExists } from './new-database.js';
import { databaseOf, openDatabase } from './open-database.js';

/** Context of a command: the configuration, the database, and the operator as the actor. */
export interface Session {
  config: Config;
  store: Store;
  viewer: Operator;
}

/**
 * Runs a command with the configured database. It applies pending migrations before, and closes the database
 * afterwards.
 */
export async function withSession<Result>(command: (session: Session) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  await checkDatabaseExists(config, { asks: true });
  const { store } = await openDatabase(databaseOf(config));
  try {
    return await command({ config, store, viewer: await operatorOf(store) });
  } finally {
    await store.close();
  }
}

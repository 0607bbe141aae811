import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.mjs';
import { withFolder } from '../world.mjs';

/**
 * Runs a function with `newDatabase(kind)`, which returns the address of an empty database on `sqlite` or `postgresql`.
 * Starts Postgres before its first database, and stops it at the end.
 */
export function withNewDatabases(run) {
  return withFolder(async (folder) => {
    let [count, postgres] = [0, undefined];
    const kinds = {
      sqlite: async (name) => `file:${join(folder, `${name}.db`)}`,
      async postgresql(name) {
        postgres ??= await startPostgres();
        return postgres.createDatabase(name);
      },
    };
    try {
      return await run((kind) => kinds[kind](`bench_${++count}`));
    } finally {
      await postgres?.stop();
    }
  });
}

import {
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { DB } from '../generated/types.js';
import type { Provider } from './runner.js';

/** The builder of a database's queries. It compiles; a `Queries` runs what it compiled. */
export type Sql = Kysely<DB>;

/** The one builder of a provider; it has no connection, and executing a query through it throws. */
export function sqlFor(provider: Provider): Sql {
  return builders[provider];
}

const builders: Record<Provider, Sql> = {
  sqlite: new Kysely<DB>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: compileOnly,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgresql: new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: compileOnly,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

/** Kysely's own driver without a database answers every query with no rows, which reads like an empty table. */
function compileOnly(): Driver {
  const driver = new DummyDriver();
  driver.acquireConnection = () =>
    Promise.reject(new Error('This builder only compiles: pass the query to queries.all() instead of executing it'));
  return driver;
}

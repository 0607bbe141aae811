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

/** The query builder of a database. It only compiles queries; `Queries` runs them. */
export type Sql = Kysely<DB>;

/** Returns the query builder of a provider. It has no connection, so executing a query with it throws. */
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

/** Returns a driver that refuses to run queries. `DummyDriver` would return no rows, as if the table were empty. */
function compileOnly(): Driver {
  const driver = new DummyDriver();
  driver.acquireConnection = () =>
    Promise.reject(new Error('This builder only compiles: pass the query to queries.all() instead of executing it'));
  return driver;
}

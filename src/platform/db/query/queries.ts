import { type CompiledQuery, type Expression, type SqlBool, sql } from 'kysely';
import { announce, type OnBatch } from './batch.js';
import { type Decode, type Decoding, decodeRows } from './decode.js';
import { isOneOf, listParameter } from './in-list.js';
import { type PerKey, runPerKey } from './per-key.js';
import type { Provider, Runner } from './runner.js';
import { type Sql, sqlFor } from './sql.js';

/** A query of Kysely: a builder of `Queries.sql`, or the template `sql`. */
export interface Query<Row> {
  compile(builder: Sql): CompiledQuery<Row>;
}

/** Typed reads over one connection. Each call of `all`, `first` or `perKey` is one batch. */
export interface Queries {
  readonly provider: Provider;
  /** Builds the queries; see `Sql`. */
  readonly sql: Sql;
  /** All rows of a query, in its order. `decode` names the kinds of computed columns. */
  all<Row>(query: Query<Row>, decode?: Decode<Row>, prototype?: Decoding<Row>['prototype']): Promise<Row[]>;
  /** The first row of a query; undefined where there is none. */
  first<Row>(query: Query<Row>, decode?: Decode<Row>): Promise<Row | undefined>;
  /** The rows of one query for each of many keys, in one batch; see `PerKey`. */
  perKey<Row>(request: PerKey<Row>): Promise<Row[][]>;
  /** The condition `column in values`: one parameter, however many values there are. */
  inList(column: string | Expression<unknown>, values: readonly (string | number)[]): Expression<SqlBool>;
}

/** Makes the reads of a connection; `onBatch` counts them. */
export function createQueries(runner: Runner, onBatch: OnBatch = () => {}): Queries {
  const builder = sqlFor(runner.provider);
  async function all<Row>(
    query: Query<Row>,
    decode?: Decode<Row>,
    prototype?: Decoding<Row>['prototype'],
  ): Promise<Row[]> {
    const compiled = query.compile(builder);
    announce(compiled, onBatch);
    return decodeRows(await runner.run(compiled), { decode, prototype });
  }
  return {
    provider: runner.provider,
    sql: builder,
    all,
    first: async (query, decode) => (await all(query, decode))[0],
    perKey: (request) => runPerKey(request, runner, onBatch),
    inList: (column, values) => {
      const compared = typeof column === 'string' ? sql.ref(column) : column;
      return isOneOf(runner.provider, compared, listParameter(runner.provider, values));
    },
  };
}

import { type CompiledQuery, type Expression, type SqlBool, sql } from 'kysely';
import type { BlobStorage } from '../../object-storage/blob-storage.js';
import { type OnBatch, reportBatch, reportEnd, rowCount } from './batch.js';
import { type Decode, type Decoding, decodeRows } from './decode.js';
import { isOneOf, listParameter } from './in-list.js';
import { type PerKey, runPerKey } from './per-key.js';
import type { Provider, Runner } from './runner.js';
import { type Sql, sqlFor } from './sql.js';

/** A query of Kysely: built with `Queries.sql`, or an `sql` template. */
export interface Query<Row> {
  compile(builder: Sql): CompiledQuery<Row>;
}

/** Typed reads over one connection. Each call of `all`, `first` or `perKey` is one batch. */
export interface Queries {
  readonly provider: Provider;
  /** Object storage of the blobs whose rows have no bytes; null if there is none. */
  readonly blobs: BlobStorage | null;
  /** Query builder; see `Sql`. */
  readonly sql: Sql;
  /** Returns all rows of a query, in its order. `decode` contains the kinds of computed columns. */
  all<Row>(query: Query<Row>, decode?: Decode<Row>, prototype?: Decoding<Row>['prototype']): Promise<Row[]>;
  /** Returns the first row of a query; undefined if there is none. */
  first<Row>(query: Query<Row>, decode?: Decode<Row>): Promise<Row | undefined>;
  /** Returns the rows of a query for each of many keys, in one batch; see `PerKey`. */
  perKey<Row>(request: PerKey<Row>): Promise<Row[][]>;
  /** Returns the condition that a column is one of some values, with one parameter for any number of values. */
  inList(column: string | Expression<unknown>, values: readonly (string | number)[]): Expression<SqlBool>;
}

/** Other parts of the reads of a connection. */
export interface QueriesOptions {
  /** Called for each batch. */
  onBatch?: OnBatch | undefined;
  /** See `Queries.blobs`; default: null. */
  blobs?: BlobStorage | null | undefined;
}

/** Creates the reads of a connection. */
export function createQueries(runner: Runner, { onBatch = () => {}, blobs = null }: QueriesOptions = {}): Queries {
  const builder = sqlFor(runner.provider);
  async function all<Row>(
    query: Query<Row>,
    decode?: Decode<Row>,
    prototype?: Decoding<Row>['prototype'],
  ): Promise<Row[]> {
    const compiled = query.compile(builder);
    const batch = reportBatch(compiled, onBatch);
    const running = runner.run(compiled);
    return decodeRows(await (batch.end ? reportEnd(batch, running, rowCount) : running), { decode, prototype });
  }
  return {
    provider: runner.provider,
    blobs,
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

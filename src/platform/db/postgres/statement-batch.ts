import pg from 'pg';
import type { ResultSet, Statement } from '../query/runner.js';
import { type Column, type ResultShape, resultShape } from './postgres-types.js';

/** A statement, and the name under which a connection caches its plan; the name is undefined if it is not cached. */
export interface NamedStatement extends Pick<Statement, 'sql' | 'parameters'> {
  name: string | undefined;
}

/** Result of a statement, with Postgres' command tag, such as `COMMIT`. */
export interface StatementResult extends ResultSet {
  command: string;
}

/**
 * Sends statements as one batch, on a connection that pipelines (`pipeline` of pg). A batch is several statements of
 * the extended protocol under one Sync. Returns a promise for each statement, which rejects with the error of pg. After
 * a failure, Postgres runs no further statement of the batch, and all of them reject with the same error.
 */
export function sendBatch(client: pg.ClientBase, statements: readonly NamedStatement[]): Promise<StatementResult>[] {
  const sent: SentStatement[] = [];
  try {
    const results = statements.map(({ sql, name, parameters }) => {
      const values = parameters.map((parameter) => utils.prepareValue(parameter));
      return new Promise<StatementResult>((resolve, reject) => sent.push({ sql, name, values, resolve, reject }));
    });
    client.query(new StatementBatch(sent) as object as pg.Submittable);
    return results;
  } catch (error) {
    return statements.map(() => Promise.reject(error));
  }
}

/**
 * Reports whether a named statement was already sent on a connection. Returns true for a statement without a name,
 * because it never stays prepared.
 */
export function isPrepared(client: pg.ClientBase, { name }: NamedStatement): boolean {
  const { connection } = client as object as { connection: Connection };
  return name === undefined || isSentBefore(connection, name);
}

function isSentBefore({ parsedStatements, submittedNamedStatements }: Connection, name: string): boolean {
  return name in parsedStatements || name in submittedNamedStatements;
}

type Value = string | Buffer | null | undefined;

/** Encoder of parameters. pg exports `utils`, but its types do not declare it. */
const { utils } = pg as object as { utils: { prepareValue(parameter: unknown): Value } };

/** A statement of a batch, and the promise of its result. */
interface SentStatement {
  sql: string;
  name: string | undefined;
  values: Value[];
  resolve(answer: StatementResult): void;
  reject(error: unknown): void;
}

/** The members of a pg query that a batch uses; the types of pg lack most of them. */
interface PgQuery {
  /**
   * Name and text of the statement whose result is next. pg records them when the connection has parsed the statement.
   */
  name: string | undefined;
  text: string;
  /** Ends the query, so that pg sends the next query. */
  callback(error?: unknown): void;
}

const PgQuery = pg.Query as object as new (text: string, values: readonly unknown[], callback: () => void) => PgQuery;

/** The members of a pg connection that a batch uses. */
interface Connection extends Pick<pg.Connection, 'parse' | 'bind' | 'describe' | 'execute' | 'sync'> {
  _send(bytes: Buffer): unknown;
  /** SQL by statement name: statements that the server has parsed, and statements that were already sent. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/**
 * Shapes of the results of named statements. Each connection has its own, because after a migration another connection
 * may get other columns. A statement is described once per connection.
 */
type Shapes = Map<string, ResultShape>;

const shapesByConnection = new WeakMap<Connection, Shapes>();

function resultShapesOf(connection: Connection): Shapes {
  const existing = shapesByConnection.get(connection) ?? new Map();
  shapesByConnection.set(connection, existing);
  return existing;
}

const noColumns = resultShape([]);

/**
 * A pg query with several statements under one Sync. A named statement is described only once per connection. By
 * default, pg describes it on each call, which costs as much as the rows of a short result. Rows are arrays, and the
 * batch is one write to the socket.
 */
class StatementBatch extends PgQuery {
  readonly #statements: readonly SentStatement[];
  /** Index of the statement whose result is next. */
  #at = 0;
  #shape = noColumns;
  #rows: unknown[][] = [];
  /** Error of a row that could not be parsed. */
  #unreadable: unknown;
  #shapes: Shapes = new Map();

  constructor(statements: readonly SentStatement[]) {
    super('', [], () => {});
    this.#statements = statements;
  }

  submit(connection: Connection): null {
    this.#shapes = resultShapesOf(connection);
    const buffers: Buffer[] = [];
    const buffering = Object.create(connection, { _send: { value: (bytes: Buffer) => buffers.push(bytes) } });
    for (const statements of this.#statements) writeStatement(statements, buffering, this.#shapes);
    buffering.sync();
    connection._send(Buffer.concat(buffers));
    this.#turnTo(0);
    return null;
  }

  #turnTo(index: number): void {
    const { name, sql } = this.#statements[index] ?? { name: undefined, sql: '' };
    [this.#at, this.name, this.text] = [index, name, sql];
    this.#shape = (name === undefined ? undefined : this.#shapes.get(name)) ?? noColumns;
    this.#rows = [];
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#shape = resultShape(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { parsers } = this.#shape;
    try {
      this.#rows.push(fields.map((text, index) => (text === null ? null : parsers[index]!(text))));
    } catch (error) {
      this.#unreadable = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name, resolve, reject } = this.#statements[this.#at]!;
    const { names, kinds } = this.#shape;
    if (name !== undefined) this.#shapes.set(name, this.#shape);
    if (this.#unreadable) reject(this.#unreadable);
    else resolve({ names, kinds, rows: this.#rows, command: text });
    this.#unreadable = undefined;
    this.#turnTo(this.#at + 1);
  }

  /** Postgres sends an EmptyQueryResponse for a statement without SQL, such as a comment. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: unknown, { parsedStatements, submittedNamedStatements }: Connection): void {
    for (const { name } of this.#statements.slice(this.#at)) {
      // Postgres has skipped these statements, so they must be sent again.
      if (name !== undefined && !(name in parsedStatements)) delete submittedNamedStatements[name];
    }
    this.#refuseRest(error);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#refuseRest(new Error('Postgres did not answer all statements'));
    this.callback();
  }

  #refuseRest(error: unknown): void {
    for (const { reject } of this.#statements.slice(this.#at)) reject(error);
  }
}

function writeStatement({ sql, name, values }: SentStatement, to: Connection, shapesByConnection: Shapes): void {
  const isSent = name !== undefined && isSentBefore(to, name);
  if (!isSent) to.parse({ text: sql, name: name ?? '', types: [] }, true);
  if (!isSent && name !== undefined) to.submittedNamedStatements[name] = sql;
  to.bind({ statement: name ?? '', values }, true);
  if (name === undefined || !shapesByConnection.has(name)) to.describe({ type: 'P', name: '' }, true);
  to.execute({}, true);
}

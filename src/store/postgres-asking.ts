import pg from 'pg';
import { type AnswerShape, type Column, shapeOf } from './postgres-types.js';
import type { ResultSet, Statement } from './runner.js';

/** A statement, and the name under which a connection keeps its plan, where it has one. */
export interface NamedStatement extends Pick<Statement, 'sql' | 'parameters'> {
  name: string | undefined;
}

/**
 * Asks something on a connection that sends without waiting (`pipeline` of pg).
 * @throws what pg throws
 */
export function askPostgres(client: pg.ClientBase, statement: NamedStatement): Promise<ResultSet> {
  return new Promise((resolve, reject) => {
    const query: Asking = new Asking(statement, (error) => (error ? reject(error) : resolve(query.answer())));
    client.query(query as object as pg.Submittable);
  });
}

/** What we use of a query of pg, of which its types tell little. */
interface PgQuery {
  name: string | undefined;
  /** Set where an answer cannot be read, which is told at its end. */
  _canceledDueToError: unknown;
  prepare(connection: Connection): void;
}

/** What we use of a connection of pg. */
interface Connection {
  _send(bytes: Buffer): unknown;
}

type Callback = (error?: Error | null) => void;

const PgQuery = pg.Query as object as new (text: string, values: readonly unknown[], callback: Callback) => PgQuery;

/** How statements are put on a connection. */
interface Sending {
  /** Shapes of the answers to what has a name: each connection is told them once, for the next may find other columns. */
  shapes: Map<string, AnswerShape>;
  /** What a statement is sent in. */
  pieces: Buffer[];
  /** The connection as one that gathers the pieces; and as one that asks for no columns. */
  gathering: Connection;
  undescribed: Connection;
}

const sendings = new WeakMap<Connection, Sending>();

function sendingOn(connection: Connection): Sending {
  const known = sendings.get(connection);
  if (known) return known;
  const pieces: Buffer[] = [];
  const gathering = Object.create(connection, { _send: { value: (bytes: Buffer) => pieces.push(bytes) } });
  const undescribed = Object.create(gathering, { describe: { value() {} } });
  const made = { shapes: new Map<string, AnswerShape>(), pieces, gathering, undescribed };
  sendings.set(connection, made);
  return made;
}

const noColumns = shapeOf([]);

/**
 * A query of pg, but that what has a name is described once on each connection, that its rows are arrays, and that it is sent in
 * one piece: the columns that pg reads and keeps anew each time cost as much as the rows of a short answer.
 */
class Asking extends PgQuery {
  #shape = noColumns;
  readonly #rows: unknown[][] = [];
  #shapes: Map<string, AnswerShape> | undefined;

  constructor({ sql, parameters, name }: NamedStatement, callback: Callback) {
    super(sql, parameters, callback);
    this.name = name;
  }

  answer(): ResultSet {
    const { names, kinds } = this.#shape;
    return { names, kinds, rows: this.#rows };
  }

  override prepare(connection: Connection): void {
    const { shapes, pieces, gathering, undescribed } = sendingOn(connection);
    const known = this.name === undefined ? undefined : shapes.get(this.name);
    this.#shapes = shapes;
    this.#shape = known ?? noColumns;
    super.prepare(known ? undescribed : gathering);
    connection._send(Buffer.concat(pieces));
    pieces.length = 0;
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#shape = shapeOf(fields);
    if (this.name !== undefined) this.#shapes?.set(this.name, this.#shape);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { parsers } = this.#shape;
    try {
      this.#rows.push(fields.map((text, index) => (text === null ? null : parsers[index]!(text))));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  handleCommandComplete(): void {}
}

import pg from 'pg';
import type { ResultSet, Statement } from '../query/runner.js';
import { type AnswerShape, type Column, shapeOf } from './postgres-types.js';

/** A statement, and the name under which a connection keeps its plan, where it has one. */
export interface NamedStatement extends Pick<Statement, 'sql' | 'parameters'> {
  name: string | undefined;
}

/** What Postgres has answered, and what it says to have done, such as `COMMIT`. */
export interface Answer extends ResultSet {
  command: string;
}

/**
 * Asks some things one after the other in one trip, on a connection that sends without waiting (`pipeline` of pg). Each has a
 * promise of its own, which rejects with what pg throws. What fails ends the trip: nothing behind it is run, and each of those
 * fails alike.
 */
export function askTogether(client: pg.ClientBase, statements: readonly NamedStatement[]): Promise<Answer>[] {
  const asked: Asked[] = [];
  try {
    const answers = statements.map(({ sql, name, parameters }) => {
      const values = parameters.map((parameter) => utils.prepareValue(parameter));
      return new Promise<Answer>((resolve, reject) => asked.push({ sql, name, values, resolve, reject }));
    });
    client.query(new Trip(asked) as object as pg.Submittable);
    return answers;
  } catch (error) {
    return statements.map(() => Promise.reject(error));
  }
}

/** Whether a connection was sent what has a name before; what has none is sent whole each time. */
export function knows(client: pg.ClientBase, { name }: NamedStatement): boolean {
  const { connection } = client as object as { connection: Connection };
  return name === undefined || isSentBefore(connection, name);
}

function isSentBefore({ parsedStatements, submittedNamedStatements }: Connection, name: string): boolean {
  return name in parsedStatements || name in submittedNamedStatements;
}

type Value = string | Buffer | null | undefined;

/** Parameters as they are sent; pg has it, its types do not. */
const { utils } = pg as object as { utils: { prepareValue(parameter: unknown): Value } };

/** A statement that was asked. */
interface Asked {
  sql: string;
  name: string | undefined;
  values: Value[];
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** What we use of a query of pg, of which its types tell little. */
interface PgQuery {
  /** Those of the statement that is answered next: pg keeps whether a connection has understood what has a name. */
  name: string | undefined;
  text: string;
  /** Called at its end: pg waits no longer then. */
  callback(error?: unknown): void;
}

const PgQuery = pg.Query as object as new (text: string, values: readonly unknown[], callback: () => void) => PgQuery;

/** What we use of a connection of pg. */
interface Connection extends Pick<pg.Connection, 'parse' | 'bind' | 'describe' | 'execute' | 'sync'> {
  _send(bytes: Buffer): unknown;
  /** Texts by name, of what it has understood and of what it was sent. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/** Shapes of the answers to what has a name: each connection is told them once, for the next may find other columns. */
type Shapes = Map<string, AnswerShape>;

const shapes = new WeakMap<Connection, Shapes>();

function shapesOn(connection: Connection): Shapes {
  const known = shapes.get(connection) ?? new Map();
  shapes.set(connection, known);
  return known;
}

const noColumns = shapeOf([]);

/**
 * A query of pg, but that it has several statements, which Postgres answers in one piece; that what has a name is described once on
 * each connection; that its rows are arrays; and that it is sent in one piece: the columns that pg reads and keeps anew each time
 * cost as much as the rows of a short answer.
 */
class Trip extends PgQuery {
  readonly #asked: readonly Asked[];
  /** Which of them is answered next, and what of its answer has come. */
  #at = 0;
  #shape = noColumns;
  #rows: unknown[][] = [];
  /** Why its rows cannot be read. */
  #unreadable: unknown;
  #shapes: Shapes = new Map();

  constructor(asked: readonly Asked[]) {
    super('', [], () => {});
    this.#asked = asked;
  }

  submit(connection: Connection): null {
    this.#shapes = shapesOn(connection);
    const pieces: Buffer[] = [];
    const gathering = Object.create(connection, { _send: { value: (bytes: Buffer) => pieces.push(bytes) } });
    for (const asked of this.#asked) put(asked, gathering, this.#shapes);
    gathering.sync();
    connection._send(Buffer.concat(pieces));
    this.#turnTo(0);
    return null;
  }

  #turnTo(index: number): void {
    const { name, sql } = this.#asked[index] ?? { name: undefined, sql: '' };
    [this.#at, this.name, this.text] = [index, name, sql];
    this.#shape = (name === undefined ? undefined : this.#shapes.get(name)) ?? noColumns;
    this.#rows = [];
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#shape = shapeOf(fields);
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
    const { name, resolve, reject } = this.#asked[this.#at]!;
    const { names, kinds } = this.#shape;
    if (name !== undefined) this.#shapes.set(name, this.#shape);
    if (this.#unreadable) reject(this.#unreadable);
    else resolve({ names, kinds, rows: this.#rows, command: text });
    this.#unreadable = undefined;
    this.#turnTo(this.#at + 1);
  }

  /** Of a statement that has no text, such as a comment. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: unknown, { parsedStatements, submittedNamedStatements }: Connection): void {
    for (const { name } of this.#asked.slice(this.#at)) {
      // What Postgres has passed over has to be sent again.
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
    for (const { reject } of this.#asked.slice(this.#at)) reject(error);
  }
}

function put({ sql, name, values }: Asked, to: Connection, shapes: Shapes): void {
  const isSent = name !== undefined && isSentBefore(to, name);
  if (!isSent) to.parse({ text: sql, name: name ?? '', types: [] }, true);
  if (!isSent && name !== undefined) to.submittedNamedStatements[name] = sql;
  to.bind({ statement: name ?? '', values }, true);
  if (name === undefined || !shapes.has(name)) to.describe({ type: 'P', name: '' }, true);
  to.execute({}, true);
}

import { type MessagePort, workerData } from 'node:worker_threads';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlQuery } from '@prisma/driver-adapter-utils';
import type Database from 'better-sqlite3';
import type { ResultSet, Statement } from '../query/runner.js';
import { outdated } from './sqlite-outdated.js';
import { statementsOn } from './sqlite-statements.js';

// Runs in a thread of its own: has the writing connections of its process, by number, and does one call after the other.

/** What the thread is started with. */
export interface Line {
  /** Calls come from it, answers go to it. */
  port: MessagePort;
  /** One number: how many answers there were, for whoever waits for the next one. */
  answers: Int32Array;
}

/** What the thread is asked to do with one of its connections. */
export interface Call {
  /** Number of the call, which its answer repeats. */
  id: number;
  /** Number of the connection. */
  connection: number;
  method: keyof typeof methods;
  /** The path of the file, a statement, some, a script, or nothing. */
  argument: never;
}

/** What the thread answers: what the adapter gave, or the error that it threw. */
export interface Answer {
  id: number;
  result?: unknown;
  failed?: Failure;
}

/** An error as plain data: a clone of it would lose all but its message. */
export interface Failure {
  name: string;
  message: string;
  /** The driver's. */
  code: string | undefined;
  /** What an error of the adapter was made of. */
  cause: unknown;
}

/** Statements of one transaction that travel together. */
export interface Together {
  statements: readonly Statement[];
  /** They are its first ones: it begins with them, unless others have written since the last one of the connection began. */
  isFirst?: boolean;
  /** They are its last ones. */
  isLast?: boolean;
}

/** A connection: Prisma's adapter, what it has, and what runs statements on the same without it. */
interface Connection {
  adapter: SqlDriverAdapter;
  client: Database.Database;
  run(statement: Statement): ResultSet;
  /** As SQLite counts what others write, when the last transaction began. */
  version: unknown;
}

const connections = new Map<number, Connection>();

const methods = {
  async open(connection: number, path: string) {
    // The driver's own waiting would keep the other connections of the thread waiting.
    const adapter = await new PrismaBetterSqlite3({ url: path, timeout: 0 }).connect();
    const { client } = adapter as SqlDriverAdapter as SqlDriverAdapter & { client: Database.Database };
    connections.set(connection, { adapter, client, run: statementsOn(client), version: undefined });
  },
  /** Answers whether nobody else has written since the last transaction began. */
  async begin(connection: number) {
    return beginOn(connections.get(connection)!);
  },
  /** The result of the last one; the first that fails ends it. */
  async runAll(connection: number, { statements, isFirst, isLast }: Together) {
    const known = connections.get(connection)!;
    const { client, run } = known;
    if (isFirst) beginUnchanged(known);
    else if (!client.inTransaction) throw new Error('No transaction is open');
    const results = statements.map(run);
    if (isLast) client.exec('COMMIT');
    return results.at(-1);
  },
  /** Rolls back what is open. */
  async rollback(connection: number) {
    const { client } = connections.get(connection)!;
    if (client.inTransaction) client.exec('ROLLBACK');
  },
  queryRaw: (connection: number, query: SqlQuery) => connections.get(connection)!.adapter.queryRaw(query),
  executeRaw: (connection: number, query: SqlQuery) => connections.get(connection)!.adapter.executeRaw(query),
  executeScript: (connection: number, script: string) => connections.get(connection)!.adapter.executeScript(script),
  async dispose(connection: number) {
    const adapter = connections.get(connection)?.adapter;
    connections.delete(connection);
    await adapter?.dispose();
  },
};

function beginOn(connection: Connection): boolean {
  const { client, run, version } = connection;
  client.exec('BEGIN IMMEDIATE');
  [[connection.version]] = run(versionOfOthers).rows as [[unknown]];
  return connection.version === version;
}

/** What this connection commits leaves the number as it is. */
const versionOfOthers: Statement = { sql: 'PRAGMA data_version', parameters: [] };

function beginUnchanged(connection: Connection): void {
  if (beginOn(connection)) return;
  connection.client.exec('ROLLBACK');
  throw outdated();
}

async function answer({ id, connection, method, argument }: Call): Promise<Answer> {
  try {
    return { id, result: await methods[method](connection, argument) };
  } catch (error) {
    const { name, message, code, cause } = error as Failure;
    return { id, failed: { name, message, code, cause: name === 'DriverAdapterError' ? cause : undefined } };
  }
}

const { port, answers }: Line = workerData;

port.on('message', async (call: Call) => {
  port.postMessage(await answer(call));
  Atomics.add(answers, 0, 1);
  Atomics.notify(answers, 0);
});

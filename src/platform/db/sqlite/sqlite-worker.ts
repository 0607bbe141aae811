import { type MessagePort, workerData } from 'node:worker_threads';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlQuery } from '@prisma/driver-adapter-utils';
import type Database from 'better-sqlite3';
import type { ResultSet, Statement } from '../query/runner.js';
import { snapshotConflict } from './snapshot-conflict.js';
import { createStatementRunner } from './sqlite-statements.js';

// Entry point of the worker thread. It owns the writing connections of the process, which have numbers, and handles one
// call at a time.

/** The channel between the worker thread and the main thread. */
export interface ThreadChannel {
  /** Receives calls and sends responses. */
  port: MessagePort;
  /** Array of one number: how many responses were sent. A caller may wait for the next one with `Atomics.wait`. */
  answers: Int32Array;
}

/** A call of a method of one of the connections. */
export interface Call {
  /** Number of the call; its response has the same number. */
  id: number;
  /** Number of the connection. */
  connection: number;
  method: keyof typeof methods;
  /** Argument of the method: the path of the file, one or several statements, a script, or nothing. */
  argument: never;
}

/** Response of the thread: the result of the adapter, or its error. */
export interface Answer {
  id: number;
  result?: unknown;
  failed?: Failure;
}

/** An error as plain data, because a structured clone of an error contains only its message. */
export interface Failure {
  name: string;
  message: string;
  /** Error code of the driver. */
  code: string | undefined;
  /** Cause of an error of the adapter. */
  cause: unknown;
}

/** Statements of one transaction that are sent in a single message. */
export interface StatementGroup {
  statements: readonly Statement[];
  /**
   * Whether the transaction begins with these statements. They run only if no other process has written since the last
   * transaction of the connection began.
   */
  isFirst?: boolean;
  /** Whether the transaction commits after these statements. */
  isLast?: boolean;
}

/** A connection: Prisma's adapter, and functions that run statements on the same connection without it. */
interface Connection {
  adapter: SqlDriverAdapter;
  client: Database.Database;
  run(statement: Statement): ResultSet;
  /** SQLite's `data_version` when the last transaction began. It changes when another connection commits. */
  version: unknown;
}

const connections = new Map<number, Connection>();

const methods = {
  async open(connection: number, path: string) {
    // No busy timeout is set, because it would block the other connections of the thread.
    const adapter = await new PrismaBetterSqlite3({ url: path, timeout: 0 }).connect();
    const { client } = adapter as SqlDriverAdapter as SqlDriverAdapter & { client: Database.Database };
    connections.set(connection, { adapter, client, run: createStatementRunner(client), version: undefined });
  },
  /** Returns whether no other process has written since the last transaction began. */
  async begin(connection: number) {
    return beginTransaction(connections.get(connection)!);
  },
  /** Returns the result of the last statement; stops at the first one that fails. */
  async runAll(connection: number, { statements, isFirst, isLast }: StatementGroup) {
    const known = connections.get(connection)!;
    const { client, run } = known;
    if (isFirst) beginUnchanged(known);
    else if (!client.inTransaction) throw new Error('No transaction is open');
    const results = statements.map(run);
    if (isLast) client.exec('COMMIT');
    return results.at(-1);
  },
  /** Rolls back an open transaction. */
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

function beginTransaction(connection: Connection): boolean {
  const { client, run, version } = connection;
  client.exec('BEGIN IMMEDIATE');
  [[connection.version]] = run(dataVersionQuery).rows as [[unknown]];
  return connection.version === version;
}

/** Reads `data_version`, which does not change when this connection itself commits. */
const dataVersionQuery: Statement = { sql: 'PRAGMA data_version', parameters: [] };

function beginUnchanged(connection: Connection): void {
  if (beginTransaction(connection)) return;
  connection.client.exec('ROLLBACK');
  throw snapshotConflict();
}

async function answer({ id, connection, method, argument }: Call): Promise<Answer> {
  try {
    return { id, result: await methods[method](connection, argument) };
  } catch (error) {
    const { name, message, code, cause } = error as Failure;
    return { id, failed: { name, message, code, cause: name === 'DriverAdapterError' ? cause : undefined } };
  }
}

const { port, answers }: ThreadChannel = workerData;

port.on('message', async (call: Call) => {
  port.postMessage(await answer(call));
  Atomics.add(answers, 0, 1);
  Atomics.notify(answers, 0);
});

import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { DriverAdapterError, type SqlDriverAdapter, type SqlQuery } from '@prisma/driver-adapter-utils';
import { compiledFile } from '../../workers/compiled-file.js';
import { isSliceUsedUp } from '../../workers/event-loop.js';
import type { ResultSet, Statement } from '../query/runner.js';
import type { Answer, Call, Failure, Line, Together } from './sqlite-worker.js';

/** A connection to a SQLite file in the thread that has them: what takes long there, or waits for the disk, holds nobody up. */
export interface ThreadedConnection
  extends Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw' | 'executeScript' | 'dispose'> {
  /** Whether its thread has ended, and it with that: every call is refused as one of a lost connection. */
  readonly ended: boolean;
  /** Begins a transaction. Answers whether nobody else has written since the last one of this connection began. */
  begin(): Promise<boolean>;
  /**
   * Runs some statements of a transaction one after the other; the first that fails is the last. Answers the result of the last
   * one. The first of a transaction begin it, and fail, as `isOutdated` says, where others have written since the last one began.
   */
  runAll(together: Together): Promise<ResultSet>;
  /** Rolls back the transaction, where one is open. */
  rollback(): Promise<void>;
}

/** The thread of this process that has the writing connections, of all its files. */
export interface SqliteThread extends Line {
  worker: Worker;
  /** Why it has ended; undefined while it runs. */
  ended: Error | undefined;
  /** Calls so far, and connections. */
  calls: number;
  opened: number;
  underWay: Map<number, { resolve(result: never): void; reject(error: unknown): void }>;
}

let current: SqliteThread | undefined;

/** The thread, started where there is none; it keeps no process alive that has no call under way. */
export function sqliteThread(): SqliteThread {
  if (!current || current.ended) current = startThread();
  return current;
}

/**
 * Opens a connection to an existing file.
 * @throws what Prisma's adapter throws, here and in all calls; DriverAdapterError ConnectionClosed where the thread ends.
 */
export async function connectInThread(path: string): Promise<ThreadedConnection> {
  const thread = sqliteThread();
  const connection = thread.opened++;
  const call = <Result>(method: Call['method'], argument?: unknown) =>
    ask<Result>(thread, { connection, method, argument: argument as never });
  await call('open', path);
  return {
    get ended() {
      return thread.ended !== undefined;
    },
    begin: () => call('begin'),
    runAll: ({ statements, ...others }) => call('runAll', { statements: statements.map(packed), ...others }),
    rollback: () => call('rollback'),
    queryRaw: (query) => call('queryRaw', { ...query, args: withOwnBytes(query.args) }),
    executeRaw: (query) => call('executeRaw', { ...query, args: withOwnBytes(query.args) }),
    executeScript: (script) => call('executeScript', script),
    dispose: () => call<void>('dispose').catch((error) => (thread.ended ? undefined : Promise.reject(error))),
  };
}

/**
 * Milliseconds that a turn of the event loop waits for an answer. Most statements take a tenth of one, and a transaction of a
 * dozen that left the turn at each would last as many turns, which are long where many others ask.
 */
const soon = 2;

/** A statement with more arguments takes longer than that. */
const fewArguments = 200;

function startThread(): SqliteThread {
  const { port1: port, port2 } = new MessageChannel();
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const workerData: Line = { port: port2, answers };
  const worker = new Worker(compiledFile('platform/db/sqlite/sqlite-worker'), {
    workerData,
    transferList: [port2],
    execArgv: [],
  });
  const thread = { worker, port, answers, ended: undefined, calls: 0, opened: 0, underWay: new Map() };
  worker.unref();
  port.on('message', (answer: Answer) => finish(thread, answer)).unref();
  worker.on('error', (error) => end(thread, error));
  worker.on('exit', (code) => end(thread, new Error(`The thread ended with ${code}`)));
  return thread;
}

function ask<Result>(thread: SqliteThread, call: Omit<Call, 'id'>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (thread.ended) return reject(lost(thread.ended));
    const id = thread.calls++;
    const before = Atomics.load(thread.answers, 0);
    thread.port.postMessage({ id, ...call });
    if (thread.underWay.size === 0) thread.port.ref();
    thread.underWay.set(id, { resolve, reject });
    if (isShort(call) && !isSliceUsedUp()) waitShortly(thread, before);
  });
}

const shortMethods: ReadonlySet<Call['method']> = new Set(['begin', 'rollback', 'executeScript']);

function isShort({ method, argument }: Omit<Call, 'id'>): boolean {
  if (method === 'queryRaw' || method === 'executeRaw') return (argument as SqlQuery).args.length <= fewArguments;
  if (method === 'runAll')
    return (
      (argument as Together).statements.reduce((sum, { parameters }) => sum + parameters.length, 0) <= fewArguments
    );
  return shortMethods.has(method);
}

/** Takes answers that come soon, in this turn of the event loop; the others find their way in another. */
function waitShortly(thread: SqliteThread, before: number): void {
  Atomics.wait(thread.answers, 0, before, soon);
  for (let answer = receiveMessageOnPort(thread.port); answer; answer = receiveMessageOnPort(thread.port)) {
    finish(thread, answer.message);
  }
}

function finish({ port, underWay }: SqliteThread, { id, result, failed }: Answer): void {
  const call = underWay.get(id);
  underWay.delete(id);
  if (underWay.size === 0) port.unref();
  if (failed) call?.reject(errorOf(failed));
  else call?.resolve(result as never);
}

function end(thread: SqliteThread, reason: Error): void {
  thread.ended ??= reason;
  for (const { reject } of thread.underWay.values()) reject(lost(thread.ended));
  thread.underWay.clear();
}

function lost({ message }: Error): DriverAdapterError {
  const error = new DriverAdapterError({ kind: 'ConnectionClosed' });
  return Object.assign(error, { message: `The connection that writes is lost: ${message}` });
}

function errorOf({ name, message, code, cause }: Failure): Error {
  if (cause !== undefined) return new DriverAdapterError(cause as DriverAdapterError['cause']);
  return Object.assign(new Error(message), { name, code });
}

/** A statement as it is cloned. */
function packed({ sql, parameters }: Statement): Statement {
  return { sql, parameters: withOwnBytes(parameters) };
}

/** A view is cloned with all that it is a view of: some kilobytes of Node's pool, or the whole of a large file. */
function withOwnBytes(args: readonly unknown[]): unknown[] {
  return args.map((arg) => (isView(arg) ? new Uint8Array(arg) : arg));
}

function isView(arg: unknown): arg is Uint8Array {
  return arg instanceof Uint8Array && arg.byteLength < arg.buffer.byteLength;
}

import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { DriverAdapterError, type SqlDriverAdapter, type SqlQuery } from '@prisma/driver-adapter-utils';
import { compiledFile } from '../../workers/compiled-file.js';
import { isSliceUsedUp } from '../../workers/event-loop.js';
import type { ResultSet, Statement } from '../query/runner.js';
import type { Answer, Call, Failure, StatementGroup, ThreadChannel } from './sqlite-worker.js';

/**
 * A connection to a SQLite file in the thread of the writing connections. Slow statements and disks do not block
 * requests there.
 */
export interface ThreadedConnection
  extends Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw' | 'executeScript' | 'dispose'> {
  /** Whether its thread has ended. If so, all calls fail as on a lost connection. */
  readonly ended: boolean;
  /**
   * Begins a transaction. Returns whether no other process has written since the last transaction of this connection
   * began.
   */
  begin(): Promise<boolean>;
  /**
   * Runs statements of a transaction in order, until one fails. Returns the result of the last one. With `isFirst`,
   * they begin the transaction. If another process has written since the last transaction began, they then fail with a
   * snapshot conflict.
   */
  runAll(together: StatementGroup): Promise<ResultSet>;
  /** Rolls back the transaction if one is open. */
  rollback(): Promise<void>;
}

/** The thread of this process that owns the writing connections to all files. */
export interface SqliteThread extends ThreadChannel {
  worker: Worker;
  /** The error that ended the thread; undefined while it runs. */
  ended: Error | undefined;
  /** Numbers of calls and of opened connections so far. */
  calls: number;
  opened: number;
  underWay: Map<number, { resolve(result: never): void; reject(error: unknown): void }>;
}

let current: SqliteThread | undefined;

/** Returns the thread; starts it if necessary. It prevents the process from exiting only while calls are in flight. */
export function getSqliteThread(): SqliteThread {
  if (!current || current.ended) current = startThread();
  return current;
}

/**
 * Opens a connection to an existing file.
 * @throws the errors of Prisma's adapter, here and in all calls; DriverAdapterError ConnectionClosed if the thread ends
 */
export async function connectInThread(path: string): Promise<ThreadedConnection> {
  const thread = getSqliteThread();
  const connection = thread.opened++;
  const call = <Result>(method: Call['method'], argument?: unknown) =>
    ask<Result>(thread, { connection, method, argument: argument as never });
  await call('open', path);
  return {
    get ended() {
      return thread.ended !== undefined;
    },
    begin: () => call('begin'),
    runAll: ({ statements, ...options }) =>
      call('runAll', { statements: statements.map(withCloneableParameters), ...options }),
    rollback: () => call('rollback'),
    queryRaw: (query) => call('queryRaw', { ...query, args: withOwnBytes(query.args) }),
    executeRaw: (query) => call('executeRaw', { ...query, args: withOwnBytes(query.args) }),
    executeScript: (script) => call('executeScript', script),
    dispose: () => call<void>('dispose').catch((error) => (thread.ended ? undefined : Promise.reject(error))),
  };
}

/**
 * How long the main thread blocks for a response, in milliseconds. Most statements take 0.1 ms. Without blocking, a
 * transaction of twelve statements would take twelve iterations of the event loop, which take long under load.
 */
const blockingWaitMs = 2;

/** Maximum number of arguments of a call. The main thread does not block for a call with more. */
const maxBlockingArguments = 200;

function startThread(): SqliteThread {
  const { port1: port, port2 } = new MessageChannel();
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const workerData: ThreadChannel = { port: port2, answers };
  const worker = new Worker(compiledFile('platform/db/sqlite/sqlite-worker'), {
    workerData,
    transferList: [port2],
    execArgv: [],
  });
  const thread = { worker, port, answers, ended: undefined, calls: 0, opened: 0, underWay: new Map() };
  worker.unref();
  port.on('message', (answer: Answer) => settleCall(thread, answer)).unref();
  worker.on('error', (error) => failPendingCalls(thread, error));
  worker.on('exit', (code) => failPendingCalls(thread, new Error(`The thread ended with ${code}`)));
  return thread;
}

function ask<Result>(thread: SqliteThread, call: Omit<Call, 'id'>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (thread.ended) return reject(lostThreadError(thread.ended));
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
  if (method === 'queryRaw' || method === 'executeRaw')
    return (argument as SqlQuery).args.length <= maxBlockingArguments;
  if (method === 'runAll')
    return (
      (argument as StatementGroup).statements.reduce((sum, { parameters }) => sum + parameters.length, 0) <=
      maxBlockingArguments
    );
  return shortMethods.has(method);
}

/**
 * Blocks for responses that arrive soon, and handles them in this iteration of the event loop. Later responses arrive
 * as messages.
 */
function waitShortly(thread: SqliteThread, before: number): void {
  Atomics.wait(thread.answers, 0, before, blockingWaitMs);
  for (let answer = receiveMessageOnPort(thread.port); answer; answer = receiveMessageOnPort(thread.port)) {
    settleCall(thread, answer.message);
  }
}

function settleCall({ port, underWay: pendingCalls }: SqliteThread, { id, result, failed }: Answer): void {
  const call = pendingCalls.get(id);
  pendingCalls.delete(id);
  if (pendingCalls.size === 0) port.unref();
  if (failed) call?.reject(rebuildError(failed));
  else call?.resolve(result as never);
}

function failPendingCalls(thread: SqliteThread, reason: Error): void {
  thread.ended ??= reason;
  for (const { reject } of thread.underWay.values()) reject(lostThreadError(thread.ended));
  thread.underWay.clear();
}

function lostThreadError({ message }: Error): DriverAdapterError {
  const error = new DriverAdapterError({ kind: 'ConnectionClosed' });
  return Object.assign(error, { message: `The connection that writes is lost: ${message}` });
}

function rebuildError({ name, message, code, cause }: Failure): Error {
  if (cause !== undefined) return new DriverAdapterError(cause as DriverAdapterError['cause']);
  return Object.assign(new Error(message), { name, code });
}

/** Converts a statement to a form that the structured clone supports. */
function withCloneableParameters({ sql, parameters }: Statement): Statement {
  return { sql, parameters: withOwnBytes(parameters) };
}

/**
 * Copies views, because a structured clone of a view contains its whole buffer, such as Node's pool or a large file.
 */
function withOwnBytes(args: readonly unknown[]): unknown[] {
  return args.map((arg) => (isView(arg) ? new Uint8Array(arg) : arg));
}

function isView(arg: unknown): arg is Uint8Array {
  return arg instanceof Uint8Array && arg.byteLength < arg.buffer.byteLength;
}

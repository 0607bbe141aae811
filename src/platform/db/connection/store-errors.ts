import { AppError } from '../../base/errors.js';

/** Reason of the error if a store cannot start; the process exits with code 78 (configuration). */
const STORE_REFUSED = 'STORE_REFUSED';

/** Creates the error for a store that cannot start. The sentence says how the operator can fix it. */
export function startupRefusal(sentence: string): AppError {
  return new AppError('UNAVAILABLE', sentence, { reason: STORE_REFUSED });
}

/** Creates the error for a database that is unreachable or too busy; clients can retry after a second. */
export function unavailable(sentence: string, reason: 'STORE_UNAVAILABLE' | 'STORE_BUSY'): AppError {
  return new AppError('UNAVAILABLE', sentence, { reason, retryAfter: 1 });
}

/**
 * Turns an error of a driver, an adapter or Prisma into an AppError if the database is at fault: unreachable, too slow,
 * busy or full. Returns all other errors unchanged, including violated constraints.
 */
export function mapStoreError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const known = knownCode(driverCode(error) ?? String(errorCode(error)));
  if (known) return known();
  return isLostConnection(error) ? databaseUnreachable() : error;
}

/** Reports whether a write was refused because a row with the same unique values exists. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCode(error) === 'P2002' || uniqueCodes.has(driverCode(error) ?? '');
}

/**
 * Reports whether a transaction that failed with this error can run again from its start: a concurrent transaction won,
 * or a query plan was stale. The failed transaction has changed nothing.
 */
export function isRetryable(error: unknown): boolean {
  const code = driverCode(error);
  return code === '40001' || code === '40P01' || errorCode(error) === 'P2034' || isStalePlan(error);
}

/**
 * Reports whether Postgres refused a named statement because its result columns changed: a migration ran at the same
 * time. The error has no code of its own; the function that raises it identifies it (`RevalidateCachedQuery` of
 * plancache.c).
 */
export function isStalePlan(error: unknown): boolean {
  return driverCode(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** Reports whether an assertion at commit failed (`Transaction.assertAtCommit`). */
export function isFailedAssertion(error: unknown): boolean {
  return driverCode(error) === 'RQ001';
}

/** Reports whether another connection holds the lock of SQLite. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|PROTOCOL)/.test(driverCode(error) ?? '');
}

/** Reports whether the connection to the database is at fault: it could not be opened, broke, or gave no response. */
export function isLostConnection(error: unknown): boolean {
  return layersOf(error).some(({ kind }) => typeof kind === 'string' && lostConnectionKinds.has(kind));
}

/** Returns the SQLite or Postgres code of an error, also if Prisma and its adapters have wrapped the error. */
export function driverCode(error: unknown): string | undefined {
  return layersOf(error)
    .flatMap(({ originalCode, code }) => [originalCode, code])
    .find((code): code is string => typeof code === 'string' && !/^P\d{4}$/.test(code));
}

const uniqueCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

const databaseUnreachable = () => unavailable('The database cannot be reached; try again', 'STORE_UNAVAILABLE');
/** Creates the error for a transaction that waited too long for another one. */
export const databaseBusy = () => unavailable('The database is busy with other writes; try again', 'STORE_BUSY');
const databaseTimeout = () => new AppError('TIMEOUT', 'The database did not answer in time');
const readOnly = () => unavailable('The database is read-only; try again', 'STORE_UNAVAILABLE');
const diskFull = () => new AppError('STORAGE_FULL', 'The disk of the database is full');

/** Errors by the codes of Postgres (errcodes-appendix), SQLite (rescode.html) and Prisma's transactions. */
const errorByCode: Record<string, () => AppError> = {
  '57014': databaseTimeout,
  '25P03': databaseTimeout,
  '25P04': databaseTimeout,
  P2028: databaseTimeout,
  '55P03': databaseBusy,
  '53100': diskFull,
  '53200': databaseUnreachable,
  '53300': databaseUnreachable,
  // The server does not accept connections at the moment, or rejects those of docgraph.
  '55000': databaseUnreachable,
  '3D000': databaseUnreachable,
  '28000': databaseUnreachable,
  '28P01': databaseUnreachable,
  // A standby, or a server that was set to read-only.
  '25006': readOnly,
  SQLITE_FULL: diskFull,
  SQLITE_IOERR_WRITE: diskFull,
  ENOSPC: diskFull,
};

function knownCode(code: string): (() => AppError) | undefined {
  // Connection errors, including those after a crash or a shutdown by an administrator.
  if (code.startsWith('08') || code.startsWith('57P')) return databaseUnreachable;
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) return databaseBusy;
  if (code.startsWith('SQLITE_READONLY')) return readOnly;
  return errorByCode[code];
}

function errorCode(error: unknown): unknown {
  return error instanceof Object ? (error as { code?: unknown }).code : undefined;
}

/** An error in a chain of causes, with the members that may contain its code. */
interface Layer {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
}

/**
 * Returns an error and its causes, outermost first: `cause` of a DriverAdapterError, and `meta.driverAdapterError` of
 * Prisma.
 */
function layersOf(error: unknown): Layer[] {
  const layers: Layer[] = [];
  for (let layer: unknown = error; layer instanceof Object && layers.length < 5; ) {
    layers.push(layer);
    const { cause, meta } = layer as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    layer = meta?.driverAdapterError ?? cause;
  }
  return layers;
}

/** Kinds of driver adapter errors without a code that mean a lost connection. */
const lostConnectionKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
]);

import { AppError } from '../../base/errors.js';

/** Reason of the error for a store that cannot start. The process exits with code 78 (configuration). */
const STORE_REFUSED = 'STORE_REFUSED';

/** Creates the error for a store that cannot start. The sentence must say how the operator can fix it. */
export function startupRefusal(sentence: string): AppError {
  return new AppError('UNAVAILABLE', sentence, { reason: STORE_REFUSED });
}

/** Creates the error for a database that is unreachable or too busy. Clients can retry after a second. */
export function unavailable(sentence: string, reason: 'STORE_UNAVAILABLE' | 'STORE_BUSY'): AppError {
  return new AppError('UNAVAILABLE', sentence, { reason, retryAfter: 1 });
}

/**
 * Converts an error of a driver, an adapter or Prisma to an AppError if its cause is the database: unreachable, too
 * slow, busy or full. Returns all other errors unchanged, including violated constraints.
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
 * Reports whether a transaction that failed with this error can be repeated from its start. This is the case if a
 * concurrent transaction won, or a query plan was stale. The failed transaction has changed nothing.
 */
export function isRetryable(error: unknown): boolean {
  const code = driverCode(error);
  return code === '40001' || code === '40P01' || errorCode(error) === 'P2034' || isStalePlan(error);
}

/**
 * Reports whether Postgres refused a named statement because its result columns changed in a concurrent migration. The
 * error has no code of its own; it is identified by the function that raises it (`RevalidateCachedQuery` in
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

/** Reports whether the connection to the database failed: it could not be opened, broke, or did not respond. */
export function isLostConnection(error: unknown): boolean {
  return errorLayers(error).some(({ kind }) => typeof kind === 'string' && lostConnectionKinds.has(kind));
}

/** Returns the SQLite or Postgres code of an error, even if Prisma or its adapters have wrapped the error. */
export function driverCode(error: unknown): string | undefined {
  return errorLayers(error)
    .flatMap(({ originalCode, code }) => [originalCode, code])
    .find((code): code is string => typeof code === 'string' && !/^P\d{4}$/.test(code));
}

const uniqueCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** Error of a statement that failed because no connection to the database could be opened or used. */
class DatabaseUnreachable extends AppError {
  constructor() {
    const detail = { reason: 'STORE_UNAVAILABLE', retryAfter: 1 } as const;
    super('UNAVAILABLE', 'The database cannot be reached; try again', detail);
  }
}

/** Reports whether an error of the store means that its database cannot be reached. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof DatabaseUnreachable;
}

const databaseUnreachable = () => new DatabaseUnreachable();
/** Creates the error for a transaction that waited too long for other transactions. */
export const databaseBusy = () => unavailable('The database is busy with other writes; try again', 'STORE_BUSY');
const databaseTimeout = () => new AppError('TIMEOUT', 'The database did not answer in time');
const readOnly = () => unavailable('The database is read-only; try again', 'STORE_UNAVAILABLE');
const diskFull = () => new AppError('STORAGE_FULL', 'The disk of the database is full');

/** Creators of errors, by code of Postgres (errcodes-appendix), SQLite (rescode.html) and Prisma's transactions. */
const errorByCode: Record<string, () => AppError> = {
  '57014': databaseTimeout,
  '25P03': databaseTimeout,
  '25P04': databaseTimeout,
  P2028: databaseTimeout,
  '55P03': databaseBusy,
  '53100': diskFull,
  '53200': databaseUnreachable,
  '53300': databaseUnreachable,
  // The server currently accepts no connections, or none from docgraph.
  '55000': databaseUnreachable,
  '3D000': databaseUnreachable,
  '28000': databaseUnreachable,
  '28P01': databaseUnreachable,
  // The server is a standby, or was set to read-only.
  '25006': readOnly,
  SQLITE_FULL: diskFull,
  SQLITE_IOERR_WRITE: diskFull,
  ENOSPC: diskFull,
};

function knownCode(code: string): (() => AppError) | undefined {
  // Connection errors, including those after a crash or if an administrator shuts the server down.
  if (code.startsWith('08') || code.startsWith('57P')) return databaseUnreachable;
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) return databaseBusy;
  if (code.startsWith('SQLITE_READONLY')) return readOnly;
  return errorByCode[code];
}

function errorCode(error: unknown): unknown {
  return error instanceof Object ? (error as { code?: unknown }).code : undefined;
}

/** An error in a chain of causes, with the members that may contain its code. */
interface ErrorLayer {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
}

/**
 * Returns an error and its causes, outermost first. Causes are in `cause` of a DriverAdapterError, and in
 * `meta.driverAdapterError` of Prisma's errors.
 */
function errorLayers(error: unknown): ErrorLayer[] {
  const layers: ErrorLayer[] = [];
  for (let layer: unknown = error; layer instanceof Object && layers.length < 5; ) {
    layers.push(layer);
    const { cause, meta } = layer as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    layer = meta?.driverAdapterError ?? cause;
  }
  return layers;
}

/** Kinds of driver adapter errors that have no code and mean that the connection was lost. */
const lostConnectionKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
]);

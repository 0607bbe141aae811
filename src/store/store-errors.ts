import { AppError } from '../errors.js';

/** Reason of the error that a store refuses to start with; the process ends with exit code 78 (configuration). */
export const STORE_REFUSED = 'STORE_REFUSED';

/** An error for a store that cannot be started as it is; the sentence tells the operator what to do. */
export function refusal(sentence: string): AppError {
  return new AppError('UNAVAILABLE', sentence, { reason: STORE_REFUSED });
}

/** An error for a database that is away or too busy; a retry after a second makes sense. */
export function unavailable(sentence: string, reason: 'STORE_UNAVAILABLE' | 'STORE_BUSY'): AppError {
  return new AppError('UNAVAILABLE', sentence, { reason, retryAfter: 1 });
}

/**
 * Turns what a driver, an adapter or Prisma threw into an AppError where the database is at fault: away, too slow, busy
 * or full. Everything else, violated constraints included, comes back as it was.
 */
export function mapStoreError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const known = knownCode(driverCode(error) ?? String(codeOf(error)));
  if (known) return known();
  return isLostConnection(error) ? away() : error;
}

/**
 * The same for errors of pg below the driver adapter. Where a connection could not be had or broke (pool timeout,
 * terminated, ended), pg throws a bare Error without a code; whatever the server answered has one.
 */
export function mapPostgresError(error: unknown): unknown {
  const bare = error instanceof Error && error.constructor === Error && driverCode(error) === undefined;
  return bare ? away() : error;
}

/** Whether a write was refused because a row with the same unique values exists. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === 'P2002' || uniqueCodes.has(driverCode(error) ?? '');
}

/** Whether a whole transaction can be run again: another one won, and this one has left nothing. */
export function isRetryable(error: unknown): boolean {
  const code = driverCode(error);
  return code === '40001' || code === '40P01' || codeOf(error) === 'P2034';
}

/** Whether another connection holds SQLite's lock. */
export function isBusy(error: unknown): boolean {
  return driverCode(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/** The code of SQLite or Postgres behind an error, through the wrappings of Prisma and its adapters. */
export function driverCode(error: unknown): string | undefined {
  for (let inner: unknown = error, depth = 0; inner instanceof Object && depth < 5; depth++) {
    const { originalCode, code } = inner as { originalCode?: unknown; code?: unknown };
    if (typeof originalCode === 'string') return originalCode;
    if (typeof code === 'string' && !/^P\d{4}$/.test(code)) return code;
    inner = innerError(inner);
  }
  return undefined;
}

const uniqueCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

const away = () => unavailable('The database cannot be reached; try again', 'STORE_UNAVAILABLE');
/** Another transaction keeps what this one needs. */
export const busy = () => unavailable('The database is busy with other writes; try again', 'STORE_BUSY');
const slow = () => new AppError('TIMEOUT', 'The database did not answer in time');
const readOnly = () => unavailable('The database is read-only; try again', 'STORE_UNAVAILABLE');
const full = () => new AppError('STORAGE_FULL', 'The disk of the database is full');

/** Codes of Postgres (errcodes-appendix), SQLite (rescode.html), Prisma's transactions and sockets. */
const errorByCode: Record<string, () => AppError> = {
  '57014': slow,
  '25P03': slow,
  '25P04': slow,
  P2028: slow,
  '55P03': busy,
  '53100': full,
  '53300': away,
  // It takes no connections now.
  '55000': away,
  // A standby, or a server that was told to take no writes.
  '25006': readOnly,
  '57P01': away,
  '57P02': away,
  '57P03': away,
  '57P05': away,
  SQLITE_FULL: full,
  SQLITE_IOERR_WRITE: full,
  ENOSPC: full,
  ECONNREFUSED: away,
  ECONNRESET: away,
  ENOTFOUND: away,
  EAI_AGAIN: away,
  ETIMEDOUT: away,
  EPIPE: away,
};

function knownCode(code: string): (() => AppError) | undefined {
  if (code.startsWith('08')) return away;
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return busy;
  if (code.startsWith('SQLITE_READONLY')) return readOnly;
  return errorByCode[code];
}

function codeOf(error: unknown): unknown {
  return error instanceof Object ? (error as { code?: unknown }).code : undefined;
}

/** `cause` of a DriverAdapterError, and where Prisma's request errors keep it. */
function innerError(error: object): unknown {
  const { cause, meta } = error as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
  return meta?.driverAdapterError ?? cause;
}

/** Kinds of the driver adapter that say that the connection is at fault, where it kept no code. */
const lostKinds = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError']);

function isLostConnection(error: unknown): boolean {
  const cause = error instanceof Object ? innerError(error) : undefined;
  return lostKinds.has((cause as { kind?: string } | undefined)?.kind ?? '');
}

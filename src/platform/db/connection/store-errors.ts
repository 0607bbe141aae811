import { AppError } from '../../base/errors.js';

/** Reason of the error that a store refuses to start with; the process ends with exit code 78 (configuration). */
const STORE_REFUSED = 'STORE_REFUSED';

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

/** Whether a write was refused because a row with the same unique values exists. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === 'P2002' || uniqueCodes.has(driverCode(error) ?? '');
}

/** Whether a whole transaction can be run again: another one won, or a plan was stale, and this one has left nothing. */
export function isRetryable(error: unknown): boolean {
  const code = driverCode(error);
  return code === '40001' || code === '40P01' || codeOf(error) === 'P2034' || isStalePlan(error);
}

/**
 * Whether Postgres refused a named statement since it answers other columns than when it was planned: a migration ran beside
 * this process. It has no code of its own, but the function that says so (`RevalidateCachedQuery` of plancache.c).
 */
export function isStalePlan(error: unknown): boolean {
  return driverCode(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** Whether what a transaction requires was not found (`Transaction.assertAtCommit`). */
export function isUnmet(error: unknown): boolean {
  return driverCode(error) === 'RQ001';
}

/** Whether another connection holds SQLite's lock. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|PROTOCOL)/.test(driverCode(error) ?? '');
}

/** Whether the connection to the database is at fault: it could not be had, broke, or gave no answer. */
export function isLostConnection(error: unknown): boolean {
  return layersOf(error).some(({ kind }) => typeof kind === 'string' && lostKinds.has(kind));
}

/** The code of SQLite or Postgres behind an error, through the wrappings of Prisma and its adapters. */
export function driverCode(error: unknown): string | undefined {
  return layersOf(error)
    .flatMap(({ originalCode, code }) => [originalCode, code])
    .find((code): code is string => typeof code === 'string' && !/^P\d{4}$/.test(code));
}

const uniqueCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

const away = () => unavailable('The database cannot be reached; try again', 'STORE_UNAVAILABLE');
/** Another transaction keeps what this one needs. */
export const busy = () => unavailable('The database is busy with other writes; try again', 'STORE_BUSY');
const slow = () => new AppError('TIMEOUT', 'The database did not answer in time');
const readOnly = () => unavailable('The database is read-only; try again', 'STORE_UNAVAILABLE');
const full = () => new AppError('STORAGE_FULL', 'The disk of the database is full');

/** Codes of Postgres (errcodes-appendix), SQLite (rescode.html) and Prisma's transactions. */
const errorByCode: Record<string, () => AppError> = {
  '57014': slow,
  '25P03': slow,
  '25P04': slow,
  P2028: slow,
  '55P03': busy,
  '53100': full,
  '53200': away,
  '53300': away,
  // It takes no connections now, or not ours.
  '55000': away,
  '3D000': away,
  '28000': away,
  '28P01': away,
  // A standby, or a server that was told to take no writes.
  '25006': readOnly,
  SQLITE_FULL: full,
  SQLITE_IOERR_WRITE: full,
  ENOSPC: full,
};

function knownCode(code: string): (() => AppError) | undefined {
  // Connections, and what the operator or a crash did to them.
  if (code.startsWith('08') || code.startsWith('57P')) return away;
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) return busy;
  if (code.startsWith('SQLITE_READONLY')) return readOnly;
  return errorByCode[code];
}

function codeOf(error: unknown): unknown {
  return error instanceof Object ? (error as { code?: unknown }).code : undefined;
}

/** What is asked of each layer of an error. */
interface Layer {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
}

/** An error and what it was made of, from the outside in: `cause` of a DriverAdapterError, and where Prisma keeps that. */
function layersOf(error: unknown): Layer[] {
  const layers: Layer[] = [];
  for (let layer: unknown = error; layer instanceof Object && layers.length < 5; ) {
    layers.push(layer);
    const { cause, meta } = layer as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    layer = meta?.driverAdapterError ?? cause;
  }
  return layers;
}

/** Kinds of the driver adapter that say that the connection is at fault, where it kept no code. */
const lostKinds = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError']);

import { DriverAdapterError, isDriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { AppError } from '../../base/errors.js';

const { DatabaseError } = pg;

/**
 * Turns an error of pg or of Prisma's adapter for pg into an error of adapters. If a connection cannot be opened,
 * breaks or times out, pg, its pool and the system throw many kinds of errors, mostly without a code. The adapter does
 * not know them; all become `ConnectionClosed`. Errors that the server sends have a code and are returned unchanged, as
 * are programming errors.
 */
export function mapPostgresError(error: unknown): unknown {
  const isFaultOfCode = error instanceof TypeError || error instanceof RangeError;
  const isAnswer = isDriverAdapterError(error) || error instanceof DatabaseError || error instanceof AppError;
  if (isAnswer || isFaultOfCode || !(error instanceof Error)) return error;
  return Object.assign(new DriverAdapterError({ kind: 'ConnectionClosed', originalMessage: error.message }), {
    stack: error.stack,
  });
}

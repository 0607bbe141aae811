import { DriverAdapterError, isDriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { AppError } from '../../base/errors.js';

const { DatabaseError } = pg;

/**
 * Converts an error of pg, or of Prisma's adapter for pg, to an error of adapters. A connection may fail to open, break
 * or time out. Then pg, its pool and the system throw various errors, mostly without a code, which the adapter does not
 * recognize. All of these become `ConnectionClosed`. Errors from the server have a code and are returned unchanged, as
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

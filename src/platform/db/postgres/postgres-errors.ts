import { DriverAdapterError, isDriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { AppError } from '../../base/errors.js';

const { DatabaseError } = pg;

/**
 * An error of Prisma's adapter for pg, or of pg itself, in the terms of adapters. Where a connection could not be had, broke or gave no answer
 * in time, pg, its pool and the system throw errors of many kinds that the adapter does not know, mostly without a code: all
 * become a connection that was closed. What the server answered has its code, and comes back as it was, as do faults of code.
 */
export function mapPostgresError(error: unknown): unknown {
  const isFaultOfCode = error instanceof TypeError || error instanceof RangeError;
  const isAnswer = isDriverAdapterError(error) || error instanceof DatabaseError || error instanceof AppError;
  if (isAnswer || isFaultOfCode || !(error instanceof Error)) return error;
  return Object.assign(new DriverAdapterError({ kind: 'ConnectionClosed', originalMessage: error.message }), {
    stack: error.stack,
  });
}

import { GraphQLError } from 'graphql';
import { AppError } from '../errors.js';
import type { Context } from './context.js';

type Place = Pick<Context, 'requestId' | 'log'>;

/** Formats errors found before execution: where they are not ours they are the client's mistake (400). */
export function formatRefusals(errors: readonly Error[], context: Place): GraphQLError[] {
  return errors.map((error) => formatOwn(error, context) ?? refusal(error as GraphQLError, context));
}

/**
 * Formats errors of execution, the one seam where they are masked: ours keep their message and get `extensions
 * { code, reason?, field?, requestId }`; anything else is logged once and tells only the request id.
 */
export function formatFailures(errors: readonly Error[], context: Place): GraphQLError[] {
  return errors.map((error) => formatOwn(error, context) ?? masked(error, context));
}

function formatOwn(error: Error, { requestId }: Place): GraphQLError | null {
  const cause = causeOf(error);
  if (!(cause instanceof AppError)) return null;
  const { retryAfter: _, ...detail } = cause.detail;
  return new GraphQLError(cause.message, {
    ...placeOf(error),
    originalError: cause,
    extensions: { code: cause.code, ...detail, requestId },
  });
}

function refusal(error: GraphQLError, { requestId }: Place): GraphQLError {
  const message = error.message.length > 500 ? `${error.message.slice(0, 500)}…` : error.message;
  return new GraphQLError(message, {
    ...placeOf(error),
    extensions: { code: 'BAD_USER_INPUT', ...error.extensions, requestId },
  });
}

function masked(error: Error, { requestId, log }: Place): GraphQLError {
  log.error({ err: causeOf(error), requestId }, 'unexpected error');
  const own = new AppError('INTERNAL', `Something failed on our side; the log has it as request ${requestId}`);
  return new GraphQLError(own.message, {
    ...placeOf(error),
    originalError: own,
    extensions: { code: own.code, requestId },
  });
}

function placeOf(error: Error): Pick<GraphQLError, 'nodes' | 'path' | 'positions' | 'source'> | object {
  const { nodes, path, positions, source } = error as GraphQLError;
  return { nodes, path, positions, source };
}

/** The error that was thrown, below the layers that engines wrap around it. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while ((cause as GraphQLError | undefined)?.originalError) cause = (cause as GraphQLError).originalError;
  return cause;
}

import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { AppError, tellable } from '../errors.js';
import { Missing } from '../store/loaders.js';
import type { Context } from './context.js';
import { goneSince, isMutation } from './gone.js';

/** The request that errors belong to; `params` and `requestKey` only if it came as far as an operation. */
type Place = Pick<Context, 'requestId' | 'log'> & Partial<Pick<Context, 'params' | 'requestKey'>>;

/** Formats errors found before execution: where they are not ours they are the client's mistake (400). */
export function formatRefusals(errors: readonly Error[], context: Place): GraphQLError[] {
  return errors.map((error) => formatOwn(error, context) ?? refusal(error as GraphQLError, context));
}

/** Formats what ended a call before execution: a mistake in the text is the client's, anything else a failure. */
export function formatThrown(error: Error, context: Place): GraphQLError {
  const isMistake = error instanceof GraphQLError && causeOf(error) === error;
  return (isMistake ? formatRefusals : formatFailures)([error], context)[0]!;
}

/**
 * Formats errors of execution, the one seam where they are masked: ours keep their message and get `extensions
 * { code, reason?, field?, requestId }`; anything else is logged once and tells only the request id.
 */
export function formatFailures(errors: readonly Error[], context: Place): GraphQLError[] {
  return errors.map((error) => formatOwn(error, context) ?? masked(error, context));
}

function formatOwn(error: Error, context: Place): GraphQLError | null {
  const { requestId } = context;
  const thrown = causeOf(error);
  const cause = thrown instanceof Missing ? gone(error as GraphQLError, context) : thrown;
  if (!(cause instanceof AppError)) return null;
  const { retryAfter: _, ...detail } = cause.detail;
  return formatted(error, cause.message, {
    originalError: cause,
    extensions: { code: cause.code, ...detail, requestId },
  });
}

/** Null for a mutation that failed itself: nothing was deleted since, the action has a fault. */
function gone({ path = [], originalError }: GraphQLError, context: Place): AppError | null {
  if (isMutation(context) && path.length < 2) return null;
  context.log.warn({ err: originalError, requestId: context.requestId }, 'an object was deleted while it was read');
  return goneSince(context, String(path.findLast((key) => typeof key === 'string')));
}

/** `code` and `http` are what Yoga has written there for its own server. */
function refusal(error: GraphQLError, { requestId }: Place): GraphQLError {
  const { code: _code, http: _http, ...detail } = error.extensions;
  return formatted(error, tellable(error.message), {
    extensions: { code: 'BAD_USER_INPUT', ...detail, requestId },
  });
}

function masked(error: Error, { requestId, log }: Place): GraphQLError {
  log.error({ err: causeOf(error), requestId }, 'unexpected error');
  const own = new AppError(
    'INTERNAL',
    `An internal error occurred. The log of the server has it as request ${requestId}`,
  );
  return formatted(error, own.message, { originalError: own, extensions: { code: own.code, requestId } });
}

/** An error in the place of another. graphql-jit tells the place in the text alone, graphql-js the nodes. */
function formatted(error: Error, message: string, options: GraphQLErrorOptions): GraphQLError {
  const { nodes, path, positions, source, locations } = error as Partial<GraphQLError>;
  const made = new GraphQLError(message, { nodes, path, positions, source, ...options });
  return made.locations || !locations ? made : Object.assign(made, { locations });
}

/** The error that was thrown, below the layers that engines wrap around it. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while ((cause as GraphQLError | undefined)?.originalError) cause = (cause as GraphQLError).originalError;
  return cause;
}

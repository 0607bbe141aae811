import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { AppError, codeByStatus, errorHeaders, shortenMessage } from '../../../platform/base/errors.js';
import { MissingValueError } from '../../../platform/db/query/loaders.js';
import type { Context } from '../execution/context.js';
import { deletedObjectError, isMutation } from './deleted-object.js';

/**
 * The request that errors belong to. `params` is set only if the body was read. `operation` and `requestKey` are set
 * only if the text contains an operation.
 */
type ErrorContext = Pick<Context, 'requestId' | 'log'> & Partial<Pick<Context, 'params' | 'operation' | 'requestKey'>>;

/** Formats errors found before execution. Errors that are not AppErrors are the client's mistake (400). */
export function formatRefusals(errors: readonly Error[], context: ErrorContext): GraphQLError[] {
  return errors.map((error) => {
    const own = formatKnown(error, context);
    return own ? withStatus(own, context) : formatClientError(error as GraphQLError, context);
  });
}

/**
 * Formats an error that ended a request before execution. An error in the query text is the client's mistake; any other
 * error is a failure of the server.
 */
export function formatThrown(error: Error, context: ErrorContext): GraphQLError {
  const isMistake = error instanceof GraphQLError && causeOf(error) === error;
  return isMistake ? formatRefusals([error], context)[0]! : withStatus(formatFailures([error], context)[0]!, context);
}

/** Reports whether an error is already formatted. Only formatted errors contain the id of their request. */
export function isFormatted({ extensions }: GraphQLError): boolean {
  return extensions.requestId !== undefined;
}

/**
 * Formats errors of execution; only this function masks errors. AppErrors keep their message and get `extensions {
 * code, reason?, field?, requestId }`. Any other error is logged once, and the client gets only the request id.
 */
export function formatFailures(errors: readonly Error[], context: ErrorContext): GraphQLError[] {
  return errors.map((error) => formatKnown(error, context) ?? maskError(error, context));
}

function formatKnown(error: Error, context: ErrorContext): GraphQLError | null {
  const { requestId } = context;
  const thrown = causeOf(error);
  const cause = thrown instanceof MissingValueError ? deletedObject(error as GraphQLError, context) : thrown;
  if (!(cause instanceof AppError)) return null;
  const { retryAfter: _, ...detail } = cause.detail;
  const formed = withFormattedMark(error, cause.message, {
    originalError: cause,
    extensions: { code: cause.code, ...detail, requestId },
  });
  // A response with failed fields keeps the status 200. The headers say when the database may be available again.
  return withHttp(formed, { headers: errorHeaders(cause) });
}

/**
 * Returns the error for an object that was deleted while it was read. Returns null if a mutation field itself failed,
 * because then the action has a fault.
 */
function deletedObject({ path = [], originalError }: GraphQLError, context: ErrorContext): AppError | null {
  if (isMutation(context) && path.length < 2) return null;
  context.log.warn({ err: originalError, requestId: context.requestId }, 'an object was deleted while it was read');
  return deletedObjectError(context, String(path.findLast((key) => typeof key === 'string')));
}

/**
 * The part of an error that Yoga reads: status and headers of its response. With `spec`, a client that accepts
 * `application/json` gets the status 200 instead.
 */
interface Http {
  status?: number;
  headers?: Record<string, string>;
  spec?: boolean;
}

/** Formats a mistake of the client that graphql-js or Yoga found; Yoga has already set its status. */
function formatClientError(error: GraphQLError, { requestId, params }: ErrorContext): GraphQLError {
  const { code: _code, http, ...detail } = error.extensions as { code?: string; http?: Http };
  const status = http?.status ?? 400;
  const code = codeByStatus.get(status) ?? 'BAD_USER_INPUT';
  const formed = withFormattedMark(error, shortenMessage(error.message), {
    extensions: { code, ...detail, requestId },
  });
  const allow = http?.headers?.Allow;
  const spec = status === 400 && params !== undefined;
  return withHttp(formed, { status, ...(status === 405 && allow && { headers: { allow } }), spec });
}

/** Sets the status of the response, for Yoga, if an AppError ends the request. */
function withStatus(error: GraphQLError, { params }: ErrorContext): GraphQLError {
  const cause = error.originalError as AppError;
  return withHttp(error, {
    status: cause.status,
    headers: errorHeaders(cause),
    spec: cause.status === 400 && params !== undefined,
  });
}

/** Adds the HTTP part of an error for Yoga. It is not enumerable, so it is not printed. */
function withHttp(error: GraphQLError, http: Http): GraphQLError {
  Object.defineProperty(error.extensions, 'http', { value: http, configurable: true });
  return error;
}

function maskError(error: Error, { requestId, log }: ErrorContext): GraphQLError {
  log.error({ err: causeOf(error), requestId }, 'unexpected error');
  const own = new AppError(
    'INTERNAL',
    `An internal error occurred. The log of the server has it as request ${requestId}`,
  );
  return withFormattedMark(error, own.message, { originalError: own, extensions: { code: own.code, requestId } });
}

/** Creates an error that replaces another one. */
function withFormattedMark(error: Error, message: string, options: GraphQLErrorOptions): GraphQLError {
  const { nodes, path, positions, source } = error as Partial<GraphQLError>;
  return new GraphQLError(message, { nodes, path, positions, source, ...options });
}

/** Returns the thrown error without the errors that graphql-js and Yoga wrap around it. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while ((cause as GraphQLError | undefined)?.originalError) cause = (cause as GraphQLError).originalError;
  return cause;
}

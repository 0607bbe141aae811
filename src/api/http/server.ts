import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { stdSerializers } from 'pino';
import { AppError, codeByStatus, errorHeaders } from '../../platform/base/errors.js';
import { newRequestId } from '../../platform/base/ids.js';
import { sourceStack } from '../../platform/base/stacks.js';
import type { Config } from '../../platform/config/config.js';
import type { Tracing } from '../../platform/tracing/tracing.js';
import { pathPrefix } from '../../platform/urls/path-prefix.js';
import { refuseEncodedBodies } from './bodies/body-encoding.js';
import { abortedBodyError } from './bodies/json-body.js';
import { type BodyReadOptions, readJsonBodies } from './bodies/read-bodies.js';
import { endSlowBodies, type RequestPace, requestPace } from './bodies/slow-bodies.js';
import { checkAddressText } from './connection/address-text.js';
import { answerClientError } from './connection/client-errors.js';
import { setCommonHeaders } from './connection/common-headers.js';
import { corsOptions } from './connection/cors.js';
import { noSuchPath } from './connection/request-path.js';
import { strictTransport } from './connection/strict-transport.js';
import { endUnusedConnections } from './connection/unused-connections.js';
import { logRequests, noteErrors, type RequestEnd } from './requests/request-log.js';
import { traceRequests } from './requests/trace-requests.js';

/** Options for receiving requests. */
export interface ServerOptions {
  /** Default: `requestPace`. */
  pace?: RequestPace;
  /** Finds the tenant of a large body before it is read; default: the caller's address. */
  bodyTenant?: BodyReadOptions['tenantOf'];
  /** Makes each request a trace; absent if tracing is off. */
  tracing?: Tracing | undefined;
  /** Stream that the log is written to, line by line; default: stderr. */
  logTo?: LogStream | undefined;
  /** Called when a request has ended, or its client has left. */
  onRequestEnd?: RequestEnd['onEnd'];
  /** Adds hooks that may refuse a request before it has notes, a trace and common headers. */
  addFirstHooks?: ((app: FastifyInstance) => void) | undefined;
}

/** Receives the lines of the log. */
export interface LogStream {
  write(line: string): unknown;
}

/** Creates the HTTP server with its limits, headers, JSON bodies and error format. Other modules add the routes. */
export async function createServer(
  config: Pick<Config, 'logLevel' | 'corsOrigins' | 'trustedProxies' | 'bodyMemory' | 'hsts' | 'publicUrl'>,
  { pace = requestPace, bodyTenant, tracing, logTo = process.stderr, onRequestEnd, addFirstHooks }: ServerOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : loggerOptions(config.logLevel, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: readRequestId,
    // Log entries contain the request id themselves. A logger for each request would cost more than parsing the
    // request.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 1_048_576,
    http: { headersTimeout: pace.head, connectionsCheckingInterval: Math.min(1_000, pace.head) },
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 0,
    forceCloseConnections: 'idle',
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      beginNotes(request, reply);
      sendError(error, request, reply.header('x-request-id', request.id));
    },
    clientErrorHandler: answerClientError,
  });
  app.decorate('pathPrefix', config.publicUrl === undefined ? '' : pathPrefix(config.publicUrl));
  app.addHook('onRequest', endSlowBodies(pace));
  addFirstHooks?.(app);
  const beginNotes = logRequests(app, {
    isLogged: /^(info|debug|trace)$/.test(config.logLevel),
    onEnd: onRequestEnd,
  });
  if (tracing) traceRequests(app, tracing);
  app.addHook('onRequest', setCommonHeaders(strictTransport(config)));
  endUnusedConnections(app);
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config.corsOrigins));
  // Runs after CORS, so that scripts of the allowed origins can read these refusals.
  app.addHook('onRequest', checkAddressText);
  app.addHook('preParsing', refuseEncodedBodies);
  readJsonBodies(app, { memoryLimits: config.bodyMemory, tenantOf: bodyTenant });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request) => {
    throw noSuchPath(request);
  });
  return app;
}

/** Sends an error in the format of REST: `{ error: { code: <status>, message } }`. Unexpected errors are masked. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const own = toAppError(error, request);
  noteErrors(request, [{ code: own.code, reason: own.detail.reason }]);
  withStatus(reply, own).header('content-type', 'application/json; charset=utf-8');
  return reply.send(JSON.stringify({ error: { code: own.status, message: own.message } }));
}

/** Sets the status and the headers of a response from an error; the caller sends the body. */
export function withStatus(reply: FastifyReply, error: AppError): FastifyReply {
  return reply.headers(errorHeaders(error)).code(error.status);
}

/** Returns an error in the form that clients may see. Errors that are not AppErrors are logged and masked. */
export function toAppError(error: Error, request: FastifyRequest): AppError {
  return error instanceof AppError ? error : (abortedBodyError(error) ?? fromFramework(error as FastifyError, request));
}

/**
 * Fastify's own refusals (such as a body that is too large or a malformed URL) keep their message. Any other error is a
 * fault of this server.
 */
function fromFramework(error: FastifyError, request: FastifyRequest): AppError {
  const code = error.code?.startsWith('FST_') && error.statusCode ? codeByStatus.get(error.statusCode) : undefined;
  if (code && code !== 'INTERNAL') return new AppError(code, error.message);
  request.log.error({ err: error, requestId: request.id }, 'unexpected error');
  return new AppError('INTERNAL', `An internal error occurred. The log of the server has it as request ${request.id}`);
}

/** Pattern of request ids that are accepted from clients and proxies: these ids are safe in logs, headers and pages. */
const requestIdPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** Returns the id of a request: its header `X-Request-Id` if it is well-formed and occurs once, otherwise a new id. */
function readRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && requestIdPattern.test(given) ? given : newRequestId();
}

/**
 * Returns the options of the logger. The log contains no query strings, headers or bodies, because they may contain
 * secrets.
 */
function loggerOptions(level: string, stream: LogStream): object {
  return { level, stream, serializers: { err: serializeError } };
}

function serializeError(error: Error): object {
  const serialized = stdSerializers.err(error);
  return { ...serialized, stack: sourceStack(serialized.stack) };
}

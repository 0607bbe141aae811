import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/base/errors.js';
import type { BodyMemoryLimits } from '../../../platform/base/limits.js';
import { limits } from '../../../platform/base/limits.js';
import { serverTenant } from '../../../platform/workers/fair-queue.js';
import { unpackTransferable } from '../../../platform/workers/packed-json.js';
import { unpackItems } from '../../../platform/workers/prepared-items.js';
import { createThreadPool } from '../../../platform/workers/thread-pool.js';
import { markChecked } from '../../inputs/scalars.js';
import type { BodyTask } from '../../rest/requests/body-items.js';
import { callerAddress } from '../connection/caller-address.js';
import { type CountedBody, createBodyMemory } from './body-memory.js';
import type { BodyAnswer } from './body-worker.js';
import { parseJson } from './json-body.js';
import { receiveBody } from './receive-body.js';

/** Media types of JSON bodies and responses; the second one is that of GraphQL over HTTP. */
export const jsonTypes = ['application/json', 'application/graphql-response+json'] as const;

/**
 * Maximum size of a small body, in bytes. Small bodies take only some milliseconds to parse, and their memory is not
 * counted.
 */
const smallBodySize = 1_048_576;

const pool = createThreadPool(
  'api/http/bodies/body-worker',
  {
    threads: 2,
    heavy: 4_194_304,
    waiting: limits.bodyTasks.value,
    milliseconds: 30_000,
    megabytes: 1024,
    idle: 15_000,
  },
  {
    tooMany(tenant, waiting) {
      const message = `Cannot read this body now: ${waiting} bodies of ${tenant} are already waiting. Try again in 5 seconds.`;
      return new AppError('UNAVAILABLE', message, { reason: 'WORK_QUEUE_FULL', retryAfter: 5 });
    },
    tooSlow: () => bodyTooLargeError('it takes too long'),
    tooLarge: () => bodyTooLargeError('it takes too much memory'),
  },
);

function bodyTooLargeError(why: string): AppError {
  const message = `Cannot read this body: ${why}. Send it in smaller parts.`;
  return new AppError('CONFLICT', message, { reason: 'WORK_TOO_LARGE' });
}

/** Options for reading bodies. */
export interface BodyReadOptions {
  memoryLimits: BodyMemoryLimits;
  /**
   * Finds the tenant of a request before its body is read; default: the caller's address.
   * @throws AppError for a caller whose body must not be read
   */
  tenantOf?: ((request: FastifyRequest) => string | Promise<string>) | undefined;
}

/**
 * Makes the server accept only JSON bodies; forms and text get 415. Before a large body is read, its caller is
 * identified and its memory is reserved (`BodyMemory`).
 */
export function readJsonBodies(
  app: FastifyInstance,
  { memoryLimits, tenantOf = callerAddress }: BodyReadOptions,
): void {
  const memory = createBodyMemory(memoryLimits);
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const length = contentLength(request);
    const held = memory.open(await tenantOf(request));
    largeBodies.set(request, { held });
    // The client may have disconnected during the lookup of the caller.
    if (reply.raw.closed) held.end();
    else reply.raw.once('close', held.end);
    if (length > smallBodySize && length <= request.routeOptions.bodyLimit!) held.take(length);
  };
  // A hook refuses bodies that are too large, instead of the body parser. A refusal by the parser closes the
  // connection, and a client that is still sending would not read the response.
  app.addHook('onRequest', (request, reply, done) => {
    if (!mayBeLarge(request) || request.is404) done();
    else admit(request, reply).then(() => done(), done);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...jsonTypes], async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytes = await receiveCounted(request, payload);
    return bytes.length <= smallBodySize ? parseJson(bytes) : readLarge(request, bytes);
  });
}

/** Returns the value of `Content-Length`; NaN if it is missing. */
function contentLength({ headers }: FastifyRequest): number {
  return Number(headers['content-length']);
}

/** Reports whether a request may have a large body: its `Content-Length` is above 1 MiB or missing. */
export function mayBeLarge(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || contentLength(request) > smallBodySize;
}

/**
 * Returns the `RequestKey.requestHash` of a request with a large body, computed by a thread. Returns undefined for
 * other requests.
 */
export function largeRequestHash(request: FastifyRequest): string | undefined {
  return largeBodies.get(request)?.requestHash;
}

/** State of the requests that may have a large body; others have no entry. */
const largeBodies = new WeakMap<FastifyRequest, { held: CountedBody; requestHash?: string | undefined }>();

async function receiveCounted(request: FastifyRequest, payload: IncomingMessage): Promise<Uint8Array> {
  const length = contentLength(request);
  const limit = request.routeOptions.bodyLimit!;
  if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  let counted = 0;
  const onBytes = (received: number): void => {
    if (received > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    if (!Number.isNaN(length) || received <= smallBodySize) return;
    largeBodies.get(request)?.held.take(received - counted);
    counted = received;
  };
  const bytes = await receiveBody(payload, { length, smallBodySize, onBytes });
  if (!Number.isNaN(length) && bytes.length !== length) throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH();
  return bytes;
}

async function readLarge(request: FastifyRequest, bytes: Uint8Array): Promise<unknown> {
  const { bodyTask } = request.routeOptions.config as { bodyTask?: () => BodyTask | undefined };
  const isHashed = request.headers['idempotency-key'] !== undefined;
  const large = largeBodies.get(request);
  const { value, requestHash } = await parseInThread(bytes, {
    tenant: large?.held.tenant,
    hashedWith: isHashed ? request.url : undefined,
    task: bodyTask?.(),
  });
  if (large) large.requestHash = requestHash;
  return value;
}

/** Options for parsing a large body. */
interface Parsing {
  tenant?: string | undefined;
  hashedWith?: string | undefined;
  task?: BodyTask | undefined;
}

/**
 * Parses a large body in a thread, queued for its tenant. Parses it as `parseJson` does, or into prepared items.
 * @throws as `parseJson`, `prepareItems` and `ThreadPool.run` do
 */
export async function parseInThread(
  bytes: Uint8Array,
  { tenant = serverTenant, hashedWith, task }: Parsing = {},
): Promise<{ value: unknown; requestHash: string | undefined }> {
  const items = task && { module: task.module, field: task.field };
  const message = () => ({ input: { bytes, hashedWith, items } });
  const answer = (await pool.run({ name: 'read', message, tenant, weight: bytes.length })) as BodyAnswer;
  const { refused, requestHash, plain } = answer;
  if (refused) throw new AppError(refused.code, refused.message, refused.detail);
  if (plain) return { value: plain.value, requestHash };
  if (answer.json) return { value: await unpackTransferable(answer.json), requestHash };
  const list = await unpackItems(answer.items!);
  for (const item of list) markChecked(item, task!.scalar);
  return { value: list, requestHash };
}

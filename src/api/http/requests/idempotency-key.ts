import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../../../access/viewer.js';
import { AppError } from '../../../platform/base/errors.js';
import type { RequestKey } from '../../graphql/execution/request-key.js';
import { largeRequestHash } from '../bodies/read-bodies.js';
import { hashParts, hashRequest } from '../bodies/request-hash.js';

/** Methods whose requests may have a key. Requests with other methods have the same effect if they are repeated. */
const methodsWithKey = new Set(['POST', 'PUT', 'PATCH']);

/** Maximum length of a key, in characters. */
const maxKeyLength = 255;

/**
 * Accepts visible ASCII characters. The key may be in quotes, as in the draft of the header; they are not part of it.
 */
const syntax = new RegExp(`^(?:"([!-~]{1,${maxKeyLength}})"|([!#-~][!-~]{0,${maxKeyLength - 1}}))$`);

/**
 * Reads the header `Idempotency-Key`. Returns null if the request has none, or if its method does not allow one.
 * @throws BAD_USER_INPUT for a key that is empty, too long, or has other characters
 */
export function readIdempotencyKey(request: FastifyRequest, reply: FastifyReply, viewer: Viewer): RequestKey | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined || viewer.kind !== 'user' || !methodsWithKey.has(request.method)) return null;
  const key = readKey(String(header));
  const path = request.url.split('?', 1)[0]!;
  let requestHash: string | undefined;
  let isReplayed = false;
  return {
    hash: hashParts([callerId(viewer), request.method, path, key]),
    requestHash: () => (requestHash ??= largeRequestHash(request) ?? hashRequest(request.url, request.body)),
    replay() {
      isReplayed = true;
      reply.header('idempotent-replayed', 'true');
    },
    get isReplayed() {
      return isReplayed;
    },
  };
}

function readKey(header: string): string {
  const [, quoted, plain] = syntax.exec(header) ?? [];
  const key = quoted ?? plain;
  if (key !== undefined) return key;
  const excerpt = JSON.stringify(header.length > 80 ? `${header.slice(0, 80)}…` : header);
  const message = `\`Idempotency-Key\` must be 1 to ${maxKeyLength} visible ASCII characters (got ${excerpt})`;
  throw new AppError('BAD_USER_INPUT', message, { field: 'Idempotency-Key' });
}

/**
 * Returns the caller that a key belongs to. All unrestricted tokens of a user count as one caller. A restricted token
 * is a caller of its own, because it may not see the responses to other tokens.
 */
function callerId({ userId, tokenId, allowed, organizationId }: Viewer & { kind: 'user' }): string {
  return allowed === null && organizationId === null ? userId : tokenId;
}

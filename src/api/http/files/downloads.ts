import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { notFound } from '../../../platform/base/errors.js';
import { inLiveOrganization } from '../../../platform/db/query/live-organizations.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { FileDownload } from '../../../platform/urls/urls.js';
import type { RequestServices } from '../requests/request-context.js';
import { answerBytes, parameterText } from './answer-bytes.js';
import type { ByteRange } from './byte-range.js';

/** Media types that browsers may display. Other types could contain scripts, so browsers download them. */
const inlineTypes = /^(image\/(png|jpeg|gif|webp|avif)|text\/plain|application\/pdf)$/;

/**
 * Adds `GET` and `HEAD /files/{hash}/{name}`: the bytes of a file, or a range of them, for anyone who has the signed
 * URL. Returns 404 if the URL was changed or has expired. The bytes never change, so caches may store them, and their
 * hash is the ETag. Scripts in them cannot run.
 */
export function registerDownloads(
  app: FastifyInstance,
  { store, urls }: Pick<RequestServices, 'store' | 'urls'>,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:hash/:name',
    async handler(request, reply) {
      const parameters = request.params as { hash: string; name: string };
      const download = urls.openDownload({ ...(request.query as object), ...parameters });
      if (!download) throw notFound('file', parameters.hash);
      return sendBlob({ store, request, reply }, download);
    },
  });
}

/** A request for the bytes of a blob. */
interface BlobRequest {
  store: RequestServices['store'];
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Sends the bytes of a blob, or a range of them.
 * @throws NOT_FOUND if the blob is not in the store, or its organization is deleted
 */
export async function sendBlob(
  { store, request, reply }: BlobRequest,
  download: FileDownload,
  headers: Record<string, string> = {},
): Promise<FastifyReply> {
  const size = await readSize(store.read, download);
  if (size == null) throw notFound('file', download.hash);
  reply.headers({ ...headersOf(download), ...headers });
  const bytes = await answerBytes(request, reply, { size, read: (range) => readBytes(store.read, download, range) });
  return reply.send(bytes);
}

function headersOf({ hash, name, contentType }: FileDownload): Record<string, string> {
  const place = inlineTypes.test(contentType) ? 'inline' : 'attachment';
  return {
    'content-type': contentType,
    'content-disposition': `${place}; filename*=UTF-8''${parameterText(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    // The signed URL is the credential, and documentation sites on other origins show the images of their pages.
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'private, max-age=86400, immutable',
    etag: `"${hash}"`,
  };
}

async function readSize(read: Queries, { organizationId, hash }: FileDownload): Promise<number | undefined> {
  const query = read.sql
    .selectFrom('Blob')
    .select('size')
    .where('organizationId', '=', organizationId)
    .where('hash', '=', hash)
    .where(inLiveOrganization());
  return (await read.first(query))?.size;
}

/** Reads bytes. The database returns only the range, so that no other bytes are in memory; they are not copied. */
async function readBytes(read: Queries, { organizationId, hash }: FileDownload, range?: ByteRange): Promise<Buffer> {
  const part = range
    ? sql<Uint8Array>`substr("bytes", ${range.first + 1}, ${range.last - range.first + 1})`
    : sql<Uint8Array>`"bytes"`;
  const query = read.sql
    .selectFrom('Blob')
    .select(part.as('bytes'))
    .where('organizationId', '=', organizationId)
    .where('hash', '=', hash);
  const { bytes } = (await read.first(query, { bytes: 'bytes' }))!;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

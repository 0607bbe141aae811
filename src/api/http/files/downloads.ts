import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { matchesIfNoneMatch } from '../../../platform/base/entity-tags.js';
import { notFound } from '../../../platform/base/errors.js';
import {
  type BlobRow,
  readBlobObject,
  readBlobRange,
  usingStorage,
} from '../../../platform/blobs/read-blob-objects.js';
import { inLiveOrganization } from '../../../platform/db/query/live-organizations.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { type BlobStorage, blobKey } from '../../../platform/object-storage/blob-storage.js';
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
      return sendBlob({ store, request, reply }, download, { redirects: true });
    },
  });
}

/** A request for the bytes of a blob. */
interface BlobRequest {
  store: RequestServices['store'];
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Options of `sendBlob`. */
interface SendOptions {
  /** Headers in addition to those of the file. */
  headers?: Record<string, string>;
  /**
   * Whether the client may be redirected to the object storage. A redirect loses the additional headers, such as those
   * that allow scripts of other sites to read the response.
   */
  redirects?: boolean;
}

/**
 * Sends the bytes of a blob, or a range of them. A file in object storage is sent by a redirect to a signed address
 * there, if the configuration allows that. A `HEAD` request and a request with a matching `If-None-Match` need none.
 * @throws NOT_FOUND if the blob is not in the store, or its organization is deleted; errors of `readBlobObject`
 */
export async function sendBlob(
  { store, request, reply }: BlobRequest,
  download: FileDownload,
  { headers = {}, redirects = false }: SendOptions = {},
): Promise<FastifyReply> {
  const found = await findStored(store.read, download);
  if (!found) throw notFound('file', download.hash);
  const { size, inObjectStorage } = found;
  reply.headers({ ...headersOf(download), ...headers });
  if (inObjectStorage && redirects && store.blobs?.downloads === 'redirect' && needsBytes(request, download))
    return redirectToObject(store.blobs, reply, download);
  const read = (range?: ByteRange) => readStored(store.read, { ...download, size, inObjectStorage }, range);
  const bytes = await answerBytes(request, reply, { size, read });
  return reply.send(bytes);
}

/** Reports whether a response has a body: not for HEAD, and not if the client has the file. */
function needsBytes({ method, headers }: FastifyRequest, { hash }: FileDownload): boolean {
  return method === 'GET' && !matchesIfNoneMatch(headers['if-none-match'], `"${hash}"`);
}

/** Seconds that a signed address of the object storage is valid. */
const addressSeconds = 3_600;

/** Seconds for which a client may use a redirect again; less than `addressSeconds`, so that the address is valid. */
const redirectSeconds = 1_800;

async function redirectToObject(
  { storage }: BlobStorage,
  reply: FastifyReply,
  download: FileDownload,
): Promise<FastifyReply> {
  const { 'content-type': contentType, 'content-disposition': contentDisposition } = headersOf(download);
  const address = { seconds: addressSeconds, contentType, contentDisposition };
  const url = await usingStorage({ storage } as BlobStorage, () => storage.signedUrl(blobKey(download), address));
  for (const name of ['content-type', 'content-disposition']) reply.removeHeader(name);
  return reply.header('cache-control', `private, max-age=${redirectSeconds}`).redirect(url, 302);
}

function headersOf({ hash, name, contentType }: FileDownload) {
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

/** Size and place of a blob. */
type Stored = Pick<BlobRow, 'size' | 'inObjectStorage'>;

async function findStored(read: Queries, { organizationId, hash }: FileDownload): Promise<Stored | undefined> {
  const query = read.sql
    .selectFrom('Blob')
    .select(['size', 'inObjectStorage'])
    .where('organizationId', '=', organizationId)
    .where('hash', '=', hash)
    .where(inLiveOrganization());
  return read.first(query);
}

/**
 * Reads bytes. Database and storage return only the range, so that no other bytes are in memory. A blob that moves to
 * object storage after its size was read is found there.
 */
async function readStored(read: Queries, blob: FileDownload & Stored, range?: ByteRange): Promise<Buffer> {
  if (blob.inObjectStorage) return range ? readBlobRange(read, blob, range) : readBlobObject(read, blob);
  const part = range
    ? sql<Uint8Array>`substr("bytes", ${range.first + 1}, ${range.last - range.first + 1})`
    : sql<Uint8Array>`"bytes"`;
  const query = read.sql
    .selectFrom('Blob')
    .select([part.as('bytes'), 'inObjectStorage'])
    .where('organizationId', '=', blob.organizationId)
    .where('hash', '=', blob.hash);
  const { bytes, inObjectStorage } = (await read.first(query, { bytes: 'bytes' }))!;
  if (inObjectStorage) return readStored(read, { ...blob, inObjectStorage }, range);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

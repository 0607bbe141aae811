import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.js';
import type { Shared } from './request-context.js';

/** Types that browsers may show in place; anything else could carry a script and is offered as a download. */
const shownInPlace = /^(image\/(png|jpeg|gif|webp|avif)|text\/plain|application\/pdf)$/;

/**
 * Adds `GET /files/{hash}/{name}`: the bytes of a file, for whoever holds the signed address. The bytes never change,
 * so that caches may keep them; no script in them can run.
 */
export function registerDownloads(app: FastifyInstance, { store, urls }: Pick<Shared, 'store' | 'urls'>): void {
  app.get('/files/:hash/:name', async (request, reply) => {
    const parameters = request.params as { hash: string; name: string };
    const download = urls.openDownload({ ...(request.query as object), ...parameters });
    const bytes = download && (await bytesOf(store, download));
    if (!bytes) throw notFound('file', parameters.hash);
    const place = shownInPlace.test(download.contentType) ? 'inline' : 'attachment';
    reply.headers({
      'content-type': download.contentType,
      'content-disposition': `${place}; filename*=UTF-8''${encodeURIComponent(download.name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400, immutable',
    });
    return reply.send(Buffer.from(bytes));
  });
}

async function bytesOf({ read }: Shared['store'], { organizationId, hash }: { organizationId: string; hash: string }) {
  const query = read.sql
    .selectFrom('Blob')
    .select('bytes')
    .where('organizationId', '=', organizationId)
    .where('hash', '=', hash);
  return (await read.first(query))?.bytes;
}

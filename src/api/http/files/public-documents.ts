import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../platform/base/errors.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { FileDownload } from '../../../platform/urls/urls.js';
import { sendBlob } from './downloads.js';

/** Dependencies of the routes of public documents. */
interface Parts {
  store: Store;
  /** Returns the document with an id, and whether it never changes; null if not everyone may read it. */
  find(id: string): Promise<{ download: FileDownload; isFixed: boolean } | null>;
}

/**
 * Adds `GET` and `HEAD /openapi/{id}/{name}`: the document of a public specification, for all callers and for the
 * scripts of any page. Returns 404 if there is none, it is not public, or its name differs.
 */
export function registerPublicDocuments(app: FastifyInstance, { store, find }: Parts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/openapi/:id/:name',
    async handler(request, reply) {
      const { id, name } = request.params as { id: string; name: string };
      const found = await find(id);
      if (found?.download.name !== name) throw notFound('document', id);
      const age = found.isFixed ? 3600 : 60;
      const headers = { 'cache-control': `public, max-age=${age}`, 'access-control-allow-origin': '*' };
      return sendBlob({ store, request, reply }, found.download, { headers });
    },
  });
}

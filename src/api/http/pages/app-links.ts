import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../platform/base/errors.js';
import { kindOf } from '../../../platform/base/ids.js';

/** Where the pages of a site can be read. */
const ofSite = ' ... on Site { title published urls { published } preview { url } }';

/**
 * Adds `GET /app/{id}`, the address for people that every object carries: it leads to the explorer, with a query for
 * the object, which names its tab. Whether the object exists is only told to who may see it.
 */
export function registerAppLinks(app: FastifyInstance): void {
  app.get('/app/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const kind = kindOf(id);
    if (!kind) throw notFound('object', id);
    const fields = kind === 'Site' ? ofSite : '';
    const query = `query ${id} { node(id: "${id}") { __typename id${fields} } }`;
    return reply.redirect(`/graphql?query=${encodeURIComponent(query)}`, 302);
  });
}

import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../platform/base/errors.js';
import { idKind } from '../../../platform/base/ids.js';
import { ownPath } from './own-path.js';

/** GraphQL fields with the addresses of a site's pages. */
const ofSite = ' ... on Site { title published urls { published } preview { url } }';

/**
 * Adds `GET /app/{id}`, the link that every object has for browsers. It redirects to the explorer, with a query for the
 * object; the query has the id as its name, which the tab shows. Only a viewer who may see the object learns whether it
 * exists.
 */
export function registerAppLinks(app: FastifyInstance): void {
  app.get('/app/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const kind = idKind(id);
    if (!kind) throw notFound('object', id);
    const fields = kind === 'Site' ? ofSite : '';
    const query = `query ${id} { node(id: "${id}") { __typename id${fields} } }`;
    return reply.redirect(ownPath(reply, `/graphql?query=${encodeURIComponent(query)}`), 302);
  });
}

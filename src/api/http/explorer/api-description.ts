import type { FastifyInstance } from 'fastify';
import { registerBrowserFiles } from './browser-files.js';
import { openPagePolicy } from './page-policy.js';
import { referencePage, referenceStyle } from './reference-page.js';
import { startScript } from './reference-start.js';

/** Functions that return the API description. */
export interface ApiDescription {
  /** Returns the OpenAPI document as JSON; called once, at the first request. */
  describe: () => string;
  /** Returns additional content of the reference page, as JSON. If absent, the page is not served. */
  show?: () => string;
}

/** Adds `GET /v1/openapi.json` and the reference page at `/v1/docs`. The page loads nothing from other servers. */
export function registerApiDescription(app: FastifyInstance, { describe, show }: ApiDescription): void {
  let description: string | undefined;
  app.get('/v1/openapi.json', async (_request, reply) => {
    description ??= describe();
    return reply.type('application/json; charset=utf-8').send(description);
  });
  if (!show) return;
  const names = ['swagger-ui.css', 'swagger-ui-bundle.js'];
  registerBrowserFiles(app, { below: '/v1/docs', maxAge: 86_400, names });
  app.get('/v1/docs/reference.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(referenceStyle),
  );
  app.get('/v1/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(startScript),
  );
  app.get('/v1/docs/shown.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(show()));
  app.get('/v1/docs', async (_request, reply) =>
    reply
      .header(...openPagePolicy)
      .type('text/html; charset=utf-8')
      .send(referencePage),
  );
}

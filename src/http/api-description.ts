import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openPagePolicy } from './page-policy.js';
import { referencePage, referenceStyle } from './reference-page.js';
import { startScript } from './reference-start.js';

/** What is described. */
export interface ApiDescription {
  /** Returns the OpenAPI document as JSON; called once, at the first request. */
  describe: () => string;
  /** What the reference page shows beside that, as JSON; the page is served where it is given. */
  show?: () => string;
}

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Files of the reference page; all of them come from this server. */
const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

/** Adds `GET /v1/openapi.json` and the reference page at `/v1/docs`, which works without any other server. */
export function registerApiDescription(app: FastifyInstance, { describe, show }: ApiDescription): void {
  let description: string | undefined;
  app.get('/v1/openapi.json', async (_request, reply) => {
    description ??= describe();
    return reply.type('application/json; charset=utf-8').send(description);
  });
  if (!show) return;
  for (const [name, type] of Object.entries(files)) {
    // Read when it is asked for, which is once a day and browser: it has 1.5 MB.
    app.get(`/v1/docs/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(join(assets, name))),
    );
  }
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

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { openApi } from '../openapi.js';
import { openPagePolicy } from './page-policy.js';

/** What is described, and whether the reference page is served. */
export interface ApiDescription {
  schema: GraphQLSchema;
  documents: { name: string; text: string }[];
  reference: boolean;
}

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Files of the reference page; all of them come from this server. */
const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

/** Adds `GET /v1/openapi.json` and the reference page at `/v1/docs`, which works without any other server. */
export function registerApiDescription(app: FastifyInstance, { schema, documents, reference }: ApiDescription): void {
  const description = JSON.stringify(openApi(schema, documents));
  app.get('/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
  if (!reference) return;
  for (const [name, type] of Object.entries(files)) {
    const content = readFileSync(join(assets, name));
    app.get(`/v1/docs/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(content),
    );
  }
  app.get('/v1/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(startScript),
  );
  app.get('/v1/docs', async (_request, reply) =>
    reply
      .header(...openPagePolicy)
      .type('text/html; charset=utf-8')
      .send(page),
  );
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>docgraph: reference of /v1</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/v1/docs/swagger-ui.css">
  </head>
  <body>
    <main id="reference"><noscript>The reference needs JavaScript. The description itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript></main>
    <script src="/v1/docs/swagger-ui-bundle.js"></script>
    <script src="/v1/docs/start.js"></script>
  </body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
});
`;

import type { FastifyInstance, FastifyReply } from 'fastify';
import { registerBrowserFiles } from './browser-files.js';
import { readExamples } from './explorer-examples.js';
import { explorerPage, explorerStyle } from './explorer-page.js';
import { startScript } from './explorer-start.js';
import { openPagePolicy } from './page-policy.js';

/** Adds the files of the explorer under `/explorer/`. It loads nothing from other servers, so it works offline. */
export function registerExplorer(app: FastifyInstance): void {
  const names = ['graphiql.js', 'graphiql.css', 'editor-worker.js', 'json-worker.js', 'graphql-worker.js'];
  registerBrowserFiles(app, { below: '/explorer', maxAge: 3_600, names });
  app.get('/explorer/explorer.css', async (_request, reply) =>
    cached(reply).type('text/css; charset=utf-8').send(explorerStyle),
  );
  app.get('/explorer/start.js', async (_request, reply) =>
    cached(reply).type('text/javascript; charset=utf-8').send(startScript(readExamples())),
  );
}

function cached(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'public, max-age=3600');
}

/** Sends the explorer's page. */
export function sendExplorer(reply: FastifyReply): FastifyReply {
  return reply
    .header(...openPagePolicy)
    .type('text/html; charset=utf-8')
    .send(explorerPage);
}

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readExamples } from './explorer-examples.js';
import { explorerPage, explorerStyle } from './explorer-page.js';
import { startScript } from './explorer-start.js';
import { openPagePolicy } from './page-policy.js';

/** The parts of the offline GraphiQL bundle. */
interface Bundle {
  js: string;
  css: string;
  editorWorkerService: string;
  jsonWorker: string;
  graphqlWorker: string;
}

const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql')), '..');

/** The bundle has 9 MB: it is loaded when somebody first opens the explorer. */
let bundle: Promise<Bundle> | undefined;
function loadBundle(): Promise<Bundle> {
  bundle ??= import(pathToFileURL(join(packageFolder, 'esm/graphiql.js')).href) as Promise<Bundle>;
  return bundle;
}

const script = 'text/javascript; charset=utf-8';

/** Files of the explorer by name: their type, and how they are made. */
const files: Record<string, { type: string; content(): Promise<string> | string }> = {
  'graphiql.js': { type: script, content: async () => (await loadBundle()).js },
  'graphiql.css': { type: 'text/css; charset=utf-8', content: async () => (await loadBundle()).css },
  'editor-worker.js': { type: script, content: async () => (await loadBundle()).editorWorkerService },
  'json-worker.js': { type: script, content: async () => (await loadBundle()).jsonWorker },
  'graphql-worker.js': { type: script, content: async () => (await loadBundle()).graphqlWorker },
  'explorer.css': { type: 'text/css; charset=utf-8', content: () => explorerStyle },
  'start.js': { type: script, content: () => startScript(readExamples()) },
};

/** Adds the files of the explorer under `/explorer/`; all come from this server, so that it works offline. */
export function registerExplorer(app: FastifyInstance): void {
  for (const [name, { type, content }] of Object.entries(files)) {
    app.get(`/explorer/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .send(await content()),
    );
  }
}

/** Answers with the explorer's page. */
export function sendExplorer(reply: FastifyReply): FastifyReply {
  return reply
    .header(...openPagePolicy)
    .type('text/html; charset=utf-8')
    .send(explorerPage);
}

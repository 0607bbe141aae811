import { load } from './dist.mjs';
import { numbered } from './numbered.mjs';
import { publicUrl, secrets } from './world.mjs';

/**
 * Runs a function with the application on a database, in this process. The function gets `ask`, which sends a request
 * and returns its parsed body. It also gets `batches`, which returns the SQL of the reads that a function makes, except
 * those of authentication.
 */
export async function inProcess(url, run) {
  const { createApp } = await load('app/app.js');
  const { readConfig } = await load('platform/config/config.js');
  const { openStore } = await load('platform/db/open.js');
  const store = await openStore({ url });
  let batchSql = [];
  const config = readConfig({ RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DATABASE_URL: url });
  const app = await createApp({ config, store, secrets, publicUrl, onBatch: ({ sql }) => batchSql.push(sql) });
  try {
    return await run({ store, app, ask: (request) => ask(app, request), batches });
  } finally {
    await app.close();
    await store.close();
  }

  async function batches(work) {
    batchSql = [];
    await work();
    return batchSql;
  }
}

let requestCount = 0;

async function ask(app, request) {
  const isReading = !request.method || request.method === 'GET' || request.path === '/graphql';
  const { method = 'GET', path, headers, body } = isReading ? numbered(request)(requestCount++) : request;
  const answer = await app.inject({ method, url: path, headers, payload: body });
  const parsed = answer.statusCode < 300 ? answer.json() : undefined;
  if (!parsed || parsed.errors) throw new Error(`${method} ${path} failed: ${answer.statusCode} ${answer.body}`);
  return parsed;
}

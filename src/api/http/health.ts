import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/base/errors.js';
import type { Store } from '../../platform/db/write/store.js';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes `/readyz` report that the process is stopping, so that load balancers send no new requests. Other requests
     * are still served.
     */
    announceStop(): void;
  }
}

/** Milliseconds within which `/readyz` responds, because probes of load balancers wait for one second. */
const patience = 700;

/**
 * Adds `GET /livez` and `GET /healthz` (the process runs) and `GET /readyz` (the process can serve requests). It can
 * serve them if the database responds, this version can use its tables, and the process is not stopping. Concurrent
 * requests share one query of the database. Changes of the result are logged.
 */
export function registerHealth(app: FastifyInstance, store: Pick<Store, 'problem'>): void {
  let stopping = false;
  let logged: string | null = null;
  const findProblem = shareRunning(() => databaseProblem(store));
  app.decorate('announceStop', () => {
    stopping = true;
  });
  for (const path of ['/livez', '/healthz']) app.get(path, async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const problem = stopping ? 'stopping' : await resultWithin(patience, findProblem());
    if (problem !== logged) app.log.warn({ problem }, problem === null ? 'ready' : 'not ready');
    logged = problem;
    if (problem) reply.code(503);
    return problem ? { status: 'unavailable', problem } : { status: 'ok' };
  });
}

/** Makes concurrent calls share one run of a function. */
function shareRunning<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return () => {
    underWay ??= run().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function resultWithin(milliseconds: number, found: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, milliseconds, `the database has not answered within ${milliseconds} ms`);
  });
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}

/**
 * Returns the problem of the database. Only the error code is returned; the details go to the log, because they may
 * contain addresses.
 */
async function databaseProblem(store: Pick<Store, 'problem'>): Promise<string | null> {
  try {
    return await store.problem();
  } catch (error) {
    return error instanceof AppError ? error.message : 'the database refuses to be read';
  }
}

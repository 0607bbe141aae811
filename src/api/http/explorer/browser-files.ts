import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { packagePath } from '../../../platform/base/package-path.js';

/** Files for browsers that `scripts/browser-files.mjs` has copied from packages. */
export interface BrowserFiles {
  /** Path below which they are served, such as `/explorer`. */
  below: string;
  /** How many seconds browsers may cache the files. */
  maxAge: number;
  /** Names of the files. */
  names: readonly string[];
}

/** Adds a route for each file. A file is read again for each request: browsers cache it, and the largest has 9 MB. */
export function registerBrowserFiles(app: FastifyInstance, { below, maxAge, names }: BrowserFiles): void {
  for (const name of names) {
    app.get(`${below}/${name}`, async (_request, reply) =>
      reply
        .type(name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
        .header('cache-control', `public, max-age=${maxAge}`)
        .send(await readFile(packagePath(`src/generated/browser/${name}`))),
    );
  }
}

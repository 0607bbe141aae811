import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { serveSiteHosts } from '../../../src/api/http/pages/site-hosts.js';

it('health checks and metrics are served at every host while the database is lost', async () => {
  const app = Fastify();
  serveSiteHosts(app, {
    base: 'https://docs.test',
    siteOfHostname: () => Promise.reject(new Error('The database cannot be reached')),
    answer: () => {},
  });
  const paths = ['/readyz', '/metrics', '/guide'];
  for (const path of paths) app.get(path, async () => 'ok');
  const statuses = paths.map(async (url) => {
    const { statusCode } = await app.inject({ url: `${url}?a=b`, headers: { host: 'docs-1.intern.test' } });
    return statusCode;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 500]);
});

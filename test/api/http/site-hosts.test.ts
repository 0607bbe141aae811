import Fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { serveSiteHosts } from '../../../src/api/http/pages/site-hosts.js';

afterEach(() => void vi.useRealTimers());

it('a host without a site is looked up once a second, and a site each time', async () => {
  const lookups: string[] = [];
  const sites = new Map([['docs.known.test', { published: [] }]]);
  const app = Fastify();
  app.decorateRequest('notes', { getter: () => ({}) as never });
  serveSiteHosts(app, {
    base: 'https://docs.test',
    siteOfHostname: async (hostname) => {
      lookups.push(hostname);
      return (sites.get(hostname) as never) ?? null;
    },
    answer: (_site, { reply }) => void reply.send('site'),
  });
  app.get('/', async () => 'server');
  const get = async (host: string) => (await app.inject({ url: '/', headers: { host } })).body;
  const now = performance.now();
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(now);
  for (const host of ['docs.known.test', 'docs.new.test', 'docs.known.test', 'docs.new.test', 'docs.new.test'])
    expect(await get(host)).toBe(host === 'docs.known.test' ? 'site' : 'server');
  expect(lookups).toEqual(['docs.known.test', 'docs.new.test', 'docs.known.test']);
  sites.set('docs.new.test', { published: [] });
  sites.delete('docs.known.test');
  expect(await get('docs.known.test')).toBe('server');
  vi.advanceTimersByTime(1_000);
  expect(await get('docs.new.test')).toBe('site');
});

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

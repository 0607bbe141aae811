import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exposedHeaders } from '../../../src/api/http/connection/cors.js';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { chromium, launch, openPage, reason } from './browser-kit.js';
import { listen } from './server-kit.js';

describe.skipIf(chromium === undefined)(`a script of a listed origin${reason}`, () => {
  const pages = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('A page'));
  let page: Page;
  let api: string;
  let token: string;
  let space: string;
  let organization: string;

  beforeAll(async () => {
    await once(pages.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const test = await testApp({ CORS_ORIGINS: origin, RATE_LIMIT: '1000' });
    test.app.get('/every-exposed-header', async (_request, reply) =>
      reply.headers(Object.fromEntries(exposedHeaders.map((name) => [name, `the ${name}`]))).send('sent'),
    );
    const acme = await seedOrganization(test);
    [organization, token, space] = [acme.id, acme.admin.token, await seedSpace(test, acme.id)];
    api = await listen(test);
    page = await openPage(await launch(chromium!));
    await page.goto(origin);
  });
  afterAll(async () => {
    await page?.context().browser()?.close();
    pages.close();
  });

  interface Call {
    method?: string;
    headers?: Record<string, string>;
    body?: object;
  }

  /** Fetches a path of the API from the page, with the token. */
  function call(path: string, { method = 'GET', headers = {}, body }: Call = {}) {
    const init = {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    };
    const send = async ({ url, init }: { url: string; init: RequestInit }) => {
      const answer = await fetch(url, init);
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
    };
    return page.evaluate(send, { url: api + path, init });
  }

  it('can patch, put and delete on /v1, and read the response headers', async () => {
    const patch = () =>
      call(`/v1/spaces/${space}`, { method: 'PATCH', body: { title: 'A' }, headers: { 'idempotency-key': 'a-key' } });
    const patched = await patch();
    expect([patched.status, JSON.parse(patched.text).title]).toEqual([200, 'A']);
    expect(patched.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^req_/),
      'ratelimit-limit': '1000',
      'ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
    expect((await patch()).headers['idempotent-replayed']).toBe('true');
    const put = await call(`/v1/orgs/${organization}/teams`, { method: 'PUT', body: { title: 'Writers' } });
    expect([put.status, JSON.parse(put.text).title]).toEqual([201, 'Writers']);
    const read = await call(`/v1/spaces/${space}/content`);
    expect([read.status, read.headers.etag]).toEqual([200, expect.stringMatching(/^"rev_/)]);
    const unchanged = { 'if-none-match': read.headers.etag! };
    expect((await call(`/v1/spaces/${space}/content`, { headers: unchanged })).status).toBe(304);
    expect((await call(`/v1/spaces/${space}`, { method: 'DELETE' })).status).toBe(204);
    const refused = await call('/v1/user', { method: 'DELETE' });
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('can read every exposed header', async () => {
    const { headers } = await call('/every-exposed-header');
    expect(headers).toMatchObject(Object.fromEntries(exposedHeaders.map((name) => [name, `the ${name}`])));
  });
});

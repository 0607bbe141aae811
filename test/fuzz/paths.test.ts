import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { describedDocument, operationsOf } from './described-operations.js';
import { send } from './send.js';
import { makeWorld, type World } from './world.js';

const test = await testApp();
const operations = operationsOf(describedDocument());
const paths = [...new Set(operations.map(({ path }) => path))];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
let world: World;

beforeAll(async () => {
  world = await makeWorld(test);
});

/** Returns a path with ids of the caller's organization. */
const filled = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => world.own[name.replace(/Id$/, '')]?.[0] ?? 'guide');

const ask = (method: string, url: string, headers: Record<string, string> = {}) =>
  send(test, { method, url, headers: { authorization: `Bearer ${world.tokens.admin}`, ...headers } });

describe.each(paths)('%s', (path) => {
  const described = operations.filter((one) => one.path === path).map(({ method }) => method);
  const served = methods.filter((method) => described.includes(method === 'HEAD' ? 'GET' : method));

  it('responds to other methods with 405 and the list of its methods', async () => {
    for (const method of [...methods, 'OPTIONS', 'TRACE'].filter((one) => !served.includes(one))) {
      const { status, headers } = await ask(method, filled(path));
      expect([method, status, headers.allow]).toEqual([method, 405, served.join(', ')]);
    }
    expect(await world.database.changed()).toEqual([]);
  });

  if (described.includes('GET'))
    it('responds to HEAD as to GET but without a body, also with conditional headers', async () => {
      const conditionalHeaders = {
        'if-none-match': '*',
        'if-modified-since': new Date(Date.now() + 1e9).toUTCString(),
      };
      const [get, head] = [
        await ask('GET', filled(path), conditionalHeaders),
        await ask('HEAD', filled(path), conditionalHeaders),
      ];
      expect([head.status, head.text]).toEqual([get.status, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    });

  it('is not found in upper case or with an additional slash', async () => {
    const [method] = described as [string];
    const open = path.endsWith('{pagePath}') ? [] : [`${filled(path)}/`];
    // With an additional slash, the URL may be a longer path with an empty segment, which has other methods.
    for (const url of [filled(path).replace('/v1/', '/V1/'), filled(path).replace('/v1/', '/v1//'), ...open])
      expect([404, 405], url).toContain((await ask(method, url)).status);
    expect(await world.database.changed()).toEqual([]);
  });
});

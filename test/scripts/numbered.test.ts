import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { load } from '../../bench/load.mjs';
import { numbered } from '../../bench/numbered.mjs';

it('a benchmark never repeats a numbered request, neither in another round nor on another server', async () => {
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    sent.push(`${request.url} ${await text(request)}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const get = { method: 'GET', path: '/v1/spaces?limit=5' };
  const post = { method: 'POST', path: '/graphql', body: JSON.stringify({ query: '{ __typename }' }) };
  for (const request of [numbered([get, post]), numbered([get, post]), numbered(get)]) {
    for (let round = 0; round < 3; round++) await load({ port, request }, { seconds: 10, atMost: 100 });
  }
  server.close();
  expect(sent.length).toBeGreaterThanOrEqual(900);
  expect(new Set(sent).size).toBe(sent.length);
});

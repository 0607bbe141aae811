import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { describedDocument, operationsOf } from './described-operations.js';
import { createChecker } from './judge.js';
import type { Answer, Request } from './send.js';
import { makeWorld, type World } from './world.js';

// The judge of random requests must find faults; otherwise the fuzz tests would always pass.
const test = await testApp();
const document = describedDocument();
const operation = operationsOf(document).find(({ id }) => id === 'getAuthenticatedUser')!;
const request: Request = { method: 'GET', url: '/v1/user', headers: {} };
const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': `req_${'0'.repeat(26)}` };
const refusal = (code: number, message: string): Answer => ({
  status: code,
  headers,
  text: JSON.stringify({ error: { code, message } }),
});
let world: World;
let faultsOf: ReturnType<typeof createChecker>;

beforeAll(async () => {
  world = await makeWorld(test);
  faultsOf = createChecker(world, document);
});

describe('the judge of random requests', () => {
  it.each<[string, Answer]>([
    ['status 500', refusal(500, 'Something failed')],
    ['status 409 is not described', refusal(409, 'A conflict of something')],
    ['it is no error as described: {"message":"No"}', { ...refusal(404, ''), text: '{"message":"No"}' }],
    ['its message says nothing', refusal(404, 'No')],
    [
      'its type is not JSON',
      { ...refusal(404, 'No such path'), headers: { ...headers, 'content-type': 'text/plain' } },
    ],
    ['it shows internals', refusal(404, 'SQLITE_CONSTRAINT: no such row')],
    ['it shows kanarienvogel', refusal(404, 'No space named Kanarienvogel')],
    ["its body must have required property 'object'", { status: 200, headers, text: '{"id":"usr_1"}' }],
  ])('reports that %s', async (fault, answer) => {
    expect(await faultsOf(operation, request, answer)).toContain(fault);
  });

  it('reports nothing for a refusal as described', async () => {
    expect(await faultsOf(operation, request, refusal(404, 'No such path'))).toEqual([]);
  });

  it('reports the written tables until the database is restored', async () => {
    await test.rest('PATCH', `/orgs/${world.own.organization![0]}`, {
      token: world.tokens.admin,
      body: { title: 'Other' },
    });
    const faults = await faultsOf(operation, request, refusal(404, 'No such path'));
    expect(faults).toEqual([expect.stringMatching(/^it has written (Event, Organization|Organization, Event)$/)]);
    await world.database.rewind();
    expect(await faultsOf(operation, request, refusal(404, 'No such path'))).toEqual([]);
  });
});

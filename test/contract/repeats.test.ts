import { beforeAll, describe, expect, it } from 'vitest';
import { type RestOptions, type RestResponse, type TestApp, testApp } from '../support/app.js';
import { describedApi, rootFields } from '../support/shared-schema.js';
import { sendAllSamples } from './answers.js';
import { type DescribedOperation, ourOperations } from './described-operations.js';
import { mutationCall, mutations } from './mutations.js';
import { createScene, type Fixture } from './scene.js';

/** The parts of a described operation that these tests read. */
interface Operation {
  operationId: string;
  parameters?: { $ref?: string }[];
}

/**
 * Operations of `/v1` and mutations whose response contains a secret. A repeated request gets 409 for these, and the
 * same response for all others.
 */
const showSecrets: readonly string[] = ['createAccessToken', 'createServiceAccountToken'];

const test = await testApp();
const ours = ourOperations();
/** Operations with POST that only read, so they accept no idempotency key. */
const reads: readonly string[] = ['searchSiteContent'];
const operationsWithKey = [...ours.values()].filter(
  ({ id, method }) => ['POST', 'PUT', 'PATCH'].includes(method) && !reads.includes(id),
);

it('the idempotency key is described for all operations with POST, PUT and PATCH that change something, and for no others', () => {
  const described = Object.values(describedApi().paths).flatMap((methods) =>
    Object.values(methods),
  ) as unknown as Operation[];
  const isKey = ({ $ref }: { $ref?: string }) => $ref === '#/components/parameters/IdempotencyKey';
  const describedWithKey = described.filter(({ parameters = [] }) => parameters.some(isKey));
  expect(describedWithKey.map(({ operationId }) => operationId).sort()).toEqual(
    operationsWithKey.map(({ id }) => id).sort(),
  );
});

/** Two requests with the same idempotency key, and the number of rows that each of them wrote. */
interface Sent {
  id: string;
  first: RestResponse;
  again: RestResponse;
  written: [number, number];
}

/** Returns the total number of events, revisions, access tokens and idempotency keys. */
async function countRows(): Promise<number> {
  const { read } = test.store;
  const tables = ['Event', 'Revision', 'AccessToken', 'IdempotencyKey'] as const;
  const counts = tables.map(
    async (table) => (await read.all(read.sql.selectFrom(table as 'Event').selectAll())).length,
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count);
}

const sent: Sent[] = [];
let keys = 0;

/**
 * The application, except that each request that accepts an idempotency key is sent twice with the same key. Requests
 * run one after the other, so that written rows can be counted.
 */
const repeatingApp: TestApp = {
  ...test,
  rest(...request) {
    const answer = last.then(() => sendTwice(...request));
    last = answer.catch(() => {});
    return answer;
  },
};

let last: Promise<unknown> = Promise.resolve();

async function sendTwice(method: string, path: string, options: RestOptions = {}): Promise<RestResponse> {
  const operation = operationAt(method, path);
  if (!operation) return test.rest(method, path, options);
  const headers = { ...options.headers, 'idempotency-key': `key-${++keys}` };
  const before = await countRows();
  const first = await test.rest(method, path, { ...options, headers });
  const between = await countRows();
  const again = await test.rest(method, path, { ...options, headers });
  const after = await countRows();
  sent.push({ id: operation.id, first, again, written: [between - before, after - between] });
  return first;
}

function operationAt(method: string, path: string): DescribedOperation | undefined {
  const address = `/v1${path.split('?')[0]}`;
  const matches = (one: DescribedOperation) => new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address);
  return operationsWithKey.find((one) => one.method === method && matches(one));
}

/** Returns a body without its signed tokens, because they contain the second in which they were signed. */
const withoutTokens = (body: unknown) =>
  JSON.parse(JSON.stringify(body ?? null).replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'a token'));

let scene: Fixture;

beforeAll(async () => {
  scene = await createScene(repeatingApp);
  await sendAllSamples(scene);
});

describe('a repeated request with the same idempotency key', () => {
  it.each(operationsWithKey)(
    'for $id returns the same response, or 409 if it contains a secret, and writes nothing',
    ({ id }) => {
      const done = sent.filter((one) => one.id === id && one.first.status < 300);
      expect(done.length).toBeGreaterThan(0);
      for (const { first, again, written: left } of done) {
        expect([id, left[0] > 0, left[1]]).toEqual([id, true, 0]);
        if (showSecrets.includes(id)) expect(again.status).toBe(409);
        else {
          expect([again.status, again.headers['idempotent-replayed']]).toEqual([first.status, 'true']);
          expect(withoutTokens(again.body)).toEqual(withoutTokens(first.body));
        }
      }
    },
  );

  it('is executed again if the first request was refused, and is not marked as replayed', () => {
    for (const { first, again } of sent.filter((one) => one.first.status >= 400))
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([first.status, undefined]);
  });

  it('for a mutation without an operation returns the same response, or an error if it contains a secret, and writes nothing', async () => {
    const rootFieldsWithKey = new Set(operationsWithKey.map(({ id }) => rootFields.get(id)));
    const others = mutations.filter(({ name }) => !rootFieldsWithKey.has(name));
    expect(others.length).toBeGreaterThan(10);
    scene = await createScene(test);
    for (const mutation of others) {
      const { name, type, input, token } = await mutationCall(mutation, scene);
      const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${name === 'createAccessToken' ? 'token' : '__typename'} } }`;
      const headers = { 'idempotency-key': name };
      const send = () => test.graphql(query, { token, variables: { input }, headers });
      const first = await send();
      expect([name, first.errors]).toEqual([name, undefined]);
      const before = await countRows();
      const again = await send();
      expect([name, (await countRows()) - before]).toEqual([name, 0]);
      if (showSecrets.includes(name)) expect(again.errors?.[0]?.extensions.reason).toBe('SHOWN_ONCE');
      else expect([name, again]).toEqual([name, first]);
    }
  });
});

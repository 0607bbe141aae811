import { beforeAll, describe, expect, it } from 'vitest';
import { type RestAnswer, type RestOptions, type TestApp, testApp } from '../support/app.js';
import { describedApi, rootFields } from '../support/served.js';
import { askEverything } from './answers.js';
import { type Described, ourOperations } from './described.js';
import { mutationCall, mutations } from './mutations.js';
import { type Scene, setScene } from './scene.js';

/** What is asked of an operation of the description. */
interface Operation {
  operationId: string;
  parameters?: { $ref?: string }[];
}

/** Operations of `/v1`, and mutations, that show a secret: a repeat is 409. Every other one gives the same answer. */
const showSecrets: readonly string[] = ['createAccessToken'];

const test = await testApp();
const ours = ourOperations();
/** What reads, though it is a POST: there is nothing to be done once. */
const reads: readonly string[] = ['searchSiteContent'];
const keyed = [...ours.values()].filter(
  ({ id, method }) => ['POST', 'PUT', 'PATCH'].includes(method) && !reads.includes(id),
);

it('the description says which operations take a key: those of POST, PUT and PATCH that change something', () => {
  const described = Object.values(describedApi().paths).flatMap((methods) =>
    Object.values(methods),
  ) as unknown as Operation[];
  const isKey = ({ $ref }: { $ref?: string }) => $ref === '#/components/parameters/IdempotencyKey';
  const taking = described.filter(({ parameters = [] }) => parameters.some(isKey));
  expect(taking.map(({ operationId }) => operationId).sort()).toEqual(keyed.map(({ id }) => id).sort());
});

/** A request that was sent twice with one key, and the events and revisions that each time has left. */
interface Sent {
  id: string;
  first: RestAnswer;
  again: RestAnswer;
  written: [number, number];
}

/** What all events and revisions are counted by. */
async function written(): Promise<number> {
  const { read } = test.store;
  const tables = ['Event', 'Revision', 'AccessToken', 'IdempotencyKey'] as const;
  const counts = tables.map(
    async (table) => (await read.all(read.sql.selectFrom(table as 'Event').selectAll())).length,
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count);
}

const sent: Sent[] = [];
let keys = 0;

/** The application, but that each request which takes a key is sent twice with one; one after the other, to be counted. */
const twice: TestApp = {
  ...test,
  rest(...request) {
    const answer = last.then(() => sendTwice(...request));
    last = answer.catch(() => {});
    return answer;
  },
};

let last: Promise<unknown> = Promise.resolve();

async function sendTwice(method: string, path: string, options: RestOptions = {}): Promise<RestAnswer> {
  const operation = operationAt(method, path);
  if (!operation) return test.rest(method, path, options);
  const headers = { ...options.headers, 'idempotency-key': `key-${++keys}` };
  const before = await written();
  const first = await test.rest(method, path, { ...options, headers });
  const between = await written();
  const again = await test.rest(method, path, { ...options, headers });
  const behind = await written();
  sent.push({ id: operation.id, first, again, written: [between - before, behind - between] });
  return first;
}

function operationAt(method: string, path: string): Described | undefined {
  const address = `/v1${path.split('?')[0]}`;
  const matches = (one: Described) => new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address);
  return keyed.find((one) => one.method === method && matches(one));
}

/** An answer without its signed tokens, which say at which second they were made. */
const timeless = (body: unknown) =>
  JSON.parse(JSON.stringify(body ?? null).replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'a token'));

let scene: Scene;

beforeAll(async () => {
  scene = await setScene(twice);
  await askEverything(scene);
});

describe('sent again with its key', () => {
  it.each(keyed)('$id gives the same answer, unless that is a secret, and leaves nothing more', ({ id }) => {
    const done = sent.filter((one) => one.id === id && one.first.status < 300);
    expect(done.length).toBeGreaterThan(0);
    for (const { first, again, written: left } of done) {
      expect([id, left[0] > 0, left[1]]).toEqual([id, true, 0]);
      if (showSecrets.includes(id)) expect(again.status).toBe(409);
      else {
        expect([again.status, again.headers['idempotent-replayed']]).toEqual([first.status, 'true']);
        expect(timeless(again.body)).toEqual(timeless(first.body));
      }
    }
  });

  it('what was refused is judged again, and is no repeat', () => {
    for (const { first, again } of sent.filter((one) => one.first.status >= 400))
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([first.status, undefined]);
  });

  it('a mutation without such an operation gives the same answer, unless that is a secret, and leaves nothing more', async () => {
    const behind = new Set(keyed.map(({ id }) => rootFields.get(id)));
    const others = mutations.filter(({ name }) => !behind.has(name));
    expect(others.length).toBeGreaterThan(10);
    scene = await setScene(test);
    for (const mutation of others) {
      const { name, type, input } = await mutationCall(mutation, scene);
      const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${name === 'createAccessToken' ? 'token' : '__typename'} } }`;
      const headers = { 'idempotency-key': name };
      const send = () => test.graphql(query, { ...scene.admin, variables: { input }, headers });
      const first = await send();
      expect([name, first.errors]).toEqual([name, undefined]);
      const before = await written();
      const again = await send();
      expect([name, (await written()) - before]).toEqual([name, 0]);
      if (showSecrets.includes(name)) expect(again.errors?.[0]?.extensions.reason).toBe('SHOWN_ONCE');
      else expect([name, again]).toEqual([name, first]);
    }
  });
});

import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { curlOf } from '../../src/api/http/explorer/reference-shown.js';
import { names } from '../../src/modules/shared/samples.js';
import { testApp } from '../support/app.js';
import { referenceEntries } from '../support/shared-schema.js';
import { createTargets } from './create-targets.js';
import { fillSample, inWorld, sampleRequests } from './sample-requests.js';
import { createScene, type Fixture, namesOf } from './scene.js';

// Tests the examples that the reference shows next to the form of each operation.
const test = await testApp();
const entries = referenceEntries();
const reads = sampleRequests.filter(({ method }) => method === 'GET');
const writes = sampleRequests.filter(({ method }) => method !== 'GET');
let scene: Fixture;

beforeAll(async () => {
  scene = await createScene(test);
});

describe('the GraphQL in the reference', () => {
  it('exists and can be executed for most operations', () => {
    const refused = Object.values(entries).filter(({ refusals }) => refusals);
    expect(refused.length).toBeLessThan(sampleRequests.length / 4);
  });

  it.each([...reads, ...writes])(
    'for $id succeeds unchanged, or fails with errors that the reference shows',
    async ({ id }) => {
      const ids = { ...namesOf(scene, id), ...(await createTargets[id]?.(scene)) };
      const { query, variables, refusals } = entries[id]!;
      const answer = await test.graphql(query, {
        token: scene.admin.token,
        variables: inWorld(variables, (name) => ids[name]),
      });
      const messages = answer.errors?.map(({ message }) => message);
      expect([...new Set(messages)]).toEqual(refusals ?? []);
      if (!refusals) expect(Object.values(answer.data)).not.toContain(null);
    },
  );
});

/** Returns the arguments that a shell passes to `curl`. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { ...process.env, TOKEN: 'dg_secret' };
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

describe('the curl command in the reference', () => {
  it('sends the sample request of its operation, whatever the body contains', () => {
    const commands = sampleRequests.map(({ id }) => curlOf(entries[id]!, 'https://docs.test'));
    const given = commands.map((command) => argumentsOf(command));
    for (const [index, request] of sampleRequests.entries()) {
      const { method, parameters, body } = request;
      const examples = parameters.filter(({ isExample }) => isExample);
      const { path } = fillSample({ ...request, parameters: examples }, (name) => names[name]);
      const content = body === undefined ? [] : ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];
      const address = `https://docs.test/v1${path}`;
      expect(given[index]).toEqual(['-X', method, address, '-H', 'Authorization: Bearer dg_secret', ...content]);
    }
  });

  it('quotes an apostrophe', () => {
    const command = curlOf({ ...entries.createSpace!, body: { title: "It's $HOME `here`" } }, 'https://docs.test');
    expect(argumentsOf(command).at(-1)).toBe(`{"title":"It's $HOME \`here\`"}`);
  });
});

import { beforeAll, expect, it } from 'vitest';
import { jobKinds } from '../../../src/app/job-kinds.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { type TestApp, testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { runKind } from '../../support/run-kind.js';
import { pagesByPath, seedSpace } from '../../support/seed.js';
import { expectCompleteRevisions, type Scene, setScene } from '../lifecycle/transfers/transfer-kit.js';
import { formatUsages } from '../links/link-kit.js';
import { processWaitingSpecifications } from './processing.js';

let test: TestApp;
let scene: Scene;
const day = 86_400_000;

beforeAll(async () => {
  test = await testApp({ RATE_LIMIT: 'off' });
  scene = await setScene(test);
});

const document = (title: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    tags: [{ name: 'pets' }],
    paths: { '/a': { get: { tags: ['pets'] } } },
  });

/** Registers a document. Returns its path in `/v1`. */
async function register(organization: string, slug: string, title: string): Promise<string> {
  const at = `/orgs/${organization}/openapi/${slug}`;
  const { status } = await test.rest('PUT', at, { ...scene.both, body: { source: { text: document(title) } } });
  expect(status).toBeLessThan(300);
  await processWaitingSpecifications(test);
  return at;
}

/** Runs the garbage collection of content on each of three days. */
async function collectGarbageForDays(): Promise<void> {
  for (let days = 0; days < 3; days += 1) {
    await runKind(jobKinds({ store: test.store, outbound: createOutbound([]) }), 'content.sweep');
    moveClock(day + 60_000);
  }
}

const get = async (path: string, who: { token: string } = scene.both) => test.rest('GET', path, who);
const titles = async (at: string): Promise<string[]> => {
  const { items } = (await get(`${at}/versions`)).body;
  const all = await Promise.all(items.map(({ id }: { id: string }) => get(`${at}/versions/${id}/content`)));
  return all.map(({ body }) => body.filesystem['openapi.json'].info.title);
};
const block = '{% openapi-operation spec="pets" path="/a" method="get" %}\n{% endopenapi-operation %}\n';
const statuses = async (space: string): Promise<string[]> =>
  formatUsages((await get(`/spaces/${space}/links`)).body.items).map((sentence) => sentence.split(' ')[0]!);

it('the documents of all versions are retained, but those of deleted specifications are removed', async () => {
  const at = await register(scene.from, 'kept', 'One');
  await register(scene.from, 'kept', 'Two');
  const gone = await register(scene.from, 'gone', 'Gone');
  const blobs = async () => {
    const { read } = test.store;
    const rows = read.sql.selectFrom('Blob').select('hash').where('organizationId', '=', scene.from);
    return (await read.all(rows)).length;
  };
  const before = await blobs();
  await collectGarbageForDays();
  expect([await titles(at), await titles(gone), await blobs()]).toEqual([['Two', 'One'], ['Gone'], before]);
  await test.rest('DELETE', gone, scene.both);
  await collectGarbageForDays();
  expect([await titles(at), await blobs()]).toEqual([['Two', 'One'], before - 1]);
});

it('a source that waits to be read is retained', async () => {
  const at = `/orgs/${scene.from}/openapi/waiting`;
  await test.rest('PUT', at, { ...scene.both, body: { source: { text: document('Waiting') } } });
  await collectGarbageForDays();
  await processWaitingSpecifications(test);
  expect(await titles(at)).toEqual(['Waiting']);
});

it('blocks of a transferred space show the specification of the same name there; the original one is not moved', async () => {
  const at = await register(scene.from, 'pets', 'Here');
  const space = await seedSpace(test, scene.from, { 'README.md': `# API\n\n${block}` });
  expect(await statuses(space)).toEqual(['ok']);
  expect((await scene.transfer(space)).status).toBe(200);
  await collectGarbageForDays();
  await expectCompleteRevisions(test, space);
  expect(await statuses(space)).toEqual(['broken']);
  expect(await titles(at)).toEqual(['Here']);
  await register(scene.to, 'pets', 'There');
  expect(await statuses(space)).toEqual(['ok']);
  const page = (await pagesByPath(test, space, scene.both.token)).get('')!;
  const { body } = await get(`/spaces/${space}/content/page/${page}?format=markdown`);
  expect(body.markdown).toContain('{% openapi-operation spec="pets" path="/a" method="get" %}');
});

it('computed pages of a transferred space use the specification of the same name there', async () => {
  await register(scene.from, 'shop', 'Shop here');
  const ref = { kind: 'openapi', spec: 'shop' };
  const computedSource = { type: 'builtin:openapi', props: { models: true }, dependencies: { spec: { ref } } };
  const { body: space } = await test.rest('POST', `/orgs/${scene.from}/spaces`, {
    ...scene.both,
    body: { title: 'API', computedSource },
  });
  const readPagesJson = async () => {
    const { pages } = (await get(`/spaces/${space.id}/content?computed=true`)).body;
    return JSON.stringify(pages);
  };
  expect(await readPagesJson()).toContain('Shop here');
  expect((await scene.transfer(space.id)).status).toBe(200);
  await collectGarbageForDays();
  expect(await readPagesJson()).not.toContain('Shop');
  await register(scene.to, 'shop', 'Shop there');
  expect(await readPagesJson()).toContain('Shop there');
});

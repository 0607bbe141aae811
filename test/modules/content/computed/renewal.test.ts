import { beforeAll, describe, expect, it } from 'vitest';
import { updateComputedJob } from '../../../../src/modules/content/computed/update-computed-actions.js';
import { runDueJobs } from '../../../../src/platform/jobs/run-due-jobs.js';
import { type TestApp, testApp } from '../../../support/app.js';
import { type Person, seedOrganization } from '../../../support/seed.js';
import { processWaitingSpecifications } from '../../specifications/processing.js';
import { seedTranslation } from '../../translations/translation-kit.js';

let test: TestApp;
let organization: string;
let admin: Person;

beforeAll(async () => {
  test = await testApp({ RATE_LIMIT: 'off' });
  ({ id: organization, admin } = await seedOrganization(test));
});

const send = async (request: string, body?: unknown) => {
  const [method = '', path = ''] = request.split(' ');
  return (await test.rest(method, path, { ...admin, body })).body;
};

/** Registers a specification with some tags under a slug and processes it. */
async function register(slug: string, ...tags: string[]): Promise<void> {
  const paths = Object.fromEntries(tags.map((tag) => [`/${tag}`, { get: { tags: [tag], responses: {} } }]));
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths });
  await send(`PUT /orgs/${organization}/openapi/${slug}`, { source: { text } });
  await processWaitingSpecifications(test);
}

const renewAll = () => runDueJobs(test.store, [updateComputedJob(test.store)]);

/** Creates a space that is computed from the specification of a slug. */
async function seedComputed(slug: string): Promise<string> {
  const dependencies = { spec: { ref: { kind: 'openapi', spec: slug } } };
  const computedSource = { type: 'builtin:openapi', props: { models: false }, dependencies };
  return (await send(`POST /orgs/${organization}/spaces`, { title: 'API', computedSource })).id;
}

const headOf = (space: string) => send(`GET /spaces/${space}/content`);
const titlesIn = ({ pages }: { pages: any[] }): string[] =>
  pages.flatMap(({ title, pages: below = [] }) => [title, ...titlesIn({ pages: below })]);
const pinnedVersion = (revision: any): string | undefined =>
  revision.pages[0].computed.dependencies.spec.value?.lastVersion;
const newestOf = async (slug: string) => (await send(`GET /orgs/${organization}/openapi/${slug}`)).lastVersion;

const lock = (space: string) => send(`PATCH /spaces/${space}`, { editMode: 'locked' });
const unlock = (space: string) => send(`PATCH /spaces/${space}`, { editMode: 'live' });
const remove = (space: string) => send(`DELETE /spaces/${space}`);
const restoring = 'mutation ($space: ID!) { restoreSpace(input: { space: $space }) { space { id } } }';
const restore = (space: string) => test.graphql(restoring, { ...admin, variables: { space } });

describe('a space that is computed from a specification', () => {
  it('is pinned to the newest version when it is created', async () => {
    await register('first', 'orders');
    const space = await seedComputed('first');
    expect(pinnedVersion(await headOf(space))).toBe(await newestOf('first'));
  });

  it('gets a new revision for a newer version; its earlier revision stays readable', async () => {
    await register('newer', 'orders');
    const space = await seedComputed('newer');
    const before = await headOf(space);
    await register('newer', 'orders', 'people');
    expect(titlesIn(await headOf(space))).toEqual(['API', 'Shop', 'Orders']);
    await renewAll();
    const after = await headOf(space);
    expect(after).toMatchObject({ type: 'computed', parents: [before.id] });
    expect(titlesIn(after)).toEqual(['API', 'Shop', 'Orders', 'People']);
    expect(pinnedVersion(after)).toBe(await newestOf('newer'));
    expect(titlesIn(await send(`GET /spaces/${space}/revisions/${before.id}`))).toEqual(['API', 'Shop', 'Orders']);
  });

  it('gets one revision for several new versions, and none if nothing differs', async () => {
    await register('often', 'a');
    const space = await seedComputed('often');
    const { id } = await headOf(space);
    for (const tag of ['b', 'c']) await register('often', 'a', tag);
    await renewAll();
    const renewed = await headOf(space);
    expect([titlesIn(renewed), renewed.parents]).toEqual([['API', 'Shop', 'A', 'C'], [id]]);
    await register('often', 'a', 'c');
    await renewAll();
    expect((await headOf(space)).id).toBe(renewed.id);
  });

  it('gets its pages and its pin with the first version if it was created earlier', async () => {
    const space = await seedComputed('later');
    expect(titlesIn(await headOf(space))).toEqual(['API']);
    await register('later', 'orders');
    await renewAll();
    const head = await headOf(space);
    expect([titlesIn(head), pinnedVersion(head)]).toEqual([['API', 'Shop', 'Orders'], await newestOf('later')]);
  });

  it.each([
    { is: 'locked', was: 'unlocked', close: lock, open: unlock },
    { is: 'deleted', was: 'restored', close: remove, open: restore },
  ])('gets no revision while it is $is, but gets one when it is $was', async ({ is, close, open }) => {
    await register(is, 'orders');
    const space = await seedComputed(is);
    const { id } = await headOf(space);
    await close(space);
    await register(is, 'people');
    await renewAll();
    await open(space);
    expect((await headOf(space)).id).toBe(id);
    await renewAll();
    expect(titlesIn(await headOf(space))).toEqual(['API', 'Shop', 'People']);
  });

  it('preserves manual edits, also in change requests that were opened before the renewal', async () => {
    await register('edited', 'orders');
    const space = await seedComputed('edited');
    const insert = (title: string) => ({
      changes: [{ operation: 'insert_page', title, document: { markdown: `${title}.\n` } }],
    });
    const { id: change } = await send(`POST /spaces/${space}/change-requests`, { subject: 'By hand' });
    await send(`POST /spaces/${space}/change-requests/${change}/content`, insert('Written'));
    await register('edited', 'orders', 'people');
    await renewAll();
    await send(`POST /spaces/${space}/change-requests/${change}/merge`);
    expect(titlesIn(await headOf(space))).toEqual(['API', 'Shop', 'Orders', 'People', 'Written']);
  });

  it('logs the renewal as an event', async () => {
    const query = `query ($id: ID!) { organization(id: $id) { events(first: 1, filter: { action: RENEW_COMPUTED_CONTENT }) { nodes { action } } } }`;
    const { data, errors } = await test.graphql(query, { ...admin, variables: { id: organization } });
    expect(errors).toBeUndefined();
    expect(data.organization.events.nodes).toHaveLength(1);
  });
});

it('a space that is computed from a translation gets a new revision after a run of the translation, and lists no links', async () => {
  const translated = await seedTranslation(test, { 'README.md': '# One\n' });
  const ask = async (request: string, body?: unknown) => {
    const [method = '', path = ''] = request.split(' ');
    return (await test.rest(method, path, { ...translated.admin, body })).body;
  };
  await translated.run();
  const ref = { kind: 'translation', translation: translated.path.split('/').at(-1) };
  const computedSource = { type: 'builtin:translation', props: {}, dependencies: { translation: { ref } } };
  const { id } = await ask(`POST /orgs/${translated.organization}/spaces`, { title: 'Shown', computedSource });
  const { result } = await translated.read();
  const before = await ask(`GET /spaces/${id}/content`);
  expect(before.pages[0].computed.dependencies.translation.value).toEqual(result);
  await translated.write({ 'README.md': '# One\n', 'two.md': '# Two\n' });
  await translated.run();
  expect(titlesIn(await ask(`GET /spaces/${id}/content`))).toEqual(titlesIn(before));
  await renewAll();
  const after = await ask(`GET /spaces/${id}/content`);
  expect([after.type, titlesIn(after)]).toEqual(['computed', ['Shown', '[fr] Óñé', '[fr] Ťŵó']]);
  expect((await ask(`GET /spaces/${id}/links`)).items).toEqual([]);
});

import { afterAll, afterEach, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { registerFinder } from '../../../../src/modules/content/revisions/finders.js';
import { testApp } from '../../../support/app.js';
import {
  pagesByPath,
  seedGrant,
  seedMember,
  seedOrganization,
  seedSpace,
  seedStranger,
} from '../../../support/seed.js';
import { processWaitingSpecifications } from '../../specifications/processing.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);

const specification: Json = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '2' },
  tags: [{ name: 'orders', description: 'What was bought.' }],
  paths: { '/orders': { get: { tags: ['orders'] } } },
  components: { schemas: { Order: {} } },
};
const ref = { kind: 'openapi', spec: 'shop' };
const openapi = { type: 'builtin:openapi', props: { models: true }, dependencies: { spec: { ref } } };
const translation = (value?: object) => ({
  type: 'builtin:translation',
  props: {},
  dependencies: { translation: { ref: { kind: 'translation', translation: 'trl_1' }, ...(value && { value }) } },
});

/** Registers the specification, or deletes it if `found` is null. */
async function setSpecification(found: Json | null): Promise<void> {
  const at = `/orgs/${acme.id}/openapi/shop`;
  if (found === null) return void (await test.rest('DELETE', at, acme.admin));
  await test.rest('PUT', at, { ...acme.admin, body: { source: { text: JSON.stringify(found) } } });
  await processWaitingSpecifications(test);
}
const found = registerFinder('translation', async () => null);
afterAll(() => void registerFinder('translation', found));
afterEach(async () => {
  await setSpecification(null);
  registerFinder('translation', async () => null);
});

const create = async (computedSource: unknown, title = 'API', person = acme.admin) =>
  test.rest('POST', `/orgs/${acme.id}/spaces`, { ...person, body: { title, computedSource } });
const content = async (space: string, path = '', person: { token: string } = acme.admin) =>
  test.rest('GET', `/spaces/${space}/content${path}`, person);
const titleTree = (pages: { title: string; pages?: [] }[] = []): string[] =>
  pages.flatMap((page) => [page.title, ...titleTree(page.pages).map((title) => `- ${title}`)]);

async function headOf(space: string) {
  return (await test.rest('GET', `/spaces/${space}`, acme.admin)).body.revision as string;
}

it('a space with a computed source has a computed head with one entry, and no pages if the source is missing', async () => {
  const { status, body: space } = await create(openapi);
  expect(status).toBe(201);
  const { body: revision } = await content(space.id);
  expect(revision).toMatchObject({ type: 'computed', id: space.revision, parents: [expect.stringMatching(/^rev_/)] });
  const entry = { id: expect.stringMatching(/^page_/), type: 'computed', title: 'API', computed: openapi };
  expect(revision.pages).toMatchObject([entry]);
  expect(revision.pages[0]).not.toHaveProperty('pages');
  const query = 'query ($id: ID!) { node(id: $id) { ... on ComputedPage { title computed } } }';
  const { data } = await test.graphql(query, { ...acme.admin, variables: { id: revision.pages[0].id } });
  expect(data.node).toEqual({ title: 'API', computed: openapi });
});

it('the pages of a space include those of its specification, except with `computed=false`', async () => {
  const { body: space } = await create(openapi);
  await setSpecification(specification);
  for (const path of ['', '/pages']) {
    expect(titleTree((await content(space.id, path)).body.pages)).toEqual(['API', '- Shop', '- Orders', '- Models']);
    expect(titleTree((await content(space.id, `${path}?computed=false`)).body.pages)).toEqual(['API']);
  }
});

it('a computed page is found by its id and its path, with its text in both formats', async () => {
  const { body: space } = await create(openapi);
  await setSpecification(specification);
  const [entry] = (await content(space.id, '/pages')).body.pages;
  const orders = entry.pages[1];
  const source = { ...openapi, props: { doc: 'operations', page: 'orders' } };
  expect(orders).toMatchObject({
    type: 'document',
    path: 'api/orders',
    computed: source,
    computedSeed: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect((await content(space.id, '/pages')).body.pages[0].pages).toEqual(entry.pages);
  const byId = await content(space.id, `/page/${orders.id}`);
  expect(byId.body).toEqual((await content(space.id, '/path/api/orders')).body);
  expect(byId.body.document.nodes.map(({ type }: { type: string }) => type)).toEqual([
    'paragraph',
    'openapi-operation',
  ]);
  const { body } = await content(space.id, `/page/${orders.id}?format=markdown`);
  expect(body.markdown).toBe(
    'What was bought.\n\n{% openapi-operation spec="shop" path="/orders" method="get" %}\n{% endopenapi-operation %}\n',
  );
  expect((await content(space.id, `/page/${orders.id}?computed=false`)).status).toBe(404);
  expect((await content(space.id, '/path/')).body.title).toBe('Shop');
  expect((await content(space.id, '/path/api/nowhere')).status).toBe(404);
});

it('computed pages are listed below their entry in GraphQL', async () => {
  const { body: space } = await create(openapi);
  await setSpecification(specification);
  const query = `query ($id: ID!) { space(id: $id) { revision { pages { nodes { ... on ComputedPage {
    pages(first: 2) { totalCount nodes { title ... on DocumentPage { path content(format: MARKDOWN) { markdown } } } }
  } } } } } }`;
  const { data, errors } = await test.graphql(query, { ...acme.admin, variables: { id: space.id } });
  expect(errors).toBeUndefined();
  const [entry] = data.space.revision.pages.nodes;
  expect(entry.pages.totalCount).toBe(3);
  expect(entry.pages.nodes[0]).toEqual({ title: 'Shop', path: 'api/shop', content: { markdown: '* Version 2\n' } });
});

it('a computed translation has the pages of its resulting revision, with their texts and variables', async () => {
  const original = await seedSpace(test, acme.id, {
    '.gitbook/vars.yaml': 'name: Bonjour\n',
    'README.md': '# Start\n',
    'guide/README.md': '# Guide\n',
    'guide/use.md': '# Use\n\n<code class="expression">space.vars.name</code>\n',
  });
  const pages = await pagesByPath(test, original, acme.admin.token);
  const { body: space } = await create(translation(), 'French');
  expect(titleTree((await content(space.id, '/pages')).body.pages)).toEqual(['French']);
  registerFinder('translation', async () => ({ space: original, revision: await headOf(original) }));
  const [entry] = (await content(space.id, '/pages')).body.pages;
  expect(titleTree([entry])).toEqual(['French', '- Start', '- Guide', '- - Use']);
  const use = entry.pages[1].pages[0];
  expect(use).toMatchObject({
    path: 'french/guide/use',
    computed: { type: 'builtin:translation', props: { space: original, document: pages.get('guide/use') } },
  });
  expect(use.id).not.toBe(pages.get('guide/use'));
  const { body } = await content(space.id, `/page/${use.id}?format=markdown&evaluated=true`);
  expect(body.markdown).toBe('# Use\n\nBonjour\n');
});

it('a translation whose resulting revision the client gives shows only pages that the viewer may read', async () => {
  const original = await seedSpace(test, acme.id);
  const foreign = await seedSpace(test, globex.id);
  const value = { space: original, revision: await headOf(original) };
  const { body: space } = await create(translation(value), 'French');
  expect(titleTree((await content(space.id, '/pages')).body.pages)).toEqual(['French', '- Welcome']);
  await test.rest('PATCH', `/spaces/${original}`, { ...acme.admin, body: { defaultLevel: null } });
  const member = await seedMember(test, acme.id, 'read');
  const [entry] = (await content(space.id, '/pages')).body.pages;
  expect(titleTree((await content(space.id, '/pages', member)).body.pages)).toEqual(['French']);
  expect((await content(space.id, `/page/${entry.pages[0].id}`, member)).status).toBe(404);
  await seedGrant(test, acme.id, { to: member.id, on: original, role: 'read' });
  expect(titleTree((await content(space.id, '/pages', member)).body.pages)).toEqual(['French', '- Welcome']);
  expect((await content(space.id, '/pages', await seedStranger(test))).status).toBe(404);
  for (const other of [
    { space: foreign, revision: value.revision },
    { space: original, revision: 'rev_none' },
    { space: space.id, revision: value.revision },
    { space: 'spc_none', revision: 'rev_none' },
  ]) {
    const { body: createdSpace } = await create(translation(other), 'Other');
    expect(titleTree((await content(createdSpace.id, '/pages')).body.pages)).toEqual(['Other']);
  }
});

it('the depth of nested translations is limited, and a translation of itself has no pages', async () => {
  const { body: circle } = await create(translation(), 'Circle');
  registerFinder('translation', async () => ({ space: circle.id, revision: circle.revision }));
  expect(titleTree((await content(circle.id, '/pages')).body.pages)).toEqual(['Circle']);
  let below = { space: await seedSpace(test, acme.id), revision: '' };
  const titles: string[][] = [];
  for (let hop = 1; hop <= 5; hop++) {
    const { body: above } = await create(translation({ ...below, revision: await headOf(below.space) }), `Hop ${hop}`);
    titles.push(titleTree((await content(above.id, '/pages')).body.pages));
    below = { space: above.id, revision: '' };
  }
  expect(titles[2]).toEqual(['Hop 3', '- Hop 2', '- - Hop 1', '- - - Welcome']);
  expect(titles[4]!.length).toBeLessThanOrEqual(4);
});

it.each([
  [{ type: 'generated:openapi' }, 'computedSource.type'],
  [{ ...openapi, props: {} }, 'computedSource.props.models'],
  [{ ...openapi, dependencies: { spec: { ref: { kind: 'openapi' } } } }, 'computedSource.dependencies.spec.ref.spec'],
  [translation({ space: 'x' }), 'computedSource.dependencies.translation.value.revision'],
])('the computed source %j returns a 400 that names the field, and creates no space', async (source, field) => {
  const before = (await test.rest('GET', `/orgs/${acme.id}/spaces`, acme.admin)).body.count;
  const { status, body } = await create(source);
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
  expect((await test.rest('GET', `/orgs/${acme.id}/spaces`, acme.admin)).body.count).toBe(before);
});

it('`computed=true` takes no additional batch in a space without computed entries', async () => {
  const space = await seedSpace(test, acme.id);
  await content(space, '/pages');
  const without = await test.batches(() => content(space, '/pages?computed=false'));
  const other = '/pages?computed=true&metadata=false';
  expect(await test.batches(() => content(space, other))).toHaveLength(without.length);
});

it('`empty` is refused together with `computedSource`', async () => {
  const body = { computedSource: openapi, empty: true };
  const answer = await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...acme.admin, body });
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('`empty`')]);
});

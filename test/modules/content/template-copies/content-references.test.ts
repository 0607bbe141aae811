import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace, seedStranger } from '../../../support/seed.js';
import { headText } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const { token } = acme.admin;
const names: Record<string, string> = { user: acme.admin.id };
let template: string;

beforeAll(async () => {
  template = await seedSpace(test, acme.id, { 'asking.md': '# Asking\n\nSee [it](docgraph:param/it).\n' });
  const [other, foreign] = [await seedSpace(test, acme.id), await seedSpace(test, globex.id)];
  const created = async (of: typeof acme) =>
    (await test.rest('POST', `/orgs/${of.id}/collections`, { ...of.admin, body: {} })).body.id as string;
  Object.assign(names, {
    other,
    foreign,
    otherPage: (await pagesByPath(test, other, token)).get('')!,
    foreignPage: (await pagesByPath(test, foreign, globex.admin.token)).get('')!,
    collection: await created(acme),
    foreignCollection: await created(globex),
    stranger: (await seedStranger(test)).id,
  });
});

/** Applies the template to a new space. `$name` in values is replaced by the ids above and the ids of the space. */
async function applyWithReferences(ref: Record<string, unknown>) {
  const space = await seedSpace(test, acme.id, { 'README.md': '# Mine\n', 'a b.png': 'A' });
  const files = (await test.rest('GET', `/spaces/${space}/content/files`, { token })).body.items;
  const own: Record<string, string> = {
    ...names,
    space,
    page: (await pagesByPath(test, space, token)).get('')!,
    file: files[0].id,
  };
  const it = JSON.parse(JSON.stringify(ref).replaceAll(/\$(\w+)/g, (_, name) => own[name]!));
  const body = { id: template, params: { contentRefs: { it } } };
  const answer = await test.rest('POST', `/spaces/${space}/content/template`, { token, body });
  return { answer, space, own };
}

it.each([
  [{ kind: 'url', url: 'https://acme.test/a(b)' }, 'https://acme.test/a%28b%29'],
  [{ kind: 'page', page: '$page' }, '/README.md'],
  [{ kind: 'page', page: '$otherPage', space: '$other' }, 'docgraph:space/$other/page/$otherPage'],
  [{ kind: 'anchor', anchor: 'top' }, '#top'],
  [{ kind: 'anchor', anchor: 'top', page: '$page' }, '/README.md#top'],
  [{ kind: 'file', file: '$file' }, '/a%20b.png'],
  [{ kind: 'user', user: '$user' }, 'docgraph:user/$user'],
  [{ kind: 'collection', collection: '$collection' }, 'docgraph:collection/$collection'],
  [{ kind: 'space', space: '$other' }, 'docgraph:space/$other'],
])('the reference %j in content becomes the link %s', async (ref, destination) => {
  const { answer, space, own } = await applyWithReferences(ref);
  expect(answer).toMatchObject({ status: 204 });
  const expected = destination.replaceAll(/\$(\w+)/g, (_, name) => own[name]!);
  expect(await headText(test, space, { token, page: 'asking' })).toContain(`[it](${expected})`);
});

it.each([
  [{ kind: 'url' }, 'url'],
  [{ kind: 'url', url: 'javascript:alert(1)' }, 'url'],
  [{ kind: 'url', url: 'nowhere' }, 'url'],
  [{ kind: 'url', url: 'https://acme.test', page: 'x' }, 'page'],
  [{ kind: 'page' }, 'page'],
  [{ kind: 'page', page: '$otherPage' }, 'page'],
  [{ kind: 'page', page: '$foreignPage', space: '$foreign' }, 'space'],
  [{ kind: 'page', page: '$page', space: '$other' }, 'page'],
  [{ kind: 'anchor', page: '$page' }, 'anchor'],
  [{ kind: 'anchor', anchor: 'top', space: '$other' }, 'page'],
  [{ kind: 'file', file: '$page' }, 'file'],
  [{ kind: 'user', user: '$stranger' }, 'user'],
  [{ kind: 'collection', collection: '$foreignCollection' }, 'collection'],
  [{ kind: 'space', space: '$foreign' }, 'space'],
  [{ kind: 'reusable-content', reusableContent: 'rsc_none' }, 'reusableContent'],
  [{ kind: 'openapi', spec: 'spec_none' }, 'spec'],
  [{ kind: 'wrong' }, 'kind'],
  [{}, 'kind'],
])('the reference %j returns 400 that names the member', async (ref, member) => {
  const { status, body } = (await applyWithReferences(ref)).answer;
  expect(status).toBe(400);
  expect(body.error.message).toMatch(new RegExp(`params\\.contentRefs\\.it\\b.*${member}`));
});

it('more than a hundred references return 400', async () => {
  const url = { kind: 'url', url: 'https://acme.test' };
  const contentRefs = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`n${index}`, url]));
  const body = { id: template, params: { contentRefs } };
  const answer = await test.rest('POST', `/spaces/${names.other}/content/template`, { token, body });
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('at most 100 members')]);
});

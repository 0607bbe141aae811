import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { headText } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let template: string;

beforeAll(async () => {
  const text = '# Handbook\n\nAsk [us](docgraph:param/support), see [here](docgraph:space/SELF).\n';
  template = await seedSpace(test, acme.id, { 'README.md': text, 'rules.md': '# Rules\n' });
});

const contentRefs = { support: { kind: 'url', url: 'https://acme.test/help' } };
const read = async (path: string) => (await test.rest('GET', path, { token })).body;
const titlesOf = async (base: string): Promise<string[]> =>
  (await read(`${base}/content/pages`)).pages.map(({ title }: { title: string }) => title);
const createSpace = (body: object) => test.rest('POST', `/orgs/${acme.id}/spaces`, { token, body });

describe('a space', () => {
  it('is created with the content of a template in its second revision', async () => {
    const { status, body } = await createSpace({ title: 'New', template: { id: template, params: { contentRefs } } });
    expect([status, body.title]).toEqual([201, 'New']);
    expect(await titlesOf(`/spaces/${body.id}`)).toEqual(['Handbook', 'Rules']);
    expect(await headText(test, body.id, { token, page: '' })).toContain('Ask [us](https://acme.test/help)');
    const head = await read(`/spaces/${body.id}/content`);
    expect([head.id, head.parents.length]).toEqual([body.revision, 1]);
  });

  it('can be created in a collection, and from an empty template', async () => {
    const collection = await test.rest('POST', `/orgs/${acme.id}/collections`, { token, body: {} });
    const empty = (await createSpace({})).body.id;
    const { status, body } = await createSpace({ parent: collection.body.id, template: { id: empty } });
    expect([status, body.parent, await titlesOf(`/spaces/${body.id}`)]).toEqual([201, collection.body.id, []]);
  });

  it.each([
    ['template.id', { id: 'spc_none' }],
    ['template.params.contentRefs', {}],
    ['template.params.contentRefs', { params: { contentRefs: { ...contentRefs, none: contentRefs.support } } }],
    ['template.params.contentRefs.support.page', { params: { contentRefs: { support: { kind: 'page', page: 'x' } } } }],
  ])('is not created if `%s` is wrong: %j', async (field, wrong) => {
    const count = async () => (await read(`/orgs/${acme.id}/spaces?limit=0`)).count;
    const before = await count();
    const { status, body } = await createSpace({ template: { id: template, ...wrong } });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field.split('.').at(-1)!)]);
    expect(await count()).toBe(before);
  });

  it('cannot be created with both `template` and `empty`', async () => {
    const { status, body } = await createSpace({ empty: true, template: { id: template } });
    expect([status, body.error.message]).toEqual([400, '`empty` and `template` exclude each other; give one of them']);
  });
});

describe('a change request', () => {
  it('is opened with the content of a template; the space is unchanged', async () => {
    const space = await seedSpace(test, acme.id);
    const body = { subject: 'Start', template: { id: template, params: { contentRefs } } };
    const opened = await test.rest('POST', `/spaces/${space}/change-requests`, { token, body });
    const { revision, revisionInitial, number } = opened.body;
    expect([opened.status, number, revision === revisionInitial]).toEqual([201, 1, false]);
    expect(await titlesOf(`/spaces/${space}/change-requests/1`)).toEqual(['Welcome', 'Handbook', 'Rules']);
    expect(await titlesOf(`/spaces/${space}`)).toEqual(['Welcome']);
    expect((await test.rest('POST', `/spaces/${space}/change-requests/1/merge`, { token })).body.result).toBe('merge');
    expect(await titlesOf(`/spaces/${space}`)).toEqual(['Welcome', 'Handbook', 'Rules']);
  });
});

import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedGrant, seedMember, seedOrganization, seedSpace } from '../../support/seed.js';
import { formatUsages, seedLinkSpace } from '../links/link-kit.js';
import { headText } from '../review/change-requests/proposal.js';
import { processWaitingSpecifications } from './processing.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);

const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} });

/** Registers a specification. Returns its id. */
async function register(slug: string, { id, admin } = acme): Promise<string> {
  const body = { source: { text: document } };
  const answer = await test.rest('PUT', `/orgs/${id}/openapi/${slug}`, { ...admin, body });
  await processWaitingSpecifications(test);
  return answer.body.id;
}

const operation = (spec: string): string =>
  `{% openapi-operation spec="${spec}" path="/a" method="get" %}\n{% endopenapi-operation %}\n`;
const webhook = (spec: string): string =>
  `{% openapi-webhook spec="${spec}" name="done" method="post" %}\n{% endopenapi-webhook %}\n`;
const models = (spec: string): string =>
  `{% openapi-schemas spec="${spec}" schemas="Pet" %}\n{% endopenapi-schemas %}\n`;

describe('blocks of specifications', () => {
  it('are links to the specification by its slug or id, and are broken if it does not exist', async () => {
    const id = await register('pets');
    const text = ['# API\n', operation('pets'), webhook(id), models('toys')].join('\n');
    const { links, stats } = await seedLinkSpace(test, { 'README.md': text }, acme);
    expect(await links()).toEqual([
      'ok needs openapi pets from API#api',
      'ok needs openapi pets from API#api',
      'broken needs url docgraph:openapi/toys from API#api',
    ]);
    await register('toys');
    expect(await links('?status=broken')).toEqual([]);
    await test.rest('DELETE', `/orgs/${acme.id}/openapi/pets`, acme.admin);
    expect(await links('?status=broken')).toHaveLength(2);
    expect(await stats()).toMatchObject({ total: 3, broken: { total: 2 } });
  });

  it('do not link to another organization, and are broken for guests', async () => {
    const theirs = await register('theirs', globex);
    await register('ours');
    const { space, links } = await seedLinkSpace(
      test,
      { 'README.md': `# A\n\n${operation(theirs)}${operation('ours')}` },
      acme,
    );
    expect((await links()).map((sentence) => sentence.split(' ')[0])).toEqual(['broken', 'ok']);
    const guest = await seedMember(test, acme.id, null);
    await seedGrant(test, acme.id, { to: guest.id, on: space, role: 'read' });
    const { items } = (await test.rest('GET', `/spaces/${space}/links`, guest)).body;
    expect(formatUsages(items).map((sentence) => sentence.split(' ')[0])).toEqual(['broken', 'broken']);
  });

  it('that name a file or an address are links to it', async () => {
    const text = [
      '# A\n',
      '{% openapi src="api.yaml" path="/a" method="get" %}\n[api](api.yaml)\n{% endopenapi %}\n',
      '{% openapi src="https://acme.test/api.yaml" path="/a" method="get" %}\n{% endopenapi %}\n',
    ].join('\n');
    const { links } = await seedLinkSpace(test, { 'README.md': text, 'api.yaml': document }, acme);
    expect([...new Set((await links()).map((sentence) => sentence.split(' from ')[0]))]).toEqual([
      'ok file api.yaml',
      'ok url https://acme.test/api.yaml',
    ]);
  });
});

describe('a placeholder of a template', () => {
  it.each(['slug', 'id'] as const)('accepts a specification of the organization by its %s', async (name) => {
    const id = await register('shop');
    const spec = name === 'id' ? id : 'shop';
    const { status, space } = await applyTemplateWith(spec);
    expect(status).toBe(204);
    expect(await headText(test, space, { token: acme.admin.token, page: 'asking' })).toContain(
      `[it](docgraph:openapi/${spec})`,
    );
  });

  it('refuses a specification of another organization', async () => {
    const { status, body } = await applyTemplateWith(await register('elsewhere', globex));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('spec')]);
  });
});

/** Applies a template to a new space, with a specification for its placeholder. */
async function applyTemplateWith(spec: string) {
  const id = await seedSpace(test, acme.id, { 'asking.md': '# Asking\n\nSee [it](docgraph:param/it).\n' });
  const space = await seedSpace(test, acme.id);
  const body = { id, params: { contentRefs: { it: { kind: 'openapi', spec } } } };
  return { ...(await test.rest('POST', `/spaces/${space}/content/template`, { ...acme.admin, body })), space };
}

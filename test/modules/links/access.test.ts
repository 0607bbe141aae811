import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization } from '../../support/seed.js';
import { formatUsages, type LinkFixture, seedLinkSpace } from './link-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const rival = await seedOrganization(test, 'Rival');
let hidden: LinkFixture;
let open: LinkFixture;
let foreign: LinkFixture;
let member: Person;

beforeAll(async () => {
  member = await seedMember(test, acme.id, 'read');
  foreign = await seedLinkSpace(test, { 'README.md': '# Foreign\n' }, rival);
  open = await seedLinkSpace(test, { 'README.md': '# Open\n', 'target.md': '# Target\n' }, acme);
  hidden = await seedLinkSpace(
    test,
    { 'README.md': `# Secret\n\n[open](docgraph:space/${open.space}/page/${await open.page('target')})\n` },
    acme,
  );
  const { status } = await test.rest('PATCH', `/spaces/${hidden.space}`, {
    ...acme.admin,
    body: { defaultLevel: null },
  });
  expect(status).toBe(200);
  await seedMember(test, acme.id, 'read');
});

/**
 * Creates a space that every member can read, with links to these addresses. Returns a function that lists its links.
 */
async function seedSpaceLinkingTo(...addresses: string[]) {
  const text = addresses.map((address) => `[a](${address})`).join('\n\n');
  const { space } = await seedLinkSpace(test, { 'README.md': text }, acme);
  return async (who: { token: string }, query = '') => {
    const { body } = await test.rest('GET', `/spaces/${space}/links${query}`, who);
    return { links: formatUsages(body.items), count: body.count, stats: body.stats, text: JSON.stringify(body) };
  };
}

it('links to hidden and to missing targets are broken in the same way, and show only the written address', async () => {
  const page = `docgraph:space/${hidden.space}/page/${await hidden.page('')}`;
  const none = 'docgraph:space/spc_0/page/page_0';
  const ask = await seedSpaceLinkingTo(page, none, `docgraph:space/${hidden.space}`, `docgraph:user/${rival.admin.id}`);
  const result = await ask(member);
  expect(result.links.map((sentence) => sentence.split(' ').slice(0, 2).join(' '))).toEqual(
    Array(4).fill('broken url'),
  );
  expect(result.stats).toEqual({ total: 4, broken: { total: 4 } });
  expect(result.text).not.toContain('Secret');
  expect((await ask(member, '?status=ok')).count).toBe(0);
});

it('a link shows its target page to viewers who may see it', async () => {
  const ask = await seedSpaceLinkingTo(`docgraph:space/${hidden.space}/page/${await hidden.page('')}`);
  expect((await ask(acme.admin)).links).toEqual(['ok page Secret from README']);
  const granted = await seedMember(test, acme.id, 'read');
  await seedGrant(test, acme.id, { to: granted.id, on: hidden.space, role: 'read' });
  expect((await ask(granted)).stats).toEqual({ total: 1, broken: { total: 0 } });
});

it('a target in another organization is broken, also for admins', async () => {
  const ask = await seedSpaceLinkingTo(
    `docgraph:space/${foreign.space}/page/${await foreign.page('')}`,
    `docgraph:space/${foreign.space}`,
  );
  expect((await ask(acme.admin)).stats).toEqual({ total: 2, broken: { total: 2 } });
});

it('backlinks from a space that the caller may not see are neither listed nor counted', async () => {
  const path = `/spaces/${open.space}/content/page/${await open.page('target')}/backlinks`;
  const asAdmin = await test.rest('GET', path, acme.admin);
  expect(asAdmin.body).toMatchObject({ count: 1, items: [{ kind: 'page', page: { title: 'Secret' } }] });
  const asMember = await test.rest('GET', path, member);
  expect(asMember.body).toEqual({ count: 0, items: [] });
});

it('backlinks from another organization are not listed, also for admins', async () => {
  const target = await open.page('target');
  await seedLinkSpace(test, { 'README.md': `# Spy\n\n[x](docgraph:space/${open.space}/page/${target})\n` }, rival);
  const { body } = await test.rest('GET', `/spaces/${open.space}/content/page/${target}/backlinks`, acme.admin);
  expect(body.items.map((item: any) => item.page.title)).toEqual(['Secret']);
});

it('a link with the id of a page but the id of another space does not point to the page', async () => {
  const target = await open.page('target');
  const wrong = await seedLinkSpace(
    test,
    { 'README.md': `[x](docgraph:space/${foreign.space}/page/${target})\n` },
    acme,
  );
  expect(await wrong.links('?status=ok')).toEqual([]);
  const { body } = await test.rest('GET', `/spaces/${open.space}/content/page/${target}/backlinks`, acme.admin);
  expect(body.count).toBe(1);
});

it('a link to a deleted space is broken', async () => {
  const gone = await seedLinkSpace(test, { 'README.md': '# Gone\n' }, acme);
  const ask = await seedSpaceLinkingTo(`docgraph:space/${gone.space}/page/${await gone.page('')}`);
  expect((await ask(acme.admin)).stats.broken.total).toBe(0);
  await test.store.transaction(async ({ prisma }) => {
    await prisma.space.update({ where: { id: gone.space }, data: { deletedAt: new Date() } });
  });
  expect((await ask(acme.admin)).stats.broken.total).toBe(1);
});

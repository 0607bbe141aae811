import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { type ChangeRequestClient, openChangeRequest } from '../review/change-requests/proposal.js';
import { formatUsages, type LinkFixture, seedLinkSpace } from './link-kit.js';

const test = await testApp();
let space: LinkFixture;
let proposal: ChangeRequestClient;
const pages = new Map<string, string>();

beforeAll(async () => {
  space = await seedLinkSpace(test, {
    'README.md': '# Start\n\n[a](a.md) [b](b.md#part) [new](new.md) [gone](gone.md)\n',
    'a.md': '# A\n\n[start](README.md)\n',
    'b.md': '# B\n\n## Part\n\n[a](a.md)\n',
    'c.md': '# C\n\n[b](b.md)\n',
  });
  for (const path of ['', 'a', 'b', 'c']) pages.set(path, await space.page(path));
  proposal = await openChangeRequest(test, space.space, space.token);
  await proposal.change(
    { operation: 'delete_page', page: pages.get('a') },
    { operation: 'update_page', page: pages.get('b'), document: { markdown: '# B\n\n[nowhere](lost.md)\n' } },
    { operation: 'insert_page', title: 'New', document: { markdown: '# New\n\n[c](c.md)\n' } },
  );
});

const ask = async (query = '') => (await test.rest('GET', `${proposal.path}/links${query}`, space)).body;

describe('the links of a change request', () => {
  it('include the links that it breaks, and the links that were broken before', async () => {
    const { items, stats } = await ask();
    expect(formatUsages(items)).toEqual([
      'broken url a.md from Start#start',
      'broken page b#part from Start#start',
      'ok page new from Start#start',
      'broken url gone.md from Start#start',
      'broken url lost.md from b#b',
      'ok page b from c#c',
      'ok page c from new#new',
    ]);
    expect(stats).toEqual({ total: 7, broken: { total: 4, changeRequest: 3 } });
  });

  it('can be filtered by links that the change request breaks, and by links that are broken in the space', async () => {
    expect(formatUsages((await ask('?brokenContext=change-request')).items)).toEqual([
      'broken url a.md from Start#start',
      'broken page b#part from Start#start',
      'broken url lost.md from b#b',
    ]);
    expect(formatUsages((await ask('?brokenContext=space')).items)).toEqual(['broken url gone.md from Start#start']);
    expect((await ask('?status=broken&limit=1')).count).toBe(4);
    expect((await ask('?status=ok')).count).toBe(3);
  });

  it('have locations in the change request', async () => {
    const { items } = await ask('?limit=1');
    const [{ versionContext }] = items[0].locationReferences;
    expect(versionContext).toMatchObject({ type: 'changeRequest', changeRequest: { id: proposal.id } });
  });

  it('can be listed for one page', async () => {
    const { body } = await test.rest('GET', `${proposal.path}/content/page/${pages.get('b')}/links`, space);
    expect(formatUsages(body.items)).toEqual(['broken url lost.md from b#b']);
    expect(body.stats).toEqual({ total: 1, broken: { total: 1, changeRequest: 1 } });
  });

  it('have backlinks in the change request, and from other spaces', async () => {
    const target = `docgraph:space/${space.space}/page/${pages.get('c')}`;
    await seedLinkSpace(
      test,
      { 'README.md': `# Elsewhere\n\n[c](${target})\n` },
      { id: space.organization, admin: space },
    );
    const { body } = await test.rest('GET', `${proposal.path}/content/page/${pages.get('c')}/backlinks`, space);
    expect(body.items.map((item: any) => item.page.title)).toEqual(['New', 'Elsewhere']);
    const head = await test.rest('GET', `/spaces/${space.space}/content/page/${pages.get('c')}/backlinks`, space);
    expect(head.body.items.map((item: any) => item.page.title)).toEqual(['Elsewhere']);
  });

  it('return 404 for a page that the change request deletes', async () => {
    const { status } = await test.rest('GET', `${proposal.path}/content/page/${pages.get('a')}/links`, space);
    expect(status).toBe(404);
  });

  it('are found by reading only the texts of changed pages, and no text the second time', async () => {
    const fresh = await openChangeRequest(test, space.space, space.token);
    const batches = await test.batches(() => test.rest('GET', `${fresh.path}/links`, space));
    expect(batches.filter((sql) => sql.includes('"Blob"'))).toEqual([]);
    const again = await test.batches(() => ask());
    expect(again.filter((sql) => sql.includes('"Blob"'))).toEqual([]);
  });

  it('are the links of the space after the merge', async () => {
    const predicted = formatUsages((await ask()).items);
    expect((await proposal.merge()).status).toBe(200);
    expect(await space.links()).toEqual(predicted);
    expect(await space.stats()).toEqual({ total: 7, broken: { total: 4 } });
  });

  it('have locations in the change request before its first change too, also after changes of the space', async () => {
    const other = await seedLinkSpace(test, {
      'README.md': '# Start\n\n[a](a.md)\n',
      'a.md': '# A\n\n[start](README.md)\n',
    });
    const unchanged = await openChangeRequest(test, other.space, other.token);
    const page = await other.page('');
    const expectItsOwn = async () => {
      for (const read of ['/links', `/content/page/${page}/links`, `/content/page/${page}/backlinks`]) {
        const { items, stats } = (await test.rest('GET', unchanged.path + read, other)).body;
        const { versionContext } = items[0].locationReferences?.[0] ?? items[0];
        expect(versionContext).toMatchObject({ type: 'changeRequest', changeRequest: { id: unchanged.id } });
        if (stats) expect(stats.broken).toEqual({ total: 0, changeRequest: 0 });
      }
    };
    await expectItsOwn();
    await other.replace({ 'README.md': '# Start\n', 'a.md': '# A\n' });
    await expectItsOwn();
  });
});

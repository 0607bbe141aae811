import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedGrant, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const reader = await seedMember(test, acme.id, 'create');
let space: string;

beforeEach(async () => {
  space = await seedSpace(test, acme.id, { 'README.md': '# Welcome\n\nZebra.\n', 'a.txt': 'A file.' });
});

const call = (method: string, path: string, { token, body }: { token: string; body?: unknown } = acme.admin) =>
  test.rest(method, `/spaces/${space}${path}`, { token, body });
const remove = (who = acme.admin) => call('DELETE', '', who);
const restore = (who = acme.admin) => call('POST', '/restore', who);

async function events(action: string): Promise<number> {
  const query = test.store.sql.selectFrom('Event').select('sequence').where('action', '=', action);
  return (await test.store.read.all(query.where('targetId', '=', space))).length;
}

describe('deleting and restoring a space', () => {
  it('returns 204, shows the deleted space to admins with the time, and logs an event', async () => {
    expect((await remove()).status).toBe(204);
    expect((await call('GET', '')).body.deletedAt).toMatch(/Z$/);
    expect((await call('GET', '', reader)).status).toBe(404);
    expect(await events('deleteSpaceById')).toBe(1);
  });

  it('returns 204 for a second deletion, which changes nothing', async () => {
    await remove();
    const { deletedAt } = (await call('GET', '')).body;
    expect((await remove()).status).toBe(204);
    expect((await call('GET', '')).body.deletedAt).toBe(deletedAt);
    expect(await events('deleteSpaceById')).toBe(1);
  });

  it('requires the role admin on the space for a deletion, which can be granted', async () => {
    expect((await remove(reader)).status).toBe(403);
    await seedGrant(test, acme.id, { to: reader.id, on: space, role: 'admin' });
    expect((await remove(reader)).status).toBe(204);
  });

  it('requires an admin of the organization to restore it; for other viewers the space does not exist', async () => {
    await seedGrant(test, acme.id, { to: reader.id, on: space, role: 'admin' });
    await remove(reader);
    expect((await restore(reader)).status).toBe(404);
    const { status, body } = await restore();
    expect([status, body.id, body.deletedAt]).toEqual([200, space, undefined]);
    expect((await call('GET', '', reader)).status).toBe(200);
    expect(await events('restoreSpace')).toBe(1);
  });

  it('does not change a space that is not deleted when it is restored, and logs nothing', async () => {
    expect((await restore()).status).toBe(200);
    expect((await restore(reader)).status).toBe(403);
    expect(await events('restoreSpace')).toBe(0);
  });

  describe('the 7 days for a restoration', () => {
    afterEach(() => void vi.useRealTimers());

    it.each([
      ['one second before 7 days have passed', 7 * 86_400 - 1, 200],
      ['when 7 days have passed', 7 * 86_400, 404],
      ['one second after', 7 * 86_400 + 1, 404],
      ['when the clock went back', -3600, 200],
    ])('restoring %s returns %3$s', async (_when, seconds, status) => {
      const start = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: start });
      expect((await remove()).status).toBe(204);
      vi.setSystemTime(start + seconds * 1000);
      expect((await restore()).status).toBe(status);
    });
  });

  it('hides everything in a deleted space from readers, also by id, until it is restored', async () => {
    const proposal = await openChangeRequest(test, space, acme.admin.token);
    const page = [...(await pagesByPath(test, space, acme.admin.token)).values()][0]!;
    const [file] = (await call('GET', '/content/files')).body.items;
    const { revision } = (await call('GET', '')).body;
    const visibility = async (token: string) => {
      const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { id }
      changeRequest(id: "${proposal.id}") { id }
      organization(id: "${acme.id}") { search(query: "zebra") { totalCount nodes { __typename } } } }`;
      const variables = { ids: [space, revision, proposal.id, page, file.id] };
      const { data } = await test.graphql(query, { token, variables });
      const changes = await test.rest('GET', `/orgs/${acme.id}/change-requests`, { token });
      const own = changes.body.items.filter((one: { id: string }) => one.id === proposal.id).length;
      return [...data.nodes.map((node: object | null) => node !== null), data.changeRequest !== null, own];
    };
    const paths = ['/content', '/content/pages', '/links', '/search?query=zebra', '/pdf', '/change-requests'];
    const paged = [`/content/page/${page}`, `/content/files/${file.id}`, `/revisions/${revision}`];
    const statuses = () =>
      Promise.all([...paths, ...paged].map(async (path) => (await call('GET', path, reader)).status));
    const before = [await visibility(reader.token), await statuses()];
    expect(before[0]).toEqual([true, true, true, true, true, true, 1]);
    expect(new Set(before[1])).toEqual(new Set([200]));
    await remove();
    expect(await visibility(reader.token)).toEqual([false, false, false, false, false, false, 0]);
    expect(new Set(await statuses())).toEqual(new Set([404]));
    await restore();
    expect([await visibility(reader.token), await statuses()]).toEqual(before);
  });

  it('hides its content from searches, also of admins', async () => {
    const found = async () => {
      const { body } = await test.rest('GET', `/orgs/${acme.id}/search?query=zebra`, acme.admin);
      return JSON.stringify(body).includes(space);
    };
    expect(await found()).toBe(true);
    await remove();
    expect(await found()).toBe(false);
  });

  it('returns 404 for every change of a deleted space or its content, also to admins', async () => {
    const proposal = await openChangeRequest(test, space, acme.admin.token);
    await proposal.change({ operation: 'insert_page', title: 'New', document: { markdown: 'Text.\n' } });
    await remove();
    const changes = [{ operation: 'insert_page', title: 'Other', document: { markdown: 'Text.\n' } }];
    const statuses = [
      await call('PATCH', '', { ...acme.admin, body: { title: 'Renamed' } }),
      await call('POST', '/change-requests', { ...acme.admin, body: {} }),
      await call('POST', '/permissions', { ...acme.admin, body: { role: 'read', users: [reader.id] } }),
      await call('POST', '/content/template', { ...acme.admin, body: { id: space } }),
      await proposal.merge(),
      await proposal.update(),
      await call('PATCH', `/change-requests/${proposal.id}`, { ...acme.admin, body: { subject: 'Renamed' } }),
      await call('POST', `/change-requests/${proposal.id}/content`, { ...acme.admin, body: { changes } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 404));
  });

  it('lets concurrent changes take effect before the deletion, or refuses them with 404', async () => {
    const rename = () => call('PATCH', '', { ...acme.admin, body: { title: 'Renamed' } });
    const answers = await Promise.all([rename(), rename(), remove(), rename(), rename()]);
    expect(answers[2]!.status).toBe(204);
    for (const [index, { status }] of answers.entries()) if (index !== 2) expect([200, 404]).toContain(status);
    expect((await rename()).status).toBe(404);
  });

  it('logs as many concurrent deletions and restorations as took effect', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 ? remove() : restore())));
    const gone = (await call('GET', '')).body.deletedAt !== undefined;
    expect((await events('deleteSpaceById')) - (await events('restoreSpace'))).toBe(gone ? 1 : 0);
  });
});

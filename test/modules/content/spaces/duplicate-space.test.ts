import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedGrant, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { admin } = acme;
const creator = await seedMember(test, acme.id, 'create');
const editor = await seedMember(test, acme.id, 'edit');
const files = {
  'README.md': '# Welcome\n\n[Use](use.md#how), <a href="a.txt">a file</a>.\n',
  'use.md': '# Use\n\n## How\n\nZebra, <code class="placeholder">name</code>.\n',
  'a.txt': 'A file.',
};
let space: string;

beforeEach(async () => {
  space = await seedSpace(test, acme.id, files);
});

const duplicate = ({ token } = admin) => test.rest('POST', `/spaces/${space}/duplicate`, { token });
const get = async (path: string, { token } = admin) => (await test.rest('GET', path, { token })).body;
const patch = (path: string, body: object) => test.rest('PATCH', path, { ...admin, body });

async function events(target: string): Promise<string[]> {
  const query = test.store.sql.selectFrom('Event').select('action').where('targetId', '=', target).orderBy('sequence');
  return (await test.store.read.all(query)).map(({ action }) => action);
}

describe('duplicating a space', () => {
  it('creates a space next to the original with 201 and the same pages under new ids', async () => {
    const { status, body } = await duplicate();
    expect([status, body.title, body.organization]).toEqual([201, 'Copy of Manual', acme.id]);
    expect(body.id).not.toBe(space);
    const [before, after] = [
      await pagesByPath(test, space, admin.token),
      await pagesByPath(test, body.id, admin.token),
    ];
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const id of after.values()) expect([...before.values()]).not.toContain(id);
    const text = async (id: string) => (await get(`/spaces/${id}/content/path/use?format=markdown`)).markdown;
    expect(await text(body.id)).toBe(await text(space));
    expect(await events(body.id)).toEqual(['createSpace', 'duplicateSpace']);
  });

  it('makes links lead to pages of the duplicate, which search finds', async () => {
    const { id } = (await duplicate()).body;
    const { items, stats } = await get(`/spaces/${id}/links`);
    expect(stats).toMatchObject({ total: 2, broken: { total: 0 } });
    expect(JSON.stringify(items)).not.toContain(space);
    expect(JSON.stringify(await get(`/spaces/${id}/search?query=zebra`))).toContain('use');
  });

  it('copies settings but not a lock, and truncates the title to its maximum length', async () => {
    const rules = { type: 'rules', rules: [{ rule: 'require_specific_reviewers', users: [acme.admin.id] }] };
    const settings = { emoji: '1f4d6', language: 'de', mergeRules: rules, defaultLevel: 'comment' };
    await patch(`/spaces/${space}`, { ...settings, title: `${'x'.repeat(41)}😀 y`, editMode: 'locked' });
    const { body } = await duplicate();
    expect(body).toMatchObject({ ...settings, editMode: 'live', title: `Copy of ${'x'.repeat(41)}` });
  });

  it('copies the default level and the grants, so the same people have access', async () => {
    await patch(`/spaces/${space}`, { defaultLevel: null });
    await seedGrant(test, acme.id, { to: creator.id, on: space, role: 'read' });
    const { status, body } = await duplicate(creator);
    expect(status).toBe(201);
    const readStatus = async (token: string) => (await test.rest('GET', `/spaces/${body.id}`, { token })).status;
    expect([await readStatus(creator.token), await readStatus(editor.token)]).toEqual([200, 404]);
  });

  it('requires the role create next to the space, and access to the space', async () => {
    expect((await duplicate(editor)).status).toBe(403);
    expect((await duplicate(creator)).status).toBe(201);
    await patch(`/spaces/${space}`, { defaultLevel: null });
    expect((await duplicate(creator)).status).toBe(404);
  });

  it('requires the role create in the collection, even if the caller sees only the space in it', async () => {
    const make = async (kind: string, body: object) =>
      (await test.rest('POST', `/orgs/${acme.id}/${kind}`, { ...admin, body })).body.id;
    const parent = await make('collections', {});
    space = await make('spaces', { parent, template: { id: space } });
    expect((await duplicate(editor)).status).toBe(403);
    await seedGrant(test, acme.id, { to: editor.id, on: parent, role: 'create' });
    const { status, body } = await duplicate(editor);
    expect([status, body.parent, body.visibility]).toEqual([201, parent, 'in-collection']);
    await patch(`/collections/${parent}`, { defaultLevel: null });
    await patch(`/spaces/${space}`, { defaultLevel: 'create' });
    expect((await duplicate(creator)).status).toBe(403);
  });

  it('returns 404 for an unknown or deleted space', async () => {
    await test.rest('DELETE', `/spaces/${space}`, admin);
    expect((await duplicate()).status).toBe(404);
    expect((await test.rest('POST', '/spaces/spc_none/duplicate', admin)).status).toBe(404);
  });

  it('creates an empty duplicate of an empty space', async () => {
    space = (await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...admin, body: {} })).body.id;
    const { status, body } = await duplicate();
    expect([status, body.title, await events(body.id)]).toEqual([
      201,
      'Copy of Untitled',
      ['createSpace', 'duplicateSpace'],
    ]);
  });

  it('creates complete duplicates with different ids from concurrent requests', async () => {
    const copies = await Promise.all(Array.from({ length: 4 }, () => duplicate()));
    const ids = await Promise.all(
      copies.map(async ({ body }) => [...(await pagesByPath(test, body.id, admin.token)).values()]),
    );
    expect(ids.map((own) => own.length)).toEqual([2, 2, 2, 2]);
    expect(new Set(ids.flat()).size).toBe(8);
  });
});

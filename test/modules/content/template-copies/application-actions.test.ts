import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedGrant, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { headText, openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const { token } = acme.admin;
const files = {
  'README.md': '# Handbook\n\nSee [the rules](rules.md) and ![a plan](plan.png).\n',
  'rules.md': '# Rules\n\nBack to [the start](README.md).\n',
  'plan.png': 'a plan',
};
let template: string;

beforeAll(async () => {
  template = await seedSpace(test, acme.id, files);
});

const read = async (path: string) => (await test.rest('GET', path, { token })).body;
const apply = (space: string, body: object = {}, by = token) =>
  test.rest('POST', `/spaces/${space}/content/template`, { token: by, body: { id: template, ...body } });
const titlesOf = async (base: string): Promise<string[]> =>
  (await read(`${base}/content/pages`)).pages.map(({ title }: { title: string }) => title);
const emptySpace = async (): Promise<string> =>
  (await test.rest('POST', `/orgs/${acme.id}/spaces`, { token, body: {} })).body.id;
const headOf = async (space: string): Promise<string> => (await read(`/spaces/${space}`)).revision;

async function eventsOf(target: string) {
  const query = test.store.read.sql.selectFrom('Event').select(['action', 'changes']).where('targetId', '=', target);
  return test.store.read.all(query.orderBy('sequence'));
}

describe('a template applied to a space', () => {
  it('is copied after the existing pages, as one revision with its event; links lead to the copies', async () => {
    const space = await seedSpace(test, acme.id, { 'README.md': '# Mine\n', 'rules.md': '# My rules\n' });
    const before = await headOf(space);
    expect(await apply(space)).toMatchObject({ status: 204, body: undefined });
    expect(await titlesOf(`/spaces/${space}`)).toEqual(['Mine', 'My rules', 'Handbook', 'Rules']);
    const [mine, copied] = [await pagesByPath(test, space, token), await pagesByPath(test, template, token)];
    expect([...mine.keys()]).toEqual(['', 'rules', 'page-2', 'rules-2']);
    expect([...mine.values()].filter((id) => [...copied.values()].includes(id))).toEqual([]);
    expect(await headText(test, space, { token, page: 'page-2' })).toContain('[the rules](../rules-2.md)');
    const revision = await read(`/spaces/${space}/content`);
    expect([revision.type, revision.parents]).toEqual(['edits', [before]]);
    const found = await read(`/spaces/${space}/search?query=handbook`);
    expect(found.items.map(({ id }: { id: string }) => id)).toContain(mine.get('page-2'));
    expect(await eventsOf(space)).toContainEqual({
      action: 'applyTemplateToSpace',
      changes: { template, revision: revision.id },
    });
  });

  it('makes an empty space a copy with the same paths and texts', async () => {
    const space = await emptySpace();
    await apply(space);
    expect([...(await pagesByPath(test, space, token)).keys()]).toEqual(['', 'rules']);
    for (const page of ['', 'rules'])
      expect(await headText(test, space, { token, page })).toBe(await headText(test, template, { token, page }));
  });

  it('is not changed, and can be the space itself, which then has all pages twice', async () => {
    const space = await seedSpace(test, acme.id, files);
    expect((await apply(space, { id: space })).status).toBe(204);
    expect(await titlesOf(`/spaces/${space}`)).toEqual(['Handbook', 'Rules', 'Handbook', 'Rules']);
    expect(await titlesOf(`/spaces/${template}`)).toEqual(['Handbook', 'Rules']);
  });

  it('changes nothing if it has no content', async () => {
    const space = await seedSpace(test, acme.id);
    const before = await headOf(space);
    expect((await apply(space, { id: await emptySpace() })).status).toBe(204);
    expect(await headOf(space)).toBe(before);
  });

  it('is copied with its files from another organization if the caller may read it', async () => {
    const foreign = await seedSpace(test, globex.id, { ...files, 'other.md': '# Foreign\n\n[It](docgraph:space/x)\n' });
    const space = await emptySpace();
    expect((await apply(space, { id: foreign })).status).toBe(400);
    const invitation = { emails: [acme.admin.email], role: 'read' };
    await test.rest('POST', `/orgs/${globex.id}/invites`, { ...globex.admin, body: invitation });
    expect((await apply(space, { id: foreign })).status).toBe(204);
    expect(await titlesOf(`/spaces/${space}`)).toEqual(['Handbook', 'Foreign', 'Rules']);
    const blobs = test.store.read.sql.selectFrom('Blob').select('hash').where('organizationId', '=', acme.id);
    const attached = test.store.read.sql.selectFrom('File').select('blobHash').where('spaceId', '=', space);
    const own = new Set((await test.store.read.all(blobs)).map(({ hash }) => hash));
    const rows = await test.store.read.all(attached);
    expect(rows.length).toBe(1);
    expect(rows.filter(({ blobHash }) => !own.has(blobHash!))).toEqual([]);
    expect(await headText(test, space, { token, page: 'other' })).toContain('[It](docgraph:space/x)');
  });
});

describe('a template applied to a change request', () => {
  it('becomes a revision of the change request; the space is unchanged until the merge', async () => {
    const space = await seedSpace(test, acme.id);
    const proposal = await openChangeRequest(test, space, token);
    const before = (await proposal.get()).revision;
    expect((await apply(space, { changeRequestId: proposal.id })).status).toBe(204);
    expect(await titlesOf(proposal.path)).toEqual(['Welcome', 'Handbook', 'Rules']);
    expect(await titlesOf(`/spaces/${space}`)).toEqual(['Welcome']);
    expect((await read(`${proposal.path}/content`)).parents).toEqual([before]);
    expect(await eventsOf(proposal.id)).toContainEqual(expect.objectContaining({ action: 'applyTemplateToSpace' }));
    expect((await proposal.merge()).body.result).toBe('merge');
    expect(await titlesOf(`/spaces/${space}`)).toEqual(['Welcome', 'Handbook', 'Rules']);
  });

  it('returns 400 for a change request that is missing or of another space', async () => {
    const space = await seedSpace(test, acme.id);
    const other = await openChangeRequest(test, await seedSpace(test, acme.id), token);
    for (const changeRequestId of [other.id, 'cr_none', '77', '']) {
      const { status, body } = await apply(space, { changeRequestId });
      const message = `\`changeRequestId\` must be a change request of the space (got "${changeRequestId}")`;
      expect([status, body.error.message]).toEqual([400, message]);
    }
  });

  it('returns 409 for a merged or archived change request', async () => {
    const space = await seedSpace(test, acme.id);
    const proposal = await openChangeRequest(test, space, token);
    await test.rest('PATCH', proposal.path, { token, body: { status: 'archived' } });
    expect((await apply(space, { changeRequestId: proposal.id })).status).toBe(409);
    const merged = await openChangeRequest(test, space, token);
    await merged.change({ operation: 'insert_page', title: 'New', document: { markdown: 'Text.\n' } });
    await merged.merge();
    expect((await apply(space, { changeRequestId: merged.id })).status).toBe(409);
  });
});

describe('permissions to apply a template', () => {
  it('returns the same 400 for a template that the caller may not read as for a missing one', async () => {
    const space = await seedSpace(test, acme.id);
    const foreign = await seedSpace(test, (await seedOrganization(test)).id);
    const messages = await Promise.all(
      [foreign, 'spc_none'].map(async (id) => {
        const { status, body } = await apply(space, { id });
        return [status, body.error.message.replace(id, '…')];
      }),
    );
    expect(messages).toEqual(Array(2).fill([400, '`id` must be a space that you may read (got "…")']));
  });

  it('requires exactly read access to the template and the role edit on the space', async () => {
    const [mine, theirs] = [await seedSpace(test, acme.id), await seedSpace(test, acme.id, files)];
    const guest = await seedMember(test, acme.id, null);
    await seedGrant(test, acme.id, { to: guest.id, on: mine, role: 'comment' });
    expect((await apply(mine, { id: theirs }, guest.token)).status).toBe(403);
    const editor = await seedMember(test, acme.id, null);
    await seedGrant(test, acme.id, { to: editor.id, on: mine, role: 'edit' });
    expect((await apply(mine, { id: theirs }, editor.token)).status).toBe(400);
    await seedGrant(test, acme.id, { to: editor.id, on: theirs, role: 'read' });
    expect((await apply(mine, { id: theirs }, editor.token)).status).toBe(204);
    expect((await apply(theirs, { id: mine }, editor.token)).status).toBe(403);
  });

  it('refuses a locked space', async () => {
    const space = await seedSpace(test, acme.id);
    const proposal = await openChangeRequest(test, space, token);
    await test.rest('PATCH', `/spaces/${space}`, { token, body: { editMode: 'locked' } });
    for (const body of [{}, { changeRequestId: proposal.id }]) {
      const answer = await apply(space, body);
      expect([answer.status, answer.body.error.message]).toEqual([403, expect.stringContaining('is locked')]);
    }
  });
});

describe('concurrent requests', () => {
  it('five applications to a space each succeed or return a conflict', async () => {
    const space = await emptySpace();
    const answers = await Promise.all(Array.from({ length: 5 }, () => apply(space)));
    const done = answers.filter(({ status }) => status === 204).length;
    expect(answers.map(({ status }) => status).filter((status) => status !== 204 && status !== 409)).toEqual([]);
    expect(done).toBeGreaterThan(0);
    expect(await titlesOf(`/spaces/${space}`)).toEqual(Array(done).fill(['Handbook', 'Rules']).flat());
    const rows = test.store.read.sql.selectFrom('Page').select('path').where('spaceId', '=', space);
    const paths = (await test.store.read.all(rows)).map(({ path }) => path);
    expect(new Set(paths).size).toBe(2 * done);
  });

  it('a merge and an application both succeed', async () => {
    const space = await seedSpace(test, acme.id);
    const proposal = await openChangeRequest(test, space, token);
    await proposal.change({ operation: 'insert_page', title: 'Merged', document: { markdown: 'Text.\n' } });
    const [applied, merged] = await Promise.all([apply(space), proposal.merge()]);
    expect([applied.status, merged.body.result]).toEqual([204, 'merge']);
    expect((await titlesOf(`/spaces/${space}`)).sort()).toEqual(['Handbook', 'Merged', 'Rules', 'Welcome']);
  });
});

it('GraphQL applies a template too', async () => {
  const space = await emptySpace();
  const mutation = `mutation ($input: ApplyTemplateInput!) {
    applyTemplate(input: $input) { space { id revision { pages(first: 9) { nodes { title } } } } }
  }`;
  const { data } = await test.graphql(mutation, { token, variables: { input: { space, template } } });
  const nodes = [{ title: 'Handbook' }, { title: 'Rules' }];
  expect(data.applyTemplate.space).toEqual({ id: space, revision: { pages: { nodes } } });
});

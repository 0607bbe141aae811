import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../change-requests/proposal.js';
import { rewriteSpace } from './history-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let space: string;
let written: { before: string; revision: string };

beforeAll(async () => {
  space = await seedSpace(test, acme.id);
  written = await rewriteSpace(test, space);
});

const changesOf = async (revision: string, query = '') =>
  (await test.rest('GET', `/spaces/${space}/revisions/${revision}/changes${query}`, { token })).body;
type Change = { type: string; [member: string]: any };
const only = (changes: Change[], type: string): Change[] => changes.filter((change) => change.type === type);

describe('the changes of a revision', () => {
  it('are the differences from its first parent, of every type', async () => {
    const { changes, more, mergedFrom } = await changesOf(written.revision, '?limit=100');
    expect([more, mergedFrom]).toEqual([undefined, undefined]);
    const kinds = ['page_created', 'page_edited', 'page_deleted', 'page_moved', 'file_created', 'file_edited'];
    const others = ['file_deleted', 'variables_edited'];
    const contents = ['created', 'deleted', 'edited'].map((kind) => `reusable_content_${kind}`);
    expect(new Set(changes.map(({ type }: Change) => type))).toEqual(new Set([...kinds, ...others, ...contents]));
  });

  it('of pages have the attributes that differ, before and after', async () => {
    const { changes } = await changesOf(written.revision, '?limit=100');
    const [edited, group, link] = only(changes, 'page_edited');
    expect(edited).toMatchObject({
      page: { type: 'document', title: 'Renamed', path: 'renamed' },
      attributes: {
        title: { before: 'edited', after: 'Renamed' },
        slug: { before: 'edited', after: 'renamed' },
        emoji: { after: '1f600' },
        description: { after: 'All of it' },
        hidden: { after: true },
        document: { before: expect.stringMatching(/^[0-9a-f]{64}$/), after: expect.stringMatching(/^[0-9a-f]{64}$/) },
        cover: { after: { yPos: 3, ref: { kind: 'url' } } },
        layout: { after: { width: 'wide', outline: false } },
        variables: { after: { version: 2 } },
        metaLinks: { after: { canonical: { kind: 'url', url: 'https://one.test/page' } } },
      },
    });
    expect(edited!.attributes.emoji).not.toHaveProperty('before');
    expect(edited!.attributes).not.toHaveProperty('noRobotsIndex');
    expect(group!.attributes).toEqual({ title: { before: 'Group', after: 'Renamed group' } });
    expect(link!.attributes.target.after).toEqual({ kind: 'url', url: 'https://two.test/' });
    expect(only(changes, 'page_moved')[0]).toEqual({
      type: 'page_moved',
      page: { id: expect.any(String), type: 'document', title: 'moved', path: 'moved' },
      parent: { before: { id: expect.any(String), type: 'document', title: 'parent', path: 'parent' } },
    });
  });

  it('of files have URLs of both versions', async () => {
    const { changes } = await changesOf(written.revision, '?limit=100');
    const [{ attributes }] = only(changes, 'file_edited') as [Change];
    expect(attributes).toMatchObject({
      size: { before: 10, after: 5 },
      dimensions: { after: { width: 2, height: 1 } },
    });
    const bytes = async (address: string) => {
      const { pathname, search } = new URL(address);
      return (await test.app.inject({ url: pathname + search })).body;
    };
    const { before, after } = attributes.downloadURL;
    expect([await bytes(before), await bytes(after)]).toEqual(['edited.txt', 'other']);
    const [{ file }] = only(changes, 'file_deleted') as [Change];
    expect(await bytes(file.downloadURL)).toBe('gone.txt');
  });

  it('of variables have the old and new value of each name', async () => {
    const [{ variables }] = only((await changesOf(written.revision, '?limit=100')).changes, 'variables_edited') as [
      Change,
    ];
    expect(variables).toEqual({ version: { before: '1', after: '2' }, gone: { before: true }, name: { after: 'n' } });
  });

  it('are ten by default, and report how many more there are', async () => {
    const all = (await changesOf(written.revision, '?limit=20000')).changes;
    expect(all.length).toBeGreaterThan(10);
    const { changes, more } = await changesOf(written.revision);
    expect([changes, more]).toEqual([all.slice(0, 10), all.length - 10]);
    expect(await changesOf(written.revision, '?limit=0')).toEqual({ changes: [], more: all.length });
    expect(await changesOf(written.revision, `?limit=${all.length}`)).toEqual({ changes: all });
    for (const limit of ['-1', 'many', '1.5'])
      expect(
        (await test.rest('GET', `/spaces/${space}/revisions/${written.revision}/changes?limit=${limit}`, { token }))
          .status,
      ).toBe(400);
  });

  it('of the first revision of a space are its whole content', async () => {
    const { body } = await test.rest('POST', `/orgs/${acme.id}/spaces`, { token, body: {} });
    const empty = await test.rest('GET', `/spaces/${body.id}/revisions/${body.revision}/changes`, { token });
    expect(empty.body).toEqual({ changes: [] });
    const imported = await seedSpace(test, acme.id);
    const { revision } = (await test.rest('GET', `/spaces/${imported}`, { token })).body;
    const answer = await test.rest('GET', `/spaces/${imported}/revisions/${revision}/changes`, { token });
    expect(answer.body).toMatchObject({ changes: [{ type: 'page_created', page: { title: 'Welcome' } }] });
  });

  it('of a reusable content have the ids of its documents in both revisions', async () => {
    const [before, after] = await Promise.all(
      [written.before, written.revision].map(async (revision) => {
        const { body } = await test.rest('GET', `/spaces/${space}/revisions/${revision}`, { token });
        return body.reusableContents[0].document;
      }),
    );
    expect(before).not.toBe(after);
    const [edited] = only((await changesOf(written.revision, '?limit=100')).changes, 'reusable_content_edited');
    expect(edited!.attributes.document).toEqual({ before, after });
  });

  it('are read in one batch, whatever their number', async () => {
    await changesOf(written.revision);
    expect(await test.batches(() => changesOf(written.revision, '?limit=100'))).toHaveLength(1);
  });
});

describe('the changes of a change request', () => {
  it('are the differences from the last update from the space, also after the merge', async () => {
    const manual = await seedManual(test, acme);
    const [one, other] = [
      await openChangeRequest(test, manual.id, token),
      await openChangeRequest(test, manual.id, token),
    ];
    const changes = async (query = '') => (await test.rest('GET', `${one.path}/changes${query}`, { token })).body;
    expect(await changes()).toEqual({ changes: [] });
    await one.change({ operation: 'update_page', page: manual.page('guide'), title: 'Renamed' });
    await other.change({ operation: 'delete_page', page: manual.page('guide/use') });
    await other.merge();
    const expected = [
      {
        type: 'page_edited',
        page: { id: manual.page('guide'), type: 'document', title: 'Renamed', path: 'guide' },
        attributes: { title: { before: 'Guide', after: 'Renamed' } },
      },
    ];
    const stripped = async () => {
      const { changes: found } = await changes();
      return found.map(({ attributes: { document: _, ...attributes }, ...change }: Change) => ({
        ...change,
        attributes,
      }));
    };
    expect(await stripped()).toEqual(expected);
    await one.update();
    expect(await stripped()).toEqual(expected);
    const { revision } = (await one.merge()).body;
    expect(await stripped()).toEqual(expected);
    const merged = await test.rest('GET', `/spaces/${manual.id}/revisions/${revision}/changes`, { token });
    expect(merged.body.mergedFrom).toMatchObject({ object: 'change-request', id: one.id, status: 'merged' });
    expect(merged.body.changes).toEqual((await changes()).changes);
    expect((await test.rest('GET', `/spaces/${space}/change-requests/${one.id}/changes`, { token })).status).toBe(404);
    expect(await changes('?limit=0')).toEqual({ changes: [], more: 1 });
  });

  it('list the changed lines in GraphQL', async () => {
    const manual = await seedManual(test, acme);
    const [one, other] = [
      await openChangeRequest(test, manual.id, token),
      await openChangeRequest(test, manual.id, token),
    ];
    const differences = async () => {
      const query = `query ($id: ID!) { changeRequest(id: $id) { diff(first: 10) {
        totalCount nodes { __typename ... on PageEdited { page { path } hunks { removed added } } }
      } } }`;
      const { data, errors } = await test.graphql(query, { token, variables: { id: one.id } });
      expect(errors).toBeUndefined();
      return data.changeRequest.diff;
    };
    expect(await differences()).toEqual({ totalCount: 0, nodes: [] });
    const document = { markdown: '# Guide\n\nMost of it.\n' };
    await one.change({ operation: 'update_page', page: manual.page('guide'), document });
    const page = { page: { path: 'guide' }, hunks: [{ removed: ['All of it.'], added: ['Most of it.'] }] };
    const expected = { totalCount: 1, nodes: [{ __typename: 'PageEdited', ...page }] };
    expect(await differences()).toEqual(expected);
    await other.change({ operation: 'delete_page', page: manual.page('guide/use') });
    await other.merge();
    await one.update();
    expect(await differences()).toEqual(expected);
  });
});

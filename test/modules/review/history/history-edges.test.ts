import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedGrant, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from '../change-requests/proposal.js';
import { writeHead } from './history-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
/** Heads of the space, oldest first: empty, imported, two merges. */
let heads: string[];
let proposal: ChangeRequestClient;

const headOf = async (space: string): Promise<string> =>
  (await test.rest('GET', `/spaces/${space}`, { token })).body.revision;
const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `${title}.\n` } });

beforeAll(async () => {
  manual = await seedManual(test, acme);
  const imported = await headOf(manual.id);
  const { data } = await ask('revisions { nodes { id } }');
  heads = data.space.revisions.nodes.map(({ id }: { id: string }) => id).toReversed();
  expect(heads[1]).toBe(imported);
  for (const title of ['One', 'Two']) {
    const merged = await openChangeRequest(test, manual.id, token);
    await merged.change(insert(title));
    heads.push((await merged.merge()).body.revision);
  }
  proposal = await openChangeRequest(test, manual.id, token);
  await proposal.change(insert('Proposed'));
});

const ask = async (fields: string, variables: object = {}, who = token) => {
  const types = Object.entries({ id: 'ID', time: 'DateTime', after: 'String' });
  const declared = types.flatMap(([name, type]) => (fields.includes(`$${name}`) ? [`, $${name}: ${type}`] : []));
  const query = `query ($space: ID!${declared.join('')}) { space(id: $space) { ${fields} } }`;
  return test.graphql(query, { token: who, variables: { space: manual.id, ...variables } });
};

describe('the history of a space', () => {
  it('has every head, newest first, with authors and types, and no revisions of open change requests', async () => {
    const { data } = await ask(
      'revisions { totalCount nodes { id type parents author { id } mergedFrom { number } } }',
    );
    const { totalCount, nodes } = data.space.revisions;
    expect(totalCount).toBe(4);
    expect(nodes.map(({ id }: { id: string }) => id)).toEqual(heads.toReversed());
    expect(nodes.map(({ type }: { type: string }) => type)).toEqual(['MERGE', 'MERGE', 'EDITS', 'EDITS']);
    expect(nodes.map(({ parents }: { parents: string[] }) => parents[0])).toEqual([
      heads[2],
      heads[1],
      heads[0],
      undefined,
    ]);
    expect(nodes[0]).toMatchObject({ mergedFrom: { number: 2 }, author: { id: acme.admin.id } });
    expect(nodes[3].mergedFrom).toBeNull();
  });

  it('is paged', async () => {
    const page = 'revisions(first: 3, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }';
    const first = (await ask(page)).data.space.revisions;
    expect([first.nodes.length, first.pageInfo.hasNextPage]).toEqual([3, true]);
    const second = (await ask(page, { after: first.pageInfo.endCursor })).data.space.revisions;
    expect(second.nodes).toEqual([{ id: heads[0] }]);
  });

  it('takes as many batches for four revisions as for one: space, list, authors, change requests', async () => {
    const list = (first: number) => ask(`revisions(first: ${first}) { nodes { author { id } mergedFrom { number } } }`);
    const [one, four] = [await test.batches(() => list(1)), await test.batches(() => list(4))];
    expect([one.length, four.length]).toEqual([4, 4]);
  });

  it('is visible only to users who see the space', async () => {
    const guest = await seedMember(test, acme.id, null);
    expect((await ask('revisions { totalCount }', {}, guest.token)).data.space).toBeNull();
    await seedGrant(test, acme.id, { to: guest.id, on: manual.id, role: 'read' });
    const { data } = await ask('revisions { totalCount nodes { id } }', {}, guest.token);
    expect([data.space.revisions.totalCount, data.space.revisions.nodes.length]).toEqual([4, 4]);
  });
});

describe('a space at an earlier point', () => {
  const at = async (part: object) => {
    const { data, errors } = await ask('at(revision: $id, time: $time) { id pages { totalCount } }', part);
    return errors ? errors[0]!.extensions : data.space.at;
  };
  const creationTimeOf = async (id: string): Promise<string> =>
    (await test.rest('GET', `/spaces/${manual.id}/revisions/${id}`, { token })).body.createdAt;

  it('is the head with the given id', async () => {
    for (const [index, id] of heads.entries()) expect(await at({ id })).toMatchObject({ id: heads[index] });
    expect((await at({ id: heads[0]! })).pages.totalCount).toBe(0);
    expect((await at({ id: heads[1]! })).pages.totalCount).toBe(6);
    expect((await at({ id: heads[3]! })).pages.totalCount).toBe(8);
  });

  it('is the head at the given time, which can be the time when the head was created', async () => {
    for (const id of heads) {
      const time = await creationTimeOf(id);
      // Revisions of one millisecond cannot be distinguished by time.
      const expected = await Promise.all(heads.map(async (one) => ((await creationTimeOf(one)) <= time ? one : null)));
      expect((await at({ time })).id).toBe(expected.filter((one) => one !== null).at(-1));
    }
    expect((await at({ time: new Date(Date.now() + 60_000).toISOString() })).id).toBe(heads[3]);
  });

  it('is null before the space existed, and for a revision that is not in its history', async () => {
    expect(await at({ time: new Date(Date.parse(await creationTimeOf(heads[0]!)) - 1).toISOString() })).toBeNull();
    const proposed = (await proposal.get()).revision;
    const foreign = await headOf(await seedSpace(test, acme.id));
    for (const id of [proposed, foreign, 'rev_00000000000000000000000000']) expect(await at({ id })).toBeNull();
  });

  it('requires either a revision or a time', async () => {
    for (const part of [{}, { id: heads[0], time: new Date().toISOString() }])
      expect(await at(part)).toMatchObject({ code: 'BAD_USER_INPUT', field: 'at' });
  });

  it('does not change after later merges', async () => {
    const time = new Date().toISOString();
    const later = await openChangeRequest(test, manual.id, token);
    await later.change(insert('Later'));
    moveClock(1000);
    await later.merge();
    expect((await at({ time })).id).toBe(heads[3]);
  });
});

describe('a revision on /v1', () => {
  const get = (path: string) => test.rest('GET', `/spaces/${manual.id}/revisions/${path}`, { token });

  it('has the pages and files that the space had at that time', async () => {
    const { status, body } = await get(heads[1]!);
    expect([status, body.id, body.type, body.parents]).toEqual([200, heads[1], 'edits', [heads[0]]]);
    expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(['Welcome', 'Guide', 'More']);
    expect((await get(`${heads[1]}/pages`)).body.pages).toEqual(body.pages);
    expect((await get(`${heads[1]}/files`)).body.items).toEqual(body.files);
    expect((await get(`${heads[1]}/files/${body.files[0].id}`)).body).toEqual(body.files[0]);
    expect((await get(`${heads[0]}/pages`)).body).toEqual({ pages: [] });
  });

  it('returns its pages by id and by path as they were at that time', async () => {
    const change = await openChangeRequest(test, manual.id, token);
    await change.change({
      operation: 'update_page',
      page: manual.page('guide'),
      slug: 'manual',
      document: { markdown: 'New.\n' },
    });
    const { revision } = (await change.merge()).body;
    const texts = async (id: string, path: string) => [
      (await get(`${id}/page/${manual.page('guide')}?format=markdown`)).body.markdown,
      (await get(`${id}/path/${path}?format=markdown`)).body.markdown,
    ];
    expect(await texts(revision, 'manual')).toEqual(['New.\n', 'New.\n']);
    expect(await texts(heads[1]!, 'guide')).toEqual(['# Guide\n\nAll of it.\n', '# Guide\n\nAll of it.\n']);
    expect((await get(`${revision}/path/guide`)).status).toBe(404);
    expect((await get(`${heads[1]}/path/manual`)).status).toBe(404);
  });

  it('can be a revision of a change request of the space', async () => {
    const proposed = await proposal.get();
    for (const id of [proposed.revision, proposed.revisionInitial]) expect((await get(id)).body.id).toBe(id);
    const titles = (await get(`${proposed.revision}/pages`)).body.pages.map(({ title }: { title: string }) => title);
    expect(titles).toContain('Proposed');
  });

  it('names the merged change request and both parents', async () => {
    const { body } = await get(heads[2]!);
    expect(body).toMatchObject({ type: 'merge', mergedFrom: { object: 'change-request', number: 1 } });
    expect(body.parents).toHaveLength(2);
  });

  it('has its Git commit and the Git blobs of its pages, unless `metadata=false`', async () => {
    const space = await seedSpace(test, acme.id);
    const [oid, path] = ['0'.repeat(40), 'docs/README.md'];
    const commit = { oid, message: 'Write', createdByService: false };
    const id = await writeHead(test, { space, git: commit }, (before) => ({
      ...before,
      pages: before.pages.map((page) => ({ ...page, git: { oid, path } })),
    }));
    const at = `/spaces/${space}/revisions/${id}`;
    const read = async (query: string) => (await test.rest('GET', `${at}${query}`, { token })).body;
    const full = await read('');
    expect([full.git, full.pages[0].git]).toEqual([commit, { oid, path }]);
    expect((await read('/path/')).git).toEqual({ oid, path });
    const bare = await read('?metadata=false');
    expect([bare.git, bare.pages[0].git]).toEqual([undefined, undefined]);
    expect((await read('/pages?metadata=false')).pages).toEqual(bare.pages);
    expect((await read('/path/?metadata=false')).git).toBeUndefined();
  });

  it('has one of five types', async () => {
    const space = await seedSpace(test, acme.id);
    const computed = await writeHead(test, { space, type: 'computed' }, (before) => ({
      ...before,
      variables: { n: 1 },
    }));
    const outdated = await openChangeRequest(test, space, token);
    await outdated.change(insert('Behind'));
    const ahead = await openChangeRequest(test, space, token);
    await ahead.change(insert('Ahead'));
    const merged = (await ahead.merge()).body.revision;
    const updated = (await outdated.update()).body.revision;
    const query = `mutation ($input: RevertToInput!) { revertTo(input: $input) { revision { id } } }`;
    const input = { space, revision: computed };
    const rolled = (await test.graphql(query, { token, variables: { input } })).data.revertTo.revision.id;
    const first = (await ahead.get()).revision;
    const types = [first, merged, updated, rolled, computed].map(
      async (id) => (await test.rest('GET', `/spaces/${space}/revisions/${id}`, { token })).body.type,
    );
    expect(await Promise.all(types)).toEqual(['edits', 'merge', 'update', 'rollback', 'computed']);
  });

  it('that does not exist returns 404', async () => {
    for (const path of ['', '/pages', '/files', '/changes', '/page/x', '/path/', '/files/x'])
      expect((await get(`rev_00000000000000000000000000${path}`)).status).toBe(404);
    expect((await get(`${heads[1]}/page/${proposal.id}`)).status).toBe(404);
    expect((await get(`${heads[1]}/files/file_unknown`)).status).toBe(404);
  });
});

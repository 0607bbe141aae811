import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { headText, openChangeRequest } from '../change-requests/proposal.js';
import { rewriteSpace } from './history-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
/** The head before and after a merge that changes, moves, deletes and inserts pages and files. */
let before: string;
let after: string;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  before = await headOf(manual.id);
  const proposal = await openChangeRequest(test, manual.id, token);
  await proposal.change(
    {
      operation: 'update_page',
      page: manual.page('guide'),
      title: 'Handbook',
      slug: 'handbook',
      document: { markdown: 'Zebra.\n' },
    },
    { operation: 'update_page', page: manual.page('guide/install'), into: null },
    { operation: 'delete_page', page: manual.page('guide/use') },
    { operation: 'insert_page', title: 'Added', document: { markdown: 'Added.\n' } },
    { operation: 'insert_files', files: [{ name: 'added.txt', base64: 'YQ==' }] },
  );
  after = (await proposal.merge()).body.revision;
});

const headOf = async (space: string): Promise<string> =>
  (await test.rest('GET', `/spaces/${space}`, { token })).body.revision;
const contentOf = async (space: string) => (await test.rest('GET', `/spaces/${space}/content`, { token })).body;
/** Returns a tree without times and download URLs, which differ when a page is restored. */
const treeOf = (pages: object[]): unknown =>
  JSON.parse(
    JSON.stringify(pages, (name, value) => (/^(createdAt|updatedAt|downloadURL)$/.test(name) ? undefined : value)),
  );

const mutation = `mutation ($input: RevertToInput!) {
  revertTo(input: $input) { space { revisionId } revision { id type parents author { id } } }
}`;
const revert = async (input: object, who = token) => {
  const { data, errors } = await test.graphql(mutation, {
    token: who,
    variables: { input: { space: manual.id, ...input } },
  });
  return errors ? errors[0]!.extensions : data.revertTo;
};

describe('reverting to an earlier revision', () => {
  it('restores its content as a new revision of the type rollback; the history still has later revisions', async () => {
    const was = (await test.rest('GET', `/spaces/${manual.id}/revisions/${before}`, { token })).body;
    const { space, revision } = await revert({ revision: before });
    expect(revision).toMatchObject({ type: 'ROLLBACK', parents: [after], author: { id: acme.admin.id } });
    expect([before, after]).not.toContain(revision.id);
    expect([space.revisionId, await headOf(manual.id)]).toEqual([revision.id, revision.id]);
    const is = await contentOf(manual.id);
    expect([is.id, is.type]).toEqual([revision.id, 'rollback']);
    expect(treeOf(is.pages)).toEqual(treeOf(was.pages));
    expect(treeOf(is.files)).toEqual(treeOf(was.files));
    const query = 'query ($id: ID!) { space(id: $id) { revisions { nodes { type } } } }';
    const { data } = await test.graphql(query, { token, variables: { id: manual.id } });
    expect(data.space.revisions.nodes.map(({ type }: { type: string }) => type)).toEqual([
      'ROLLBACK',
      'MERGE',
      'EDITS',
      'EDITS',
    ]);
  });

  it('updates everything that depends on the head: paths, times, search, node', async () => {
    const timesOf = async () => (await contentOf(manual.id)).pages[0];
    const welcome = await timesOf();
    await revert({ revision: before });
    const search = async (word: string) =>
      (await test.rest('GET', `/spaces/${manual.id}/search?query=${word}`, { token })).body.items.map(
        ({ title }: { title: string }) => title,
      );
    expect(await search('zebra')).toEqual([]);
    expect(await search('use')).toContain('Use');
    expect(await headText(test, manual.id, { token, page: 'guide' })).toBe('# Guide\n\nAll of it.\n');
    expect((await test.rest('GET', `/spaces/${manual.id}/content/path/handbook`, { token })).status).toBe(404);
    const query = 'query ($id: ID!) { node(id: $id) { ... on DocumentPage { title path } } }';
    const { data } = await test.graphql(query, { token, variables: { id: manual.page('guide/use') } });
    expect(data.node).toEqual({ title: 'Use', path: 'guide/use' });
    expect((await timesOf()).createdAt).toBe(welcome.createdAt);
  });

  it('has changes that are the opposite of the undone ones', async () => {
    const { revision } = await revert({ revision: before });
    const changes = async (id: string) =>
      (await test.rest('GET', `/spaces/${manual.id}/revisions/${id}/changes?limit=100`, { token })).body.changes;
    const kinds = (all: { type: string; page?: { id: string }; file?: { id: string } }[]) =>
      all.map(({ type, page, file }) => `${type} ${page?.id ?? file?.id}`).sort();
    const opposite: Record<string, string> = {
      page_created: 'page_deleted',
      page_deleted: 'page_created',
      file_created: 'file_deleted',
    };
    const undone = kinds(await changes(after)).map((one) => one.replace(/^\w+/, (type) => opposite[type] ?? type));
    expect(kinds(await changes(revision.id))).toEqual(undone.sort());
  });

  it('can itself be reverted', async () => {
    const was = await contentOf(manual.id);
    await revert({ revision: before });
    const { revision } = await revert({ revision: after });
    expect(revision.type).toBe('ROLLBACK');
    expect(treeOf((await contentOf(manual.id)).pages)).toEqual(treeOf(was.pages));
  });

  it('restores variables and reusable contents, too', async () => {
    const space = await seedSpace(test, acme.id);
    const { before: rich } = await rewriteSpace(test, space);
    await revert({ space, revision: rich });
    const { variables, reusableContents } = await contentOf(space);
    expect(variables).toEqual({ version: '1', gone: true });
    expect(reusableContents.map(({ title }: { title: string }) => title)).toEqual(['Edited', 'Gone']);
  });

  it('to the content of the head creates no revision and no event', async () => {
    const { read } = test.store;
    const events = () => read.all(read.sql.selectFrom('Event').selectAll().where('targetId', '=', manual.id));
    const { revision } = await revert({ revision: after });
    expect([revision.id, await headOf(manual.id)]).toEqual([after, after]);
    const { revision: rolled } = await revert({ revision: before });
    expect((await revert({ revision: before })).revision.id).toBe(rolled.id);
    const recorded = (await events()).filter(({ action }) => action === 'revertTo');
    expect(recorded.map(({ changes }) => changes)).toEqual([{ revision: rolled.id, to: before }]);
  });

  it('makes open change requests outdated; they can still be merged', async () => {
    const open = await openChangeRequest(test, manual.id, token);
    await open.change({ operation: 'insert_page', title: 'Open', document: { markdown: 'Open.\n' } });
    await revert({ revision: before });
    expect((await open.get()).outdated).toBe(true);
    expect((await open.merge()).body.result).toBe('merge');
    expect((await contentOf(manual.id)).pages.map(({ title }: { title: string }) => title)).toEqual([
      'Welcome',
      'Guide',
      'More',
      'Open',
    ]);
  });
});

describe('reverting is refused', () => {
  it('to a revision that is not in the history of the space', async () => {
    const proposal = await openChangeRequest(test, manual.id, token);
    await proposal.change({ operation: 'insert_page', title: 'New', document: { markdown: 'New.\n' } });
    const foreign = await headOf(await seedSpace(test, acme.id));
    for (const revision of [(await proposal.get()).revision, foreign, 'rev_00000000000000000000000000', ''])
      expect(await revert({ revision })).toMatchObject({ code: 'BAD_USER_INPUT', field: 'revision' });
    expect(await headOf(manual.id)).toBe(after);
  });

  it('if `head` is not the head of the space', async () => {
    expect(await revert({ revision: before, head: before })).toMatchObject({ code: 'CONFLICT' });
    expect(await headOf(manual.id)).toBe(after);
    expect((await revert({ revision: before, head: after })).revision.type).toBe('ROLLBACK');
  });

  it('in a locked space, to every role', async () => {
    await test.rest('PATCH', `/spaces/${manual.id}`, { token, body: { editMode: 'locked' } });
    const refusal = { code: 'FORBIDDEN', reason: 'SPACE_LOCKED', action: 'space.revert', needs: 'review' };
    expect(await revert({ revision: before })).toMatchObject(refusal);
    expect(await headOf(manual.id)).toBe(after);
  });

  it('to roles below review; a user who does not see the space gets NOT_FOUND', async () => {
    for (const [role, expected] of [
      ['edit', { code: 'FORBIDDEN', action: 'space.revert', needs: 'review' }],
      [null, { code: 'NOT_FOUND' }],
    ] as const) {
      const member = await seedMember(test, acme.id, role);
      expect(await revert({ revision: before }, member.token)).toMatchObject(expected);
    }
    const reviewer = await seedMember(test, acme.id, 'review');
    expect((await revert({ revision: before }, reviewer.token)).revision.type).toBe('ROLLBACK');
  });
});

describe('concurrent reverting', () => {
  it('and merging both succeed in some order, or the revert reports a conflict with the new head', async () => {
    for (const known of [false, true]) {
      const proposal = await openChangeRequest(test, manual.id, token);
      await proposal.change({ operation: 'insert_page', title: 'Raced', document: { markdown: 'Raced.\n' } });
      const head = await headOf(manual.id);
      const target = (await contentOf(manual.id)).pages.some(({ title }: { title: string }) => title === 'Added')
        ? before
        : after;
      const [reverted, merged] = await Promise.all([
        revert({ revision: target, ...(known && { head }) }),
        proposal.merge(),
      ]);
      expect([merged.status, merged.body.result]).toEqual([200, 'merge']);
      const { parents } = (await test.rest('GET', `/spaces/${manual.id}/revisions/${merged.body.revision}`, { token }))
        .body;
      const titles = (await contentOf(manual.id)).pages.map(({ title }: { title: string }) => title);
      if (known && reverted.code) {
        expect(reverted.code).toBe('CONFLICT');
        expect([parents[0], titles.includes('Raced')]).toEqual([head, true]);
      } else {
        const mergedLast = parents[0] === reverted.revision.id;
        expect(mergedLast || reverted.revision.parents[0] === merged.body.revision).toBe(true);
        expect(titles.includes('Raced')).toBe(mergedLast);
      }
    }
  });

  it('by several callers creates one revision', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => revert({ revision: before })));
    expect(new Set(answers.map(({ revision }) => revision.id)).size).toBe(1);
    expect(answers[0].revision).toMatchObject({ type: 'ROLLBACK', parents: [after] });
  });
});

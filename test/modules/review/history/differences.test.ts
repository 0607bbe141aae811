import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { rewriteSpace, writeHead } from './history-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let space: string;
let written: { before: string; revision: string };

beforeAll(async () => {
  space = await seedSpace(test, acme.id);
  written = await rewriteSpace(test, space);
});

type Change = { type: string; [member: string]: any };

describe('the differences between two revisions in GraphQL', () => {
  const query = `query ($space: ID!, $from: ID!, $to: ID!, $first: Int, $after: String) {
    space(id: $space) { revisionById(id: $from) { diff(to: $to, first: $first, after: $after) {
      totalCount
      pageInfo { endCursor }
      nodes {
        __typename
        ... on PageCreated { page { title } }
        ... on PageDeleted { page { title } }
        ... on PageMoved { page { title } parent { before { title } after { title } } position { before after } path { before after } }
        ... on PageRenamed { page { title } names { title { before after } slug { after } path { before after } } }
        ... on PageEdited {
          page { title }
          attributes { description { after } hidden { after } }
          hunks { start newStart removed added words { kind text } }
        }
        ... on FileCreated { file { name } }
        ... on FileEdited { file { name } attributes { fileSize: size { before after } } }
        ... on FileDeleted { file { name } }
        ... on VariablesEdited { variables }
        ... on ReusableContentEdited { reusableContent { title } attributes { shared: title { before after } } }
      }
    } } }
  }`;
  const ask = (variables: object, who = token) =>
    test.graphql(query, { token: who, variables: { space, from: written.before, to: written.revision, ...variables } });
  const nodes = async (variables: object = {}): Promise<Change[]> => {
    const { data, errors } = await ask(variables);
    expect(errors).toBeUndefined();
    return data.space.revisionById.diff.nodes;
  };
  const named = (all: Change[], type: string) => all.filter(({ __typename }) => __typename === type);

  it('have a type for each kind of change', async () => {
    const all = await nodes();
    expect(named(all, 'PageCreated')).toMatchObject([{ page: { title: 'new' } }]);
    expect(named(all, 'PageDeleted')).toMatchObject([{ page: { title: 'gone' } }]);
    expect(named(all, 'PageMoved')).toEqual([
      {
        __typename: 'PageMoved',
        page: { title: 'moved' },
        parent: { before: { title: 'parent' }, after: null },
        position: { before: 0, after: 1 },
        path: { before: 'parent/moved', after: 'moved' },
      },
    ]);
    expect(named(all, 'FileEdited')).toMatchObject([{ attributes: { fileSize: { before: 10, after: 5 } } }]);
    expect(named(all, 'VariablesEdited')).toHaveLength(1);
    expect(named(all, 'ReusableContentEdited')).toMatchObject([
      { attributes: { shared: { before: 'Edited', after: 'Renamed' } } },
    ]);
  });

  it('separate renames of pages from edits, and describe edits by lines and words', async () => {
    const all = await nodes();
    expect(named(all, 'PageRenamed')).toMatchObject([
      {
        names: {
          title: { before: 'edited', after: 'Renamed' },
          slug: { after: 'renamed' },
          path: { before: 'edited', after: 'renamed' },
        },
      },
      { names: { title: { before: 'Group', after: 'Renamed group' }, slug: null, path: null } },
    ]);
    const [edited] = named(all, 'PageEdited') as [Change];
    expect(edited.attributes).toEqual({ description: { after: 'All of it' }, hidden: { after: true } });
    expect(edited.hunks).toEqual([
      {
        start: 3,
        newStart: 3,
        removed: ['Two old words.'],
        added: ['Two new words.'],
        words: [
          { kind: 'SAME', text: 'Two ' },
          { kind: 'REMOVED', text: 'old' },
          { kind: 'ADDED', text: 'new' },
          { kind: 'SAME', text: ' words.\n' },
        ],
      },
    ]);
  });

  it('can be read in the other direction, and are empty for the revision itself', async () => {
    const back = await nodes({ from: written.revision, to: written.before });
    expect(named(back, 'PageCreated')).toMatchObject([{ page: { title: 'gone' } }]);
    expect(await nodes({ to: written.before })).toEqual([]);
  });

  it('are paged, and a cursor is refused for another pair of revisions', async () => {
    const all = await nodes();
    const first = (await ask({ first: 4 })).data.space.revisionById.diff;
    expect([first.nodes, first.totalCount]).toEqual([all.slice(0, 4), all.length]);
    const after = first.pageInfo.endCursor;
    expect(await nodes({ after })).toEqual(all.slice(4));
    const { errors } = await ask({ after, from: written.revision, to: written.before });
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'after' });
  });

  it('return BAD_USER_INPUT for a revision of another space, whether it exists or not', async () => {
    const other = await seedSpace(test, acme.id);
    const { revision } = (await test.rest('GET', `/spaces/${other}`, { token })).body;
    for (const to of [revision, 'rev_00000000000000000000000000'])
      expect((await ask({ to })).errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'to' });
  });

  it('of a hundred edited pages read all texts in one batch', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`page-${index}.md`, '# Page\n\nOld.\n']),
    );
    const large = await seedSpace(test, acme.id, files);
    const { revision: from } = (await test.rest('GET', `/spaces/${large}`, { token })).body;
    const to = await writeHead(test, { space: large }, (before, storeText) => ({
      ...before,
      pages: before.pages.map((page, index) => ({ ...page, blob: storeText(`# Page\n\nNew ${index}.\n`) })),
    }));
    const edits = `query ($space: ID!, $from: ID!, $to: ID!) { space(id: $space) { revisionById(id: $from) {
      diff(to: $to, first: 100) { nodes { ... on PageEdited { hunks { added } } } } } } }`;
    const run = () => test.graphql(edits, { token, variables: { space: large, from, to } });
    const { data } = await run();
    expect(data.space.revisionById.diff.nodes).toEqual(
      Array.from({ length: 100 }, (_, index) => ({ hunks: [{ added: [`New ${index}.`] }] })),
    );
    expect(await test.batches(run)).toHaveLength(2);
  });
});

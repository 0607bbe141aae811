import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, headText, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
let manual: Manual;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, acme.admin.token);
});

const insert = (page: object = {}) => ({
  operation: 'insert_page',
  title: 'New',
  document: { markdown: 'Text.\n' },
  ...page,
});
const update = (path: string, page: object) => ({ operation: 'update_page', page: manual.page(path), ...page });
const pages = async () => (await test.rest('GET', `${proposal.path}/content/pages`, acme.admin)).body.pages;
const titles = (some: { title: string }[]) => some.map(({ title }) => title);

const contentByGraph = (changes: object[], token = acme.admin.token) =>
  test.graphql(
    `mutation ($input: UpdateChangeRequestContentInput!) {
      updateChangeRequestContent(input: $input) { update { changes { __typename } } }
    }`,
    { token, variables: { input: { space: manual.id, changeRequest: proposal.id, changes } } },
  );

describe('changing pages in a change request', () => {
  it('adds an inserted page at the end of the top level, and returns its id', async () => {
    const { status, body } = await proposal.change(insert({ ref: 'mine', emoji: '1f600' }));
    expect(status).toBe(200);
    const [change] = body.changes;
    expect(change).toMatchObject({ object: 'created_page', ref: 'mine', page: { object: 'page' } });
    expect(change.page.urls.location).toBe(`https://docs.test/v1${proposal.path}/content/page/${change.page.id}`);
    const inserted = (await pages()).at(-1);
    expect(inserted).toMatchObject({ id: change.page.id, title: 'New', path: 'new', emoji: '1f600' });
    expect(await proposal.text('new')).toBe('Text.\n');
  });

  it('`into` and `at` set the position, `slug` sets the path; a taken slug gets a number', async () => {
    await proposal.change(insert({ into: manual.page('guide'), at: 0, slug: 'first' }), insert({ title: 'Guide' }));
    const [, guide, , second] = await pages();
    expect(titles(guide.pages)).toEqual(['New', 'Install', 'Use']);
    expect([guide.pages[0].path, second.path]).toEqual(['guide/first', 'guide-2']);
  });

  it('gives an inserted page no `createdAt` before the merge', async () => {
    const { body } = await proposal.change(insert());
    const page = await test.rest('GET', `${proposal.path}/content/page/${body.changes[0].page.id}`, acme.admin);
    expect([page.status, page.body.createdAt]).toEqual([200, undefined]);
  });

  it('stores a document of blocks as Markdown', async () => {
    const leaves = [{ object: 'leaf', text: 'Strong', marks: [{ object: 'mark', type: 'bold' }] }];
    const nodes = [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }];
    const document = { object: 'document', data: { schemaVersion: 1 }, nodes };
    expect((await proposal.change(insert({ document: { document } }))).status).toBe(200);
    expect(await proposal.text('new')).toBe('**Strong**\n');
  });

  it('returns 400 with the path of a block that Markdown cannot express', async () => {
    const document = { object: 'document', data: {}, nodes: [{ object: 'block', type: 'hologram', nodes: [] }] };
    const { status, body } = await proposal.change(insert({ document: { document } }));
    expect(status).toBe(400);
    expect(body.error.message).toContain('hologram');
    const { errors } = await contentByGraph([{ insertPage: { title: 'New', document: { document } } }]);
    expect(errors?.[0]?.extensions.field).toMatch(/^changes\[0\]\.document\.document\.nodes\[0\]/);
  });

  it('returns 400 for both Markdown and blocks; without either the text is empty', async () => {
    const both = { markdown: 'Text', document: { object: 'document', data: {}, nodes: [] } };
    expect((await proposal.change(insert({ document: both }))).status).toBe(400);
    expect((await proposal.change(insert({ document: {} }))).status).toBe(200);
    expect(await proposal.text('new')).toBe('');
  });

  it('changes the title of a page, and keeps its path', async () => {
    const { body } = await proposal.change(
      update('guide/install', { title: 'Set up', description: 'How to', hidden: true }),
    );
    expect(body.changes).toMatchObject([{ object: 'updated_page', page: { id: manual.page('guide/install') } }]);
    const [, guide] = await pages();
    expect(guide.pages[0]).toMatchObject({
      title: 'Set up',
      path: 'guide/install',
      description: 'How to',
      hidden: true,
    });
  });

  it('replaces the text of a page; the text at the head does not change before the merge', async () => {
    await proposal.change(update('guide/install', { document: { markdown: '# Install\n\nAnew.\n' } }));
    expect(await proposal.text('guide/install')).toBe('# Install\n\nAnew.\n');
    const page = { token: acme.admin.token, page: 'guide/install' };
    expect(await headText(test, manual.id, page)).toContain('First.');
  });

  it('updates the path of a page and the links of other pages if the slug is new', async () => {
    await proposal.change(update('guide/install', { slug: 'setup' }));
    expect(await proposal.text('')).toContain('[installing](guide/setup.md)');
    expect(await proposal.text('guide/use')).toBe('# Use\n\nBack to [install](setup.md).\n');
  });

  it('can move a page, and updates its links', async () => {
    await proposal.change(update('guide/use', { into: null, at: 0 }));
    expect(titles(await pages())).toEqual(['Use', 'Welcome', 'Guide', 'More']);
    expect(await proposal.text('use')).toBe('# Use\n\nBack to [install](guide/install.md).\n');
  });

  it('returns 400 for a move of a page below itself', async () => {
    const { status, body } = await proposal.change(update('guide', { into: manual.page('guide/use') }));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('`into` must not be the page itself')]);
  });

  it('deletes a page with its subpages', async () => {
    const { body } = await proposal.change({ operation: 'delete_page', page: manual.page('guide') });
    expect(body.changes).toEqual([{ object: 'deleted_page', page: manual.page('guide') }]);
    expect(titles(await pages())).toEqual(['Welcome', 'More']);
    expect((await test.rest('GET', `${proposal.path}/content/path/guide/use`, acme.admin)).status).toBe(404);
    expect((await test.rest('GET', `/spaces/${manual.id}/content/path/guide/use`, acme.admin)).status).toBe(200);
  });

  it('reverts a page to its state before the change request, and restores a deleted page', async () => {
    const before = await pages();
    await proposal.change(update('guide/install', { title: 'Set up', document: { markdown: 'Anew.\n' } }));
    await proposal.change({ operation: 'delete_page', page: manual.page('guide/use') });
    await proposal.change(
      { operation: 'revert_page', page: manual.page('guide/install') },
      { operation: 'revert_page', page: manual.page('guide/use') },
    );
    expect(await pages()).toEqual(before);
  });

  it('reverts a page to a revision of its space; returns 400 for a revision of another space', async () => {
    await proposal.change(update('guide/install', { document: { markdown: 'One.\n' } }));
    const { revision } = await proposal.get();
    await proposal.change(update('guide/install', { document: { markdown: 'Two.\n' } }));
    const revert = { operation: 'revert_page', page: manual.page('guide/install') };
    await proposal.change({ ...revert, revision });
    expect(await proposal.text('guide/install')).toBe('One.\n');
    const foreign = await seedManual(test, acme);
    const head = (await test.rest('GET', `/spaces/${foreign.id}`, acme.admin)).body.revision;
    const { status, body } = await proposal.change({ ...revert, revision: head });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('`changes[0].revision`')]);
  });

  it('reverts single blocks of a text', async () => {
    await proposal.change(
      update('guide/install', { document: { markdown: '# Install\n\nOne.\n\nSecond.\n\nThree.\n' } }),
    );
    const { body } = await test.rest('GET', `${proposal.path}/content/path/guide/install`, acme.admin);
    const keys = body.document.nodes.map(({ key }: { key: string }) => key);
    await proposal.change({ operation: 'revert_page', page: manual.page('guide/install'), block: [keys[1]] });
    expect(await proposal.text('guide/install')).toBe('# Install\n\nFirst.\n\nSecond.\n\nThree.\n');
  });

  it('applies each change to the result of the earlier ones, and stores all as one revision', async () => {
    const before = (await proposal.get()).revision;
    await proposal.change(
      update('guide/install', { slug: 'setup' }),
      update('guide/use', { document: { markdown: 'See [it](setup.md).\n' } }),
      update('guide', { slug: 'handbook' }),
    );
    expect(await proposal.text('')).toContain('(handbook/setup.md)');
    const { body } = await test.rest('GET', `${proposal.path}/content`, acme.admin);
    expect(body.parents).toEqual([before]);
  });

  it('creates no revision if it has no effect', async () => {
    const before = (await proposal.get()).revision;
    expect((await proposal.change(update('guide', { title: 'Guide' }))).status).toBe(200);
    expect((await proposal.get()).revision).toBe(before);
  });

  it('is possible in GraphQL, where an item of `changes` with two changes is refused', async () => {
    const { data } = await contentByGraph([{ insertPage: { title: 'Graph', document: { markdown: 'x' } } }]);
    expect(data.updateChangeRequestContent.update.changes).toEqual([{ __typename: 'InsertedPage' }]);
    const page = { page: manual.page('guide') };
    expect((await contentByGraph([{ deletePage: page, updatePage: page }])).status).toBe(400);
  });

  it('returns 403 to the role comment', async () => {
    const { token } = await seedMember(test, acme.id, 'comment');
    const body = { changes: [insert()] };
    expect((await test.rest('POST', `${proposal.path}/content`, { token, body })).status).toBe(403);
  });
});

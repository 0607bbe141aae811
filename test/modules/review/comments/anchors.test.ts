import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../../support/seed.js';
import { type ChangeRequestClient, openChangeRequest } from '../change-requests/proposal.js';
import { blocksOf, commenterOn } from './comment-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;

const text = [
  '# Install',
  'Download the archive from the release page and unpack it.',
  'Then run the installer with the rights of an administrator.',
  '| Name | Size |\n| --- | --- |\n| small | 1 |\n| large | 9 |',
  'At last, read the notes.',
];
let space: string;
let page: string;

beforeEach(async () => {
  space = await seedSpace(test, acme.id, { 'README.md': '# Start\n', 'install.md': `${text.join('\n\n')}\n` });
  page = (await pagesByPath(test, space, token)).get('install')!;
});

const write = async (to: ChangeRequestClient, markdown: string) => {
  const { status } = await to.change({ operation: 'update_page', page, document: { markdown } });
  expect(status).toBe(200);
};

/** Replaces the text of the page in the space. */
async function rewrite(markdown: string): Promise<void> {
  const proposal = await openChangeRequest(test, space, token);
  await write(proposal, markdown);
  expect((await proposal.merge()).body.result).toBe('merge');
}

const without = (index: number) => `${text.filter((_, at) => at !== index).join('\n\n')}\n`;
const instead = (index: number, block: string) => `${text.with(index, block).join('\n\n')}\n`;

/** Comments on the block with the given text. Returns the id of the comment. */
async function commentOn(block: string, { path, cell }: { path?: string; cell?: object } = {}): Promise<string> {
  const at = path ?? `/spaces/${space}`;
  const node = (await blocksOf(test, { path: at, page, token })).get(block);
  const about = { page, node, ...(cell && { tableCell: cell }) };
  const { status, body } = await commenterOn(test, { path: at, names: { space } }, { token }).post({
    ...about,
    body: { markdown: 'Here?' },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.id;
}

const anchorQuery = `query ($id: ID!) { node(id: $id) { ... on Comment {
  anchor { state nodeId quote page { id title } } target { node { id } page { id } }
} } }`;

async function anchorOf(id: string) {
  const { data, errors } = await test.graphql(anchorQuery, { token, variables: { id } });
  expect(errors).toBeUndefined();
  const { anchor, target } = data.node;
  expect(target.node?.id ?? null).toBe(anchor.nodeId);
  return anchor;
}

const keyOf = async (block: string, path = `/spaces/${space}`) =>
  (await blocksOf(test, { path, page, token })).get(block);

describe('a comment on a block of a space', () => {
  it('is anchored to its block while other blocks are edited', async () => {
    const id = await commentOn(text[2]!);
    await rewrite(instead(1, 'Get the archive.'));
    expect(await anchorOf(id)).toMatchObject({ state: 'ANCHORED', nodeId: await keyOf(text[2]!), quote: text[2] });
  });

  it('follows its block when the block is edited, and still quotes the original text', async () => {
    const id = await commentOn(text[2]!);
    const edited = 'Then run the new installer with all rights of an administrator.';
    await rewrite(instead(2, edited));
    expect(await anchorOf(id)).toMatchObject({ state: 'MOVED', nodeId: await keyOf(edited), quote: text[2] });
  });

  it('is lost when its block is deleted or rewritten, and anchored when the block returns', async () => {
    const id = await commentOn(text[2]!);
    for (const markdown of [without(2), instead(2, 'Nothing of that is needed any more.')]) {
      await rewrite(markdown);
      expect(await anchorOf(id)).toMatchObject({ state: 'LOST', nodeId: null, quote: text[2], page: { id: page } });
    }
    await rewrite(`${text.join('\n\n')}\n`);
    expect(await anchorOf(id)).toMatchObject({ state: 'ANCHORED', nodeId: await keyOf(text[2]!) });
  });

  it('follows its block within the page, also after the page is moved and renamed', async () => {
    const id = await commentOn(text[1]!);
    await rewrite(`${[...text.slice(2), text[1]].join('\n\n')}\n`);
    const proposal = await openChangeRequest(test, space, token);
    const below = (await pagesByPath(test, space, token)).get('');
    await proposal.change(
      { operation: 'update_page', page, title: 'Set up', path: 'set-up' },
      { operation: 'move_page', page, position: { parent: below } },
    );
    await proposal.merge();
    const { title } = (await test.rest('GET', `/spaces/${space}/content/page/${page}`, acme.admin)).body;
    expect(await anchorOf(id)).toMatchObject({ state: 'ANCHORED', nodeId: await keyOf(text[1]!), page: { title } });
  });

  it('is readable after its page is deleted, and is listed for that page', async () => {
    const id = await commentOn(text[1]!);
    const proposal = await openChangeRequest(test, space, token);
    await proposal.change({ operation: 'delete_page', page });
    await proposal.merge();
    expect(await anchorOf(id)).toEqual({ state: 'LOST', nodeId: null, quote: text[1], page: null });
    const { body } = await test.rest('GET', `/spaces/${space}/comments?targetPage=${page}`, acme.admin);
    expect(body.items).toMatchObject([{ id, target: { page: { id: page } }, body: { markdown: 'Here?' } }]);
  });

  it('quotes the beginning of a long block, and never half a character', async () => {
    const long = `a${'😀'.repeat(600)}`;
    await rewrite(`${long}\n`);
    expect((await anchorOf(await commentOn(long))).quote).toBe(`a${'😀'.repeat(499)}`);
  });

  it('has a recomputed anchor after each of several mutations in one request', async () => {
    await test.rest('PATCH', `/spaces/${space}`, { token, body: { editMode: 'live' } });
    const id = await commentOn(text[2]!);
    const resolveMutation = `updateComment(input: { space: "${space}", comment: "${id}", resolved: true }) { comment { anchor { state } } }`;
    const change = `{ updatePage: { page: "${page}", document: { markdown: "Nothing of that is needed." } } }`;
    const query = `mutation { before: ${resolveMutation}
      updateSpaceContent(input: { space: "${space}", changes: [${change}] }) { space { id } } after: ${resolveMutation} }`;
    const { data, errors } = await test.graphql(query, { token });
    expect(errors).toBeUndefined();
    expect([data.before.comment.anchor.state, data.after.comment.anchor.state]).toEqual(['ANCHORED', 'LOST']);
  });

  it('can be anchored to a cell of a table', async () => {
    const { body } = await test.rest('GET', `/spaces/${space}/content/page/${page}?format=document`, acme.admin);
    const { key, data } = body.document.nodes.find(({ type }: { type: string }) => type === 'table');
    const cell = { record: Object.keys(data.records)[1], definition: Object.keys(data.definition)[0] };
    const comment = { page, node: key, tableCell: cell, body: { markdown: 'Larger?' } };
    const posted = await test.rest('POST', `/spaces/${space}/comments`, { token, body: comment });
    expect(posted.body.target).toMatchObject({ node: { id: key }, tableCell: cell });
  });
});

describe('a comment on a block in a change request', () => {
  it('follows the content of the change request, not of the space, and stays in it after the merge', async () => {
    const proposal = await openChangeRequest(test, space, token);
    const id = await commentOn(text[2]!, { path: proposal.path });
    await rewrite(without(2));
    expect((await anchorOf(id)).state).toBe('ANCHORED');
    const edited = 'Then run the installer with the rights of any user.';
    await write(proposal, instead(2, edited));
    expect(await anchorOf(id)).toMatchObject({ state: 'MOVED', nodeId: await keyOf(edited, proposal.path) });
    const other = await openChangeRequest(test, space, token);
    const merged = await commentOn(text[1]!, { path: other.path });
    await write(other, instead(1, 'Download it.'));
    await other.merge();
    expect((await test.rest('GET', `/spaces/${space}/comments`, acme.admin)).body.count).toBe(0);
    expect((await test.rest('GET', `${other.path}/comments`, acme.admin)).body.items).toMatchObject([{ id: merged }]);
  });
});

it('one request finds the blocks of comments even if they have more old texts than the worker queue holds', async () => {
  const old = (index: number) => `${text[0]}\n\n\`\`\`\n${`${index} `.repeat(3000)}\n\`\`\`\n\n${text[2]}\n`;
  const id = await commentOn(text[2]!);
  const comment = test.store.sql.selectFrom('Comment').selectAll().where('id', '=', id);
  const row = (await test.store.read.first(comment))!;
  const at = new Date();
  const texts = Array.from({ length: 230 }, (_, index) => new TextEncoder().encode(old(index)));
  const blobs = texts.map((bytes) => ({ hash: hashOf(bytes), bytes, size: bytes.length, createdAt: at }));
  await test.store.transaction(async ({ prisma }) => {
    const { organizationId } = row;
    await prisma.blob.createMany({ data: blobs.map((blob) => ({ ...blob, organizationId })) });
    const comments = blobs.map(({ hash: blob }) => ({ ...row, id: newId('Comment'), postedAt: at, blob }));
    await prisma.comment.createMany({ data: comments });
  });
  await rewrite(old(1000));
  const { status, body } = await test.rest('GET', `/spaces/${space}/comments?limit=1000`, { token });
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.items.filter(({ target }: any) => target.node).length).toBe(231);
});

it('pages in GraphQL have the comments of their space or of their change request', async () => {
  const proposal = await openChangeRequest(test, space, token);
  const [onSpace, proposed] = [await commentOn(text[1]!), await commentOn(text[1]!, { path: proposal.path })];
  const list = `revision { page(id: "${page}") { comments { nodes { id } } } }`;
  const query = `{ space(id: "${space}") { ${list} } changeRequest(id: "${proposal.id}") { ${list} } }`;
  const { data } = await test.graphql(query, { token });
  expect(data.space.revision.page.comments.nodes).toEqual([{ id: onSpace }]);
  expect(data.changeRequest.revision.page.comments.nodes).toEqual([{ id: proposed }]);
});

it('comments of a page and of its space are returned separately when one query reads both', async () => {
  const [onPage, onSpace] = [
    await commentOn(text[1]!),
    await commenterOn(test, { path: `/spaces/${space}`, names: { space } }, { token }).post('All of it'),
  ];
  const list = 'comments(first: 5) { totalCount nodes { id } }';
  const query = `{ space(id: "${space}") { ${list} revision { page(id: "${page}") { ${list} } } } }`;
  const { data } = await test.graphql(query, { token });
  expect(data.space.comments.nodes).toEqual([{ id: onSpace.body.id }, { id: onPage }]);
  expect(data.space.revision.page.comments).toEqual({ totalCount: 1, nodes: [{ id: onPage }] });
});

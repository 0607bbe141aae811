import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

// Links that a client writes: to ids and paths of existing pages and files, and to each `ref` of the same request.

const test = await testApp();
const acme = await seedOrganization(test);
const { admin } = acme;
let manual: Manual;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, admin.token);
});

const insert = (title: string, markdown: string, rest: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...rest,
});
const files = (...refs: string[]) => ({
  operation: 'insert_files',
  files: refs.map((ref) => ({ ref, name: `${ref}.txt`, base64: 'YQ==' })),
});
const get = async (path: string) => (await test.rest('GET', `${proposal.path}/content${path}`, admin)).body;
const send = async (...changes: object[]) => {
  const { status, body } = await proposal.change(...changes);
  expect([status, body.error?.message]).toEqual([200, undefined]);
  return body;
};
const brokenOn = async (path: string): Promise<number> =>
  (await get(`/page/${(await get(`/path/${path}`)).id}/links`)).stats.broken.total;

const text = (content: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: content, marks: [] }] });
const link = (ref: object) => ({ object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: [text('x')] });
const documentOf = (...refs: object[]) => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes: [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: refs.map(link) }],
});
const refsIn = (node: any): object[] => [
  ...(node.data?.ref ? [node.data.ref] : []),
  ...(node.nodes ?? []).flatMap(refsIn),
];

describe('a link that a client writes in Markdown', () => {
  it('follows moved pages and files if it has the id or path of a page, or the id of a file', async () => {
    const install = manual.page('guide/install');
    const { files: known } = await get('');
    const plan = known.find(({ name }: { name: string }) => name === 'plan.png').id;
    await send(insert('Links', `[a](/pages/${install}.md#first) [b](/pages/guide/use) ![c](/files/${plan})\n`));
    expect(await proposal.text('links')).toBe('[a](/guide/install.md#first) [b](/guide/use.md) ![c](/plan.png)\n');
    expect(await brokenOn('links')).toBe(1);
    await send({ operation: 'update_page', page: install, into: null, slug: 'setup' });
    expect(await proposal.text('links')).toContain('[a](/setup.md#first)');
  });

  it('leads by `ref` to a page or file that the same request inserts; a `ref` precedes an equal path', async () => {
    const { changes } = await send(
      insert('Start', '[a](./faq.md#Who) [b](./faq) ![c](./logo) [d](./start.md) [e](README.md)\n', { ref: 'start' }),
      insert('FAQ', '[back](./start)\n', { ref: 'faq', into: manual.page('guide') }),
      files('logo'),
      { operation: 'update_page', page: manual.page('guide/use'), document: { markdown: '[a](./install.md)\n' } },
      insert('Other', '', { ref: 'install' }),
    );
    expect(await proposal.text('start')).toBe(
      '[a](/guide/faq.md#Who) [b](/guide/faq.md) ![c](/.gitbook/assets/logo.txt) [d](/start.md) [e](README.md)\n',
    );
    expect(await proposal.text('guide/faq')).toBe('[back](/start.md)\n');
    expect(await proposal.text('guide/use')).toBe('[a](/other.md)\n');
    expect(changes.map(({ ref }: { ref?: string }) => ref)).toEqual(['start', 'faq', undefined, 'install']);
  });

  it('can use only a `ref` of the same request', async () => {
    await send(insert('One', '', { ref: 'one-ref' }));
    await send(insert('Two', '[a](./one-ref)\n'));
    expect(await proposal.text('two')).toBe('[a](./one-ref)\n');
  });

  it('is stored as written if it has no target, and counts as broken', async () => {
    const written = '[a](/pages/gone.md) [b](/files/gone) [c](./gone) [d](gone/README.md#x) [e](#gone)\n';
    await send(insert('Links', written));
    expect(await proposal.text('links')).toBe(written);
    expect(await brokenOn('links')).toBe(5);
  });

  it('counts as broken if its page was deleted', async () => {
    const { changes } = await send(insert('Gone', '', { ref: 'gone' }), insert('Links', '[a](./gone)\n'));
    await send({ operation: 'delete_page', page: changes[0].page.id });
    expect(await brokenOn('links')).toBe(1);
  });
});

describe('a link that a client writes in a document', () => {
  it('leads by `ref` to a page, an anchor or a file that the same request inserts, before or after it', async () => {
    const refs = [
      { kind: 'page', page: 'faq' },
      { kind: 'anchor', page: 'faq', anchor: 'who' },
      { kind: 'file', file: 'logo' },
      { kind: 'url', url: './faq.md' },
    ];
    const { changes, insertedFiles } = await send(
      insert('Start', '', { document: { document: documentOf(...refs) } }),
      insert('FAQ', '# Who\n', { ref: 'faq' }),
      files('logo'),
      insert('End', '', { document: { document: documentOf(...refs) } }),
    );
    const [, { page }] = changes;
    const expected = [
      { kind: 'page', page: page.id },
      { kind: 'anchor', page: page.id, anchor: 'who' },
      { kind: 'file', file: insertedFiles[0].id },
      { kind: 'page', page: page.id },
    ];
    expect(refsIn((await get('/path/start')).document)).toEqual(expected);
    expect(refsIn((await get('/path/end')).document)).toEqual(expected);
    expect([await brokenOn('start'), await brokenOn('end')]).toEqual([0, 0]);
  });

  it('is resolved by address as in Markdown', async () => {
    const [use, plain] = [manual.page('guide/use'), { kind: 'url', url: '/pages/gone' }];
    await send(
      insert('Links', '', { document: { document: documentOf({ kind: 'url', url: `/pages/${use}` }, plain) } }),
    );
    expect(refsIn((await get('/path/links')).document)).toEqual([{ kind: 'page', page: use }, plain]);
  });
});

it.each([
  ['two pages', [insert('A', '', { ref: 'x' }), insert('B', '', { ref: 'x' })], 'changes[1].ref'],
  ['two files', [files('x', 'y', 'x')], 'changes[0].files[2].ref'],
  ['a page and a file', [files('x'), insert('A', '', { ref: 'x' })], 'changes[1].ref'],
])('a request that uses one `ref` for %s returns 400, and changes nothing', async (_, changes, field) => {
  const { revision } = await proposal.get();
  const { status, body } = await proposal.change(...changes);
  expect([status, body.error.message]).toEqual([400, '`ref` must be unique in the request (got "x" twice)']);
  expect((await proposal.get()).revision).toBe(revision);
  const graph = await test.graphql(
    'mutation ($input: UpdateChangeRequestContentInput!) { updateChangeRequestContent(input: $input) { __typename } }',
    {
      token: admin.token,
      variables: { input: { space: manual.id, changeRequest: proposal.id, changes: changes.map(ofGraph) } },
    },
  );
  expect(graph.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field });
});

/** Converts a change to its form in GraphQL, where the operation is the name of a member. */
function ofGraph({ operation, ...change }: { operation: string }): object {
  return { [operation === 'insert_page' ? 'insertPage' : 'insertFiles']: change };
}

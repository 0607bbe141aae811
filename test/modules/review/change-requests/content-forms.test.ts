import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { openChangeRequest } from './proposal.js';

// Forms of content that clients send on `/v1`: how they are stored, or why they are refused.

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const { token } = admin;
const proposal = await openChangeRequest(test, await seedSpace(test, organization), token);

const pageAt = async (path: string, format: string) =>
  (await test.rest('GET', `${proposal.path}/content/path/${path}${format}`, { token })).body;

it('a page without a title takes its first heading as the title, and the heading stays in the text', async () => {
  const document = { markdown: '# A first page\n\nText\n' };
  expect((await proposal.change({ operation: 'insert_page', document })).status).toBe(200);
  const page = await pageAt('a-first-page', '?format=markdown');
  expect(page).toMatchObject({ title: 'A first page', markdown: document.markdown });
});

it('a page without a title and a heading has the title `Untitled`', async () => {
  expect((await proposal.change({ operation: 'insert_page', document: { markdown: 'Text\n' } })).status).toBe(200);
  expect(await pageAt('untitled', '')).toMatchObject({ title: 'Untitled' });
});

it('the language of a code block is its `syntax`; writing the document back does not change the Markdown', async () => {
  const markdown = '```js title="a.js"\nx\n```\n';
  await proposal.change({ operation: 'insert_page', title: 'Fence', document: { markdown } });
  const { id, document } = await pageAt('//fence/', '?documentFormat=document');
  expect(document.nodes[0]).toMatchObject({ type: 'code', data: { syntax: 'js', title: 'a.js' } });
  expect((await proposal.change({ operation: 'update_page', page: id, document: { document } })).status).toBe(200);
  expect((await pageAt('fence', '?documentFormat=markdown')).markdown).toBe(markdown);
});

const text = { object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] };

it.each([
  ['block', { object: 'block', type: 'paragraph', data: {}, nodes: [text], isVoid: true }, '/nodes/0/isVoid'],
  [
    'inline',
    {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'inline', type: 'emoji', data: { code: '1f4d8' }, isVoid: false }],
    },
    '/nodes/0/nodes/0/isVoid',
  ],
])('a wrong `isVoid` (%s) returns 400 that names it', async (_kind, node, pointer) => {
  const document = { object: 'document', data: {}, nodes: [node] };
  const { status, body } = await proposal.change({ operation: 'insert_page', title: 'Void', document: { document } });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(pointer)]);
});

it('a computed source of an integration returns 400 if one of its dependencies has no `ref`', async () => {
  const computedSource = { type: 'integration:acme:pages', props: {}, dependencies: { one: { value: 1 } } };
  const { status, body } = await test.rest('POST', `/orgs/${organization}/spaces`, { token, body: { computedSource } });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('dependencies.one')]);
});

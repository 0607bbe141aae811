import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { formatUsages } from '../../links/link-kit.js';
import { seedManual } from '../../manual-space.js';
import { writeHead } from '../history/history-kit.js';
import { openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const text = (content: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: content, marks: [] }] });
const link = (ref: object) => ({ object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: [text('x')] });
const mention = (ref: object) => ({ object: 'inline', type: 'mention', isVoid: true, data: { ref } });
const block = (type: string, data: object, nodes: object[]) => ({ object: 'block', type, isVoid: false, data, nodes });
const voidBlock = (type: string, data: object) => ({ object: 'block', type, isVoid: true, data });
const documentOf = (...nodes: object[]) => ({ object: 'document', data: { schemaVersion: 1 }, nodes });

/** Returns references of the inlines and blocks of a document, in order. */
const refsIn = (node: any): object[] => [
  ...(node.data?.ref ? [node.data.ref] : []),
  ...(node.nodes ?? []).flatMap(refsIn),
];

const gone = [
  { kind: 'page', page: 'gone' },
  { kind: 'page', page: 'gone too/#é' },
  { kind: 'anchor', page: 'gone', anchor: 'part' },
  { kind: 'file', file: 'gone' },
];

it('references to missing pages and files are stored as written, and count as broken', async () => {
  const manual = await seedManual(test, acme);
  const proposal = await openChangeRequest(test, manual.id, acme.admin.token);
  const document = documentOf(
    block('paragraph', {}, [...gone.map(link), mention(gone[0]!)]),
    block('images', {}, [voidBlock('image', { ref: gone[3]! })]),
    voidBlock('content-ref', { ref: gone[0]! }),
  );
  const insert = { operation: 'insert_page', title: 'Pointing', document: { document } };
  const { status, body } = await proposal.change(insert);
  expect([status, body.error?.message]).toEqual([200, undefined]);
  const { body: page } = await test.rest('GET', `${proposal.path}/content/path/pointing`, acme.admin);
  expect(refsIn(page.document)).toEqual(refsIn(document));
  const update = { operation: 'update_page', page: page.id, document: { document: page.document } };
  expect((await proposal.change(update)).status).toBe(200);
  const { body: again } = await test.rest('GET', `${proposal.path}/content/path/pointing`, acme.admin);
  expect(refsIn(again.document)).toEqual(refsIn(document));
  const { body: links } = await test.rest('GET', `${proposal.path}/content/page/${page.id}/links`, acme.admin);
  expect(links.stats.broken.total).toBe(gone.length);
  expect(formatUsages(links.items).every((sentence) => sentence.startsWith('broken'))).toBe(true);
});

it.each([
  ['file', { ref: gone[3]! }],
  ['reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'gone' } }],
  ['content-ref', { ref: gone[2]! }],
  ['content-ref', { ref: { kind: 'page', page: 'gone', space: 'spc_gone' } }],
  ['content-ref', { ref: { kind: 'user', user: 'gone' } }],
])('a block of type %s with a missing target is read back as written: %j', async (type, data) => {
  const manual = await seedManual(test, acme);
  const proposal = await openChangeRequest(test, manual.id, acme.admin.token);
  const document = documentOf(voidBlock(type, data));
  await proposal.change({ operation: 'insert_page', title: 'Pointing', document: { document } });
  const { body: page } = await test.rest('GET', `${proposal.path}/content/path/pointing`, acme.admin);
  expect(page.document.nodes.map((node: any) => [node.type, node.data.ref])).toEqual([[type, data.ref]]);
});

it('a link becomes valid when its page exists, and a link to a page without a file is valid', async () => {
  const manual = await seedManual(test, acme);
  const proposal = await openChangeRequest(test, manual.id, acme.admin.token);
  const use = manual.page('guide/use');
  await proposal.change({ operation: 'delete_page', page: use });
  const group = (await test.rest('GET', `${proposal.path}/content/pages`, acme.admin)).body.pages.find(
    (page: { type: string }) => page.type === 'group',
  ).id;
  const refs = [use, group].map((page) => ({ kind: 'page', page }));
  const document = documentOf(block('paragraph', {}, refs.map(link)));
  const inserted = await proposal.change({ operation: 'insert_page', title: 'Pointing', document: { document } });
  expect([inserted.status, inserted.body.error?.message]).toEqual([200, undefined]);
  const read = async (base: string) => (await test.rest('GET', `${base}/path/pointing`, acme.admin)).body;
  const page = await read(`${proposal.path}/content`);
  expect(refsIn(page.document)).toEqual(refs);
  const statuses = async (base: string) =>
    (await test.rest('GET', `${base}/page/${page.id}/links`, acme.admin)).body.items.map((item: any) => item.status);
  expect(await statuses(`${proposal.path}/content`)).toEqual(['broken', 'ok']);
  await proposal.merge();
  const head = `/spaces/${manual.id}/content`;
  expect(await statuses(head)).toEqual(['broken', 'ok']);
  await writeHead(test, { space: manual.id }, (before) => ({
    ...before,
    pages: [
      ...before.pages,
      { id: use, type: 'link', title: 'Use', target: { kind: 'url', url: 'https://use.test/' } },
    ],
  }));
  expect(await statuses(head)).toEqual(['ok', 'ok']);
});

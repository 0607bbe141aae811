import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

// The tree of blocks of a text is computed once. It is cached by the hash of the text, the file and the targets of its
// links.

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;

let manual: Manual;
beforeEach(async () => {
  manual = await seedManual(test, acme);
});

const documentAt = async (base: string, path = '') =>
  (await test.rest('GET', `${base}/content/path/${path}?evaluated=false`, { token })).body.document;
const head = () => `/spaces/${manual.id}`;

/** Reports whether `run` reads texts from the store. */
async function readsText(run: () => Promise<unknown>): Promise<boolean> {
  return (await test.batches(run)).some((sql) => /"Blob"/.test(sql));
}

/** Returns the reference of the first link of a document. */
const linkIn = (document: unknown) => /"ref":(\{[^}]*"(?:page|url)"[^}]*\})/.exec(JSON.stringify(document))?.[1];

it('the text of a cached document is not read again, through either API', async () => {
  const first = await documentAt(head());
  const query = `{ space(id: "${manual.id}") { revision { page(path: "") { ... on DocumentPage {
    document content(format: DOCUMENT) { document } } } } } }`;
  let answer: { space: { revision: { page: { document: unknown; content: unknown } } } } | undefined;
  expect(
    await readsText(async () => {
      answer = (await test.graphql(query, { token })).data;
    }),
  ).toBe(false);
  expect(answer!.space.revision.page).toEqual({ document: first, content: { document: first } });
});

it('a page is not read again after an edit of another page, and an edit of the page itself is returned at once', async () => {
  await documentAt(head());
  const proposal = await openChangeRequest(test, manual.id, token);
  await proposal.change({
    operation: 'update_page',
    page: manual.page('guide/use'),
    document: { markdown: 'Other.\n' },
  });
  expect(await readsText(() => documentAt(proposal.path))).toBe(false);
  await proposal.change({ operation: 'update_page', page: manual.page(''), document: { markdown: 'Mine.\n' } });
  expect(JSON.stringify(await documentAt(proposal.path))).toContain('Mine.');
  expect(JSON.stringify(await documentAt(head()))).not.toContain('Mine.');
});

it('a separate tree of the same text is computed if a link has another target', async () => {
  const before = await documentAt(head());
  expect(linkIn(before)).toContain(manual.page('guide/install'));
  const proposal = await openChangeRequest(test, manual.id, token);
  const { status } = await proposal.change({ operation: 'delete_page', page: manual.page('guide/install') });
  expect(status).toBe(200);
  const after = await documentAt(proposal.path);
  expect(linkIn(after)).not.toContain(manual.page('guide/install'));
  expect(await documentAt(head())).toEqual(before);
  expect(await documentAt(proposal.path)).toEqual(after);
});

it('expressions are evaluated on each request, also if the document is cached', async () => {
  await documentAt(head());
  const evaluated = () => test.rest('GET', `${head()}/content/path/?evaluated=true`, { token });
  expect(await readsText(evaluated)).toBe(true);
});

import { expect, it } from 'vitest';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import { exportWithUnknownSpace } from './exported-elsewhere.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;

it('a page that has moved to the head of another space has no times in the revisions of its first space', async () => {
  const first = await seedSpace(test, acme.id, { 'README.md': '# Home\n', 'b.md': '# B\n' });
  const page = (await pagesByPath(test, first, token)).get('b')!;
  const entries = await exportWithUnknownSpace(test, first);
  const { revision } = (await test.rest('GET', `/spaces/${first}`, { token })).body;
  const inFirst = async () =>
    (await test.rest('GET', `/spaces/${first}/revisions/${revision}/page/${page}`, { token })).body;
  expect(await inFirst()).toHaveProperty('createdAt');

  const proposal = await openChangeRequest(test, first, token);
  await proposal.change({ operation: 'delete_page', page });
  expect((await proposal.merge()).status).toBe(200);
  expect(await inFirst()).not.toHaveProperty('createdAt');

  const actor = { store: test.store, viewer: test.operator };
  const { spaceId: second } = await importIntoSpace(actor, { organization: acme.id, entries });
  const there = (await test.rest('GET', `/spaces/${second}/content/page/${page}`, { token })).body;
  expect([there.id, typeof there.createdAt]).toEqual([page, 'string']);
  expect(await inFirst()).not.toHaveProperty('createdAt');
  const metadata = await test.rest('GET', `/spaces/${first}/revisions/${revision}/page/${page}?metadata=false`, {
    token,
  });
  expect(metadata.body).not.toHaveProperty('createdAt');
});

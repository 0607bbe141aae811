import { expect, it } from 'vitest';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import { exportWithUnknownSpace } from './exported-elsewhere.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;

it('a space cannot be reverted to a revision with hundreds of pages if another space now has the last page at its head', async () => {
  const paths = Array.from({ length: 210 }, (_, index) => `p${String(index).padStart(3, '0')}`);
  const folder = Object.fromEntries(paths.map((path) => [`${path}.md`, `# ${path}\n`]));
  const first = await seedSpace(test, acme.id, { 'README.md': '# Home\n', ...folder });
  const pages = await pagesByPath(test, first, token);
  const entries = await exportWithUnknownSpace(test, first);
  const { revision } = (await test.rest('GET', `/spaces/${first}`, { token })).body;
  const remove = async (some: readonly string[]) => {
    const proposal = await openChangeRequest(test, first, token);
    await proposal.change(...some.map((path) => ({ operation: 'delete_page', page: pages.get(path)! })));
    expect((await proposal.merge()).status).toBe(200);
  };

  await remove(paths.slice(-1));
  await importIntoSpace({ store: test.store, viewer: test.operator }, { organization: acme.id, entries });
  for (let from = 0; from < 209; from += 50) await remove(paths.slice(from, Math.min(from + 50, 209)));

  const { errors } = await test.graphql(
    'mutation ($input: RevertToInput!) { revertTo(input: $input) { revision { id } } }',
    { token, variables: { input: { space: first, revision } } },
  );
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'ID_TAKEN' });
});

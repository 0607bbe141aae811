import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;

/** Returns pages that are nested `levels` levels deep, one in the other. */
const nested = (levels: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: levels }, (_, level) => [`${'d/'.repeat(level + 1)}README.md`, '# A\n']));

it('imports and edits allow at most 100 levels of pages, because spaces are read level by level', async () => {
  await expect(seedSpace(test, acme.id, nested(101))).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining('at most 100 levels of pages'),
  });
  const space = await seedSpace(test, acme.id, nested(100));
  const deepest = [...(await pagesByPath(test, space, token))].sort(([one], [other]) => other.length - one.length)[0]!;
  const proposal = await openChangeRequest(test, space, token);
  const insert = { operation: 'insert_page', title: 'Too deep', into: deepest[1], document: { markdown: 'Text.\n' } };
  const { status, body } = await proposal.change(insert);
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('at most 100 levels of pages')]);
});

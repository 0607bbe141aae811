import { expect, it } from 'vitest';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { updateSpace } from '../../../../src/modules/content/space-lifecycle/actions.js';
import type { AppError } from '../../../../src/platform/base/errors.js';
import { testApp } from '../../../support/app.js';
import { runWhileRowIsLocked } from '../../../support/run-while-row-is-locked.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { entriesOf } from '../../links/link-kit.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const files = { 'README.md': '# Welcome\n' };
const setMode = (space: string, editMode: 'live' | 'locked') =>
  test.rest('PATCH', `/spaces/${space}`, { ...admin, body: { editMode } });
const operator = { store: test.store, viewer: test.operator };
const importInto = (space: string) => importIntoSpace(operator, { organization, space, entries: entriesOf(files) });
const headOf = async (space: string): Promise<string> =>
  (await test.rest('GET', `/spaces/${space}`, admin)).body.revision;

const refused = (error: unknown) => {
  const { code, message, detail } = error as AppError;
  expect([code, detail]).toEqual(['FORBIDDEN', { action: 'space.edit', needs: 'edit', reason: 'SPACE_LOCKED' }]);
  expect(message).toContain('is locked');
};

it('an import into a locked space is refused until the space is unlocked', async () => {
  const space = await seedSpace(test, organization);
  const head = await headOf(space);
  await setMode(space, 'locked');
  refused(await importInto(space).catch((error) => error));
  expect(await headOf(space)).toBe(head);
  await setMode(space, 'live');
  expect((await importInto(space)).revisionId).toBe(await headOf(space));
});

it('an import is refused if the space is locked while the folder is read', async () => {
  const space = await seedSpace(test, organization);
  const head = await headOf(space);
  const [, imported] = await runWhileRowIsLocked(
    test,
    { table: 'Space', id: space },
    () => updateSpace(operator, space, { editMode: 'locked' }),
    () => importInto(space),
  );
  refused(imported);
  expect(await headOf(space)).toBe(head);
});

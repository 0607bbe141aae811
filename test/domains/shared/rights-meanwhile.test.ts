import { expect, it } from 'vitest';
import { findAlone, hashToken } from '../../../src/access/authenticate.js';
import { includes, type Role, type Viewer } from '../../../src/access/viewer.js';
import { act } from '../../../src/domains/shared/act.js';
import { AppError } from '../../../src/errors.js';
import { testApp } from '../../support/app.js';
import { seedMember, seedOrganization } from '../../support/seed.js';

// The caller is found when the head of a request is there; until its body is, half a minute may pass.

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);

/** A member as the head of its request found it, whose role is another one when the body is there. */
async function changedMeanwhile(from: Role, to: Role): Promise<Viewer> {
  const member = await seedMember(test, organization, from);
  const { viewer } = await findAlone(test.store.read)(hashToken(member.token));
  await test.rest('PATCH', `/orgs/${organization}/members/${member.id}`, { ...admin, body: { role: to } });
  return viewer;
}

/** An action that leaves no event, and takes the role of an editor. */
const editing = (viewer: Viewer) =>
  act({ store: test.store, viewer }, async ({ tx, viewer: now }) => {
    await tx.read.all(tx.read.sql.selectFrom('Organization').select('id').where('id', '=', organization));
    if (now.kind !== 'user' || !includes(now.roles.get(organization), 'edit')) throw new AppError('FORBIDDEN', 'No');
    return 'done';
  });

it('an action without events is refused to whoever has lost the right since the head of its request', async () => {
  await expect(editing(await changedMeanwhile('edit', 'read'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('and is done by whoever has got it', async () => {
  expect(await editing(await changedMeanwhile('read', 'edit'))).toBe('done');
});

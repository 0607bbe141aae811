import { describe, expect, it } from 'vitest';
import { findCallerUnbatched, hashToken } from '../../../src/access/authenticate.js';
import { includes, type Role, type Viewer } from '../../../src/access/viewer.js';
import { runAction } from '../../../src/modules/shared/unit-of-work.js';
import { AppError } from '../../../src/platform/base/errors.js';
import { testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { seedMember, seedOrganization } from '../../support/seed.js';

// The caller is authenticated when the headers of a request arrive. The body may arrive up to half a minute later.

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);

type Member = Awaited<ReturnType<typeof seedMember>>;

/** Returns a promise, and a function that fulfills it. */
function signal(): { given: Promise<void>; give(): void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** Returns a member as it was when the headers of its request arrived. Its role has changed since then. */
async function memberWithChangedRole(from: Role, to: Role): Promise<Viewer> {
  const member = await seedMember(test, organization, from);
  const { viewer } = await findCallerUnbatched(test.store.read)(hashToken(member.token));
  await test.rest('PATCH', `/orgs/${organization}/members/${member.id}`, { ...admin, body: { role: to } });
  return viewer;
}

/** Runs an action that leaves no event and requires the role edit. */
const editing = (viewer: Viewer) =>
  runAction({ store: test.store, viewer }, async ({ tx, viewer: now }) => {
    await tx.read.all(tx.read.sql.selectFrom('Organization').select('id').where('id', '=', organization));
    if (now.kind !== 'user' || !includes(now.roles.get(organization), 'edit')) throw new AppError('FORBIDDEN', 'No');
    return 'done';
  });

it('an action without events is refused if the viewer lost the permission after the request was authenticated', async () => {
  await expect(editing(await memberWithChangedRole('edit', 'read'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('an action without events runs if the viewer got the permission after the request was authenticated', async () => {
  expect(await editing(await memberWithChangedRole('read', 'edit'))).toBe('done');
});

// SQLite has one writer, so nothing can change during an action.
describe.runIf(provider === 'postgresql')('the loss of a permission during an action', () => {
  /**
   * Runs an action of an editor that leaves an event, and runs `concurrentChange` once the action has begun. The result
   * includes the number of attempts.
   */
  async function runActionDuring(concurrentChange: (member: Member) => Promise<unknown>) {
    const member = await seedMember(test, organization, 'edit');
    const { viewer } = await findCallerUnbatched(test.store.read)(hashToken(member.token));
    const [begun, done] = [signal(), signal()];
    let attempts = 0;
    const acting = runAction({ store: test.store, viewer }, async (unit) => {
      attempts += 1;
      const { tx, viewer: now } = unit;
      await tx.read.all(tx.read.sql.selectFrom('Organization').select('id').where('id', '=', organization));
      if (now.kind !== 'user' || !includes(now.roles.get(organization), 'edit')) throw new AppError('FORBIDDEN', 'No');
      begun.give();
      await done.given;
      unit.record({ organizationId: organization, action: 'updateOrganizationById', targetId: member.id });
      return 'done';
    });
    const outcome = acting.catch((error: AppError) => error.code);
    await begun.given;
    await concurrentChange(member);
    done.give();
    const events = test.store.read.sql.selectFrom('Event').select('sequence').where('targetId', '=', member.id);
    const written = async () =>
      (await test.store.read.all(events.where('action', '=', 'updateOrganizationById'))).length;
    return { outcome: await outcome, attempts, events: await written() };
  }
  const memberAt = ({ id }: Member) => `/orgs/${organization}/members/${id}`;

  it('by a lower role makes the action run again, which is then refused', async () => {
    const lower = (member: Member) => test.rest('PATCH', memberAt(member), { ...admin, body: { role: 'read' } });
    expect(await runActionDuring(lower)).toEqual({ outcome: 'FORBIDDEN', attempts: 2, events: 0 });
  });

  it('by the end of a membership makes the action run again, which is then refused', async () => {
    const remove = (member: Member) => test.rest('DELETE', memberAt(member), admin);
    expect(await runActionDuring(remove)).toEqual({ outcome: 'FORBIDDEN', attempts: 2, events: 0 });
  });

  it('by a revoked token refuses the action', async () => {
    const revoke = ({ token }: Member) =>
      test.store.transaction((tx) => tx.prisma.accessToken.deleteMany({ where: { hash: hashToken(token) } }));
    expect(await runActionDuring(revoke)).toMatchObject({ outcome: 'UNAUTHENTICATED', events: 0 });
  });

  it('does not follow from a higher role, or from a change of another member', async () => {
    const raise = (member: Member) => test.rest('PATCH', memberAt(member), { ...admin, body: { role: 'create' } });
    expect(await runActionDuring(raise)).toEqual({ outcome: 'done', attempts: 1, events: 1 });
    const another = () => seedMember(test, organization, 'edit');
    expect(await runActionDuring(another)).toEqual({ outcome: 'done', attempts: 1, events: 1 });
  });
});

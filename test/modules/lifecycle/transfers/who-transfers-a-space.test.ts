import { describe, expect, it } from 'vitest';
import { authenticate, findCallerUnbatched } from '../../../../src/access/authenticate.js';
import { transfer as transferring } from '../../../../src/modules/lifecycle/transfers/transfer-actions.js';
import type { Work } from '../../../../src/platform/db/write/transaction.js';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember, seedOrganization, seedToken } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { addMember, eventsOf, organizationsOfSpaceRows, setScene } from './transfer-kit.js';

// Tests the permissions that a transfer of a space requires.

const test = await testApp();
const { from, to, fromAdmin, toAdmin, both, transfer } = await setScene(test);
const owner = { id: from, admin: both };

describe('the permission to transfer a space', () => {
  it('requires the role admin in the source organization, and create in the target organization', async () => {
    const manual = await seedManual(test, owner);
    const admin = await seedMember(test, from, 'admin');
    await addMember(test, to, { id: admin.id, role: 'review' });
    expect((await transfer(manual.id, admin)).body.error.message).toContain(
      'organization.createContent needs the role',
    );
    const where = { organizationId_userId: { organizationId: to, userId: admin.id } };
    await test.store.transaction(
      async ({ prisma }) => void (await prisma.member.update({ where, data: { role: 'create' } })),
    );
    expect((await transfer(manual.id, admin)).status).toBe(200);
  });

  it.each([null, 'read', 'create'] as const)(
    'is refused to a user with the role %s in the organization, even if the user is admin of the space',
    async (role) => {
      const manual = await seedManual(test, owner);
      const person = await seedMember(test, from, role);
      await addMember(test, to, { id: person.id, role: 'admin' });
      await seedGrant(test, from, { to: person.id, on: manual.id, role: 'admin' });
      const before = [await eventsOf(test, from), await eventsOf(test, to)];
      const { status, body } = await transfer(manual.id, person);
      const sentence = `space.transfer needs the role admin in the organization; yours is ${role ?? 'guest'}`;
      expect([status, body.error.message]).toEqual([403, sentence]);
      const mutation =
        'mutation ($id: ID!, $to: ID!) { transferSpace(input: { space: $id, organization: $to }) { space { id } } }';
      const variables = { id: manual.id, to };
      const { errors } = await test.graphql(mutation, { ...person, variables });
      expect(errors?.[0]).toMatchObject({ message: sentence, extensions: { code: 'FORBIDDEN', needs: 'admin' } });
      expect(await organizationsOfSpaceRows(test, manual.id)).toEqual([from]);
      expect([await eventsOf(test, from), await eventsOf(test, to)]).toEqual(before);
    },
  );

  it('is refused to a user who loses the role admin during the transfer, which then changes nothing', async () => {
    const manual = await seedManual(test, owner);
    const admin = await seedMember(test, from, 'admin');
    await addMember(test, to, { id: admin.id, role: 'admin' });
    await seedGrant(test, from, { to: admin.id, on: manual.id, role: 'admin' });
    let transactions = 0;
    const demoted = {
      ...test.store,
      transaction: async <Result>(work: Work<Result>): Promise<Result> => {
        const result = await test.store.transaction(work);
        // The role changes after the permission check, before any row is moved.
        if (++transactions === 1)
          await test.rest('PATCH', `/orgs/${from}/members/${admin.id}`, { ...both, body: { role: null } });
        return result;
      },
    };
    const viewer = await authenticate(findCallerUnbatched(test.store.read), `Bearer ${admin.token}`);
    const request = { kind: 'space', id: manual.id, organization: to } as const;
    await expect(transferring({ store: demoted, viewer }, request)).rejects.toThrow('yours is guest');
    expect(await organizationsOfSpaceRows(test, manual.id)).toEqual([from]);
  });

  it('is refused with the same 404 for a hidden space or organization as for a missing one', async () => {
    const manual = await seedManual(test, owner);
    const elsewhere = await seedOrganization(test);
    for (const [id, who, organization] of [
      [manual.id, fromAdmin, to],
      [manual.id, toAdmin, to],
      [manual.id, both, elsewhere.id],
      [manual.id, both, 'org_none'],
      ['spc_none', both, to],
    ] as const) {
      const { status, body } = await transfer(id, who, organization);
      expect(status).toBe(404);
      const noun =
        who === toAdmin || id === 'spc_none'
          ? `space with the id "${id}"`
          : `organization with the id "${organization}"`;
      expect(body.error.message).toBe(`No ${noun}`);
    }
    expect((await test.rest('POST', `/spaces/${manual.id}/transfer`, { ...both, body: {} })).status).toBe(400);
    const bound = await seedToken(test, both.id, { organizationId: from });
    expect((await transfer(manual.id, { token: bound })).status).toBe(404);
    const narrow = await seedToken(test, both.id, { scopes: ['space:transfer'] });
    expect((await transfer(manual.id, { token: narrow })).status).toBe(403);
    const enough = await seedToken(test, both.id, { scopes: ['space:transfer', 'organization:createContent'] });
    expect((await transfer(manual.id, { token: enough })).status).toBe(200);
  });
});

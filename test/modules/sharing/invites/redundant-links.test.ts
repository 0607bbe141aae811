import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { createSpaceOrCollection } from '../grants/grant-kit.js';

const test = await testApp();
const organization = await seedOrganization(test);
const create = (body: unknown) =>
  test.rest('POST', `/orgs/${organization.id}/link-invites`, { ...organization.admin, body });

describe('an invite link is redundant', () => {
  it('to the organization if an older link has the same role', async () => {
    const own = await seedOrganization(test);
    const make = async (role: string | null) =>
      (await test.rest('POST', `/orgs/${own.id}/link-invites`, { ...own.admin, body: { role } })).body;
    const first = await make(null);
    const second = await make(null);
    expect([first.redundant, second.redundant, (await make('read')).redundant]).toEqual([false, true, false]);
    await test.rest('DELETE', `/orgs/${own.id}/link-invites/${first.id}`, own.admin);
    const left = await test.rest('GET', `/orgs/${own.id}/link-invites/${second.id}`, own.admin);
    expect(left.body.redundant).toBe(false);
  });

  it('to a space if its default level gives members at least the same role', async () => {
    const space = await createSpaceOrCollection(test, organization, { kind: 'space', defaultLevel: 'edit' });
    const redundant = async (level: string) => (await create({ level, space })).body.redundant;
    expect([await redundant('comment'), await redundant('edit'), await redundant('review')]).toEqual([
      true,
      true,
      false,
    ]);
    const inheriting = await createSpaceOrCollection(test, organization, { kind: 'space' });
    const { body } = await create({ level: 'read', space: inheriting });
    expect(body.redundant).toBe(true);
    expect((await create({ level: 'comment', space: inheriting })).body.redundant).toBe(false);
  });
});

import { expect, it } from 'vitest';
import type { Role } from '../../../../src/access/viewer.js';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const collection = await test.rest('POST', `/orgs/${acme.id}/collections`, {
  ...acme.admin,
  body: { title: 'Guides' },
});
const parent = collection.body.id;

it.each(['spaces', 'collections'])(
  'creating %s in a collection requires the role create on the collection',
  async (kind) => {
    const create = async (role: Role) => {
      const guest = await seedMember(test, acme.id, null);
      await seedGrant(test, acme.id, { to: guest.id, on: parent, role });
      return test.rest('POST', `/orgs/${acme.id}/${kind}`, { ...guest, body: { title: 'New', parent } });
    };
    for (const role of ['read', 'comment', 'edit', 'review'] as const) {
      const { status, body } = await create(role);
      expect([status, body.error.message]).toEqual([403, expect.stringContaining('collection.createContent')]);
    }
    expect((await create('create')).status).toBe(201);
  },
);

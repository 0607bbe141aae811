import { describe, expect, it } from 'vitest';
import { cacheOrganization, possibleIdsIn, tenantOf } from '../../src/access/tenant.js';
import { anonymous, viewerWithoutToken } from '../../src/access/viewer.js';
import { createOrganization } from '../../src/modules/identity/members/creation-actions.js';
import type { Store } from '../../src/platform/db/write/store.js';
import { postgresLanes } from '../../src/platform/db/write/write-queue.js';
import { serverTenant } from '../../src/platform/workers/fair-queue.js';
import { anotherInstance, testApp } from '../support/app.js';
import { provider } from '../support/database.js';
import { seedOrganization } from '../support/seed.js';
import { type Signal, signal } from '../support/signal.js';

describe('the tenant whose limits apply to a request', () => {
  const both = viewerWithoutToken(
    'usr_1',
    new Map([
      ['org_a', 'admin'],
      ['org_b', null],
    ]),
  );
  const one = viewerWithoutToken('usr_2', new Map([['org_a', 'read']]));
  cacheOrganization({ id: 'spc_b', organizationId: 'org_b' });
  cacheOrganization({ id: 'spc_c', organizationId: 'org_c' });

  it.each([
    ['the organization that it names', both, ['org_b'], 'org_b'],
    ['the organization of an object that an action found before', both, ['spc_b'], 'org_b'],
    ["the viewer's only organization, whatever it names", one, ['spc_unknown'], 'org_a'],
    ['the viewer, who belongs to several organizations and names none', both, ['spc_unknown'], 'usr_1'],
    ['never an organization that the viewer does not belong to', one, ['org_b', 'spc_b', 'spc_c'], 'org_a'],
    ['the server, for its own work', anonymous, ['org_a'], serverTenant],
  ] as const)('is %s', (...[, viewer, ids, tenant]) => {
    expect(tenantOf(viewer, ids)).toBe(tenant);
  });

  it('is found in the fields of an input and of its nested objects', () => {
    const target = { page: 'page_1', deep: { id: 'no' } };
    const input = { space: 'spc_b', target, changes: [{ page: 'no' }], title: 'a'.repeat(90) };
    expect([...possibleIdsIn(input)]).toEqual(['spc_b', 'page_1']);
  });
});

/** Occupies all connections for writes until the signal is given. Returns when all are occupied. */
async function occupyWriters(store: Store, { given }: Signal): Promise<Promise<unknown>[]> {
  const held: Promise<unknown>[] = [];
  for (let lane = 0; lane < (provider === 'sqlite' ? 1 : postgresLanes); lane++) {
    const begun = signal();
    const hold = async (): Promise<void> => {
      begun.give();
      await given;
    };
    held.push(store.transaction(hold, `holder ${lane}`));
    await begun.given;
  }
  return held;
}

it('a write queue that is full for one organization accepts writes to other organizations, also from the same caller', async () => {
  const test = await testApp();
  const busy = await anotherInstance({ url: test.url, queueLimit: 1 });
  const acme = await seedOrganization(test);
  const other = await createOrganization(
    { store: test.store, viewer: test.operator },
    { title: 'Other', owner: acme.admin.email },
  );
  const space = (await busy.rest('POST', `/orgs/${other}/spaces`, { token: acme.admin.token, body: {} })).body.id;
  const renameSpace = (title: string) =>
    busy.rest('PATCH', `/spaces/${space}`, { token: acme.admin.token, body: { title } });
  expect((await renameSpace('Known')).status).toBe(200);
  const released = signal();
  const held = await occupyWriters(busy.store, released);
  const create = (organization: string) =>
    busy.rest('POST', `/orgs/${organization}/spaces`, { token: acme.admin.token, body: { title: 'New' } });
  const [first, refused, second] = [create(acme.id), create(acme.id), renameSpace('Waits')];
  const { status, body, headers } = await Promise.race([first, refused]);
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  expect(body.error.message).toBe(
    `Cannot write now: 1 writes of ${acme.id} are already waiting for the database. Try again in 1 second.`,
  );
  released.give();
  const statuses = (await Promise.all([first, refused, second])).map((answer) => answer.status);
  expect(statuses.sort()).toEqual([200, 201, 503]);
  await Promise.all(held);
});

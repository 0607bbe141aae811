import { afterEach, expect, it } from 'vitest';
import { hashToken } from '../../../../src/access/authenticate.js';
import { deleteOrganization } from '../../../../src/modules/lifecycle/organizations/deletion-actions.js';
import { listen } from '../../../api/http/server-kit.js';
import { anotherInstance, testApp } from '../../../support/app.js';
import { withinBounds } from '../../../support/cost.js';
import { seedMember, seedOrganization, seedToken } from '../../../support/seed.js';
import { mutate } from '../../identity/service-accounts/account-kit.js';
import { addMember } from '../../lifecycle/transfers/transfer-kit.js';
import { follow, type Subscriber } from './live-kit.js';

// A member follows the events of two organizations on another instance. One organization then refuses the token, or is
// deleted.
const test = await testApp();
const instance = await anotherInstance(test);
const origin = await listen(instance);
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const { token: adminToken } = acme.admin;

let following: Subscriber[] = [];

afterEach(() => {
  for (const one of following) one.stop();
  following = [];
});

const refusalCauses: Record<string, (accessToken: string) => Promise<unknown>> = {
  'an admin blocks its token': (accessToken) =>
    mutate(test, adminToken, {
      name: 'revokeOrganizationToken',
      input: { organization: acme.id, accessToken },
      selection: 'deletedId',
    }),
  'the organization no longer accepts tokens of its age': () =>
    mutate(test, adminToken, {
      name: 'updateOrganization',
      input: { organization: acme.id, maxTokenDays: 1 },
      selection: 'organization { id }',
    }),
  // The deletion is the last cause, because the organization is not restored.
  'the organization is deleted': () =>
    deleteOrganization({ store: test.store, viewer: test.operator }, { organization: acme.id }),
};

it.each(Object.keys(refusalCauses))('the event streams of a member end within two seconds when %s', async (way) => {
  const member = await seedMember(test, acme.id, 'read');
  await addMember(test, globex.id, { id: member.id, role: 'read' });
  const token = await seedToken(test, member.id, { issuer: 'user' });
  const id = await ageAndFind(token);
  const subscribe = async (organization: string) => {
    const query = `subscription { event: organizationEvents(organization: "${organization}") { sequence } }`;
    const one = await follow(origin, token, query);
    following.push(one);
    return one;
  };
  const [ending, other] = [await subscribe(acme.id), await subscribe(globex.id)];
  let isOtherEnded = false;
  void other.ended.then(() => {
    isOtherEnded = true;
  });
  expect(await refusalCauses[way]!(id)).not.toHaveProperty('errors');
  await withinBounds({ clock: 2 }, () => ending.ended);
  expect(ending.got.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual(['NOT_FOUND']);
  expect(isOtherEnded).toBe(false);
});

/** Makes a token two days older. Returns the id of the token. */
async function ageAndFind(token: string): Promise<string> {
  const createdAt = new Date(Date.now() - 2 * 86_400_000);
  return test.store.transaction(async ({ prisma }) => {
    const where = { hash: hashToken(token) };
    return (await prisma.accessToken.update({ where, data: { createdAt }, select: { id: true } })).id;
  });
}

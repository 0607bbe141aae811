import { describe, expect, it } from 'vitest';
import { setOperatorFacts } from '../../../../src/modules/identity/organizations/operator-actions.js';
import { signIn } from '../../../api/http/saml-kit.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';
import { newAssertedPerson, seedScene } from '../sso/sso-scene.js';

const test = await testApp();
const operator = { store: test.store, viewer: test.operator };

const limitMembers = (id: string, maxMembers: number | null) => setOperatorFacts(operator, id, { maxMembers });

async function countMembers(id: string): Promise<number> {
  const { read } = test.store;
  return (await read.all(read.sql.selectFrom('Member').select('userId').where('organizationId', '=', id))).length;
}

const refusal = (added: number, maximum: number) => ({
  status: 409,
  body: {
    error: {
      message: expect.stringContaining(
        `Cannot add ${added} member${added === 1 ? '' : 's'}: the organization may have at most ${maximum}.`,
      ),
    },
  },
});

describe('the limit of members of an organization', () => {
  it('refuses an invitation that would exceed it, and counts guests', async () => {
    const { id, admin } = await seedOrganization(test);
    await seedMember(test, id, null);
    await limitMembers(id, 3);
    const invite = (...emails: string[]) =>
      test.rest('POST', `/orgs/${id}/invites`, { ...admin, body: { emails, role: 'read' } });
    expect(await invite(`one-${id}@new.test`, `two-${id}@new.test`)).toMatchObject(refusal(2, 3));
    expect((await invite(`one-${id}@new.test`, admin.email)).status).toBe(200);
    expect((await invite(`one-${id}@new.test`)).status).toBe(200);
    expect(await countMembers(id)).toBe(3);
  });

  it('is not exceeded when people join by link concurrently, until the operator removes the limit', async () => {
    const { id, admin } = await seedOrganization(test);
    await limitMembers(id, 3);
    const link = await test.rest('POST', `/orgs/${id}/link-invites`, { ...admin, body: { role: 'read' } });
    const people = await Promise.all(Array.from({ length: 6 }, () => seedStranger(test)));
    const join = ({ token }: { token: string }) => test.rest('POST', `/orgs/${id}/invites/${link.body.id}`, { token });
    const answers = await Promise.all(people.map(join));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal(1, 3));
    expect(await countMembers(id)).toBe(3);
    await limitMembers(id, null);
    await Promise.all(people.map(join));
    expect(await countMembers(id)).toBe(7);
  });

  it('refuses a first sign-in through a provider, a join by domain, and a user that the operator creates', async () => {
    const { id, provider, admin } = await seedScene(test, { domains: ['else.test'] });
    const stranger = await seedStranger(test);
    await limitMembers(id, 1);
    const answer = await signIn(test, { id: provider, ...newAssertedPerson() });
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining('may have at most 1')]);
    expect(await test.rest('POST', `/orgs/${id}/join`, stranger)).toMatchObject(refusal(1, 1));
    await expect(seedMember(test, id, 'read')).rejects.toMatchObject({ detail: { reason: 'MEMBER_LIMIT' } });
    const query = 'query ($id: ID!) { organization(id: $id) { limits { maxMembers maxSpaces } } }';
    const { data } = await test.graphql(query, { ...admin, variables: { id } });
    expect(data.organization.limits).toEqual({ maxMembers: 1, maxSpaces: null });
  });

  it.each([0, 1.5, 1_000_001])('cannot be %d', async (maximum) => {
    const { id } = await seedOrganization(test);
    const message = `\`maxMembers\` must be a whole number from 1 to 1,000,000 (got ${maximum})`;
    await expect(async () => limitMembers(id, maximum)).rejects.toThrow(message);
  });
});

import { describe, expect, it } from 'vitest';
import { setOperatorFacts } from '../../../../src/modules/identity/organizations/operator-actions.js';
import { contractOperations, hasContract, ourOperations } from '../../../contract/described-operations.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const operator = { store: test.store, viewer: test.operator };
const price = { monthly: 10, yearly: 100 };
const facts = {
  plan: 'pro_2024',
  customHostname: 'docs.example.org',
  billing: {
    interval: 'yearly',
    endDate: '2030-01-01T00:00:00.000Z',
    hasPaymentFailed: false,
    isScheduledToCancel: true,
    pricing: { members: { plus_2024: price, pro_2024: price }, sites: { premium: price, ultimate: price } },
    usageAddons: { search: { enabled: true } },
  },
  trial: { status: 'active', count: 1, endDate: '2030-01-01T00:00:00.000Z', decision: 'downgrade' },
  blocked: { source: 'backoffice', reason: 'Unpaid' },
  internal_billingMigration: { deadline: '2030-01-01T00:00:00.000Z', discountPercent: 12.5 },
};

describe('the facts that the operator sets for an organization', () => {
  it('are returned on /v1 as they were set, in the shape of the contract', async () => {
    const { id, admin } = await seedOrganization(test);
    await setOperatorFacts(operator, id, facts);
    const { body } = await test.rest('GET', `/orgs/${id}`, admin);
    expect(body).toMatchObject(facts);
    const validators = [ourOperations(), ...(hasContract ? [contractOperations()] : [])];
    for (const operations of validators) {
      const { validate } = operations.get('getOrganizationById')!;
      expect([validate(body), validate.errors]).toEqual([true, null]);
    }
    const reader = await seedMember(test, id, 'read');
    expect((await test.rest('GET', `/orgs/${id}`, reader)).body).not.toHaveProperty('billing');
  });

  it('are unchanged if they are absent, and are cleared by null', async () => {
    const { id, admin } = await seedOrganization(test);
    await setOperatorFacts(operator, id, facts);
    await setOperatorFacts(operator, id, { blocked: null, trial: null, customHostname: undefined });
    const { body } = await test.rest('GET', `/orgs/${id}`, admin);
    expect(body).toMatchObject({
      plan: 'pro_2024',
      customHostname: 'docs.example.org',
      trial: { status: 'none', count: 0 },
    });
    expect(body).not.toHaveProperty('blocked');
    const { read, sql } = test.store;
    const events = await read.all(sql.selectFrom('Event').selectAll().where('organizationId', '=', id));
    expect(events.filter(({ action }) => action === 'setOperatorFacts')).toHaveLength(2);
  });

  it.each<[object, string]>([
    [{ plan: 'gold' }, '`plan` must be one of free_2024, '],
    [{ plan: null }, '`plan` must not be null'],
    [{ customHostname: 'Docs' }, '`customHostname` must be a hostname'],
    [{ trial: { status: 'active' } }, '`trial.count`: '],
    [{ trial: { status: 'soon', count: 1 } }, '`trial.status` must be one of notapplicable, none'],
    [{ blocked: { reason: '' } }, '`blocked.reason`: '],
    [{ blocked: { reason: 'Unpaid', by: 'me' } }, '`blocked`: '],
    [{ billing: { ...facts.billing, endDate: 'tomorrow' } }, '`billing.endDate` must be a time'],
    [{ billing: { ...facts.billing, pricing: {} } }, '`billing.pricing.members`: '],
    [{ internal_billingMigration: { discountPercent: 101 } }, '`internal_billingMigration.discountPercent`: '],
    [{}, 'At least one change is required'],
  ])('are unchanged by %j, which is refused', async (changes, message) => {
    const { id, admin } = await seedOrganization(test);
    const before = await test.rest('GET', `/orgs/${id}`, admin);
    await expect(async () => setOperatorFacts(operator, id, changes)).rejects.toThrow(message);
    expect((await test.rest('GET', `/orgs/${id}`, admin)).body).toEqual(before.body);
  });

  it('can be set only by the operator, for an organization that exists', async () => {
    const { id, admin } = await seedOrganization(test);
    const viewer = {
      kind: 'user',
      userId: admin.id,
      tokenId: 't',
      roles: new Map(),
      allowed: null,
      isAgent: false,
      organizationId: null,
    } as const;
    await expect(async () => setOperatorFacts({ store: test.store, viewer }, id, facts)).rejects.toThrow(
      'by the operator',
    );
    await expect(setOperatorFacts(operator, 'org_x', facts)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { createExplainer, decisiveStep } from './explain-query.js';

const test = await testApp();
const acme = await seedOrganization(test);
const guest = await seedMember(test, acme.id, null);
const writers = await seedTeam(test, acme.id, { title: 'Writers' });
const explain = createExplainer(test);

describe('the explanation of access to a team', () => {
  it('is returned to the owner of the team, even if the owner is a guest', async () => {
    const owner = await seedMember(test, acme.id, null);
    const subject = await seedTeam(test, acme.id, { owners: [owner.id] });
    for (const action of ['TEAM_VIEW', 'TEAM_MANAGE']) {
      const answer = await explain(owner, { subject, action });
      expect(answer).toMatchObject({ allowed: true, effectiveRole: 'ADMIN' });
      expect(decisiveStep(answer)).toMatchObject({ kind: 'TEAM_ROLE', team: { title: 'Team' } });
    }
    expect(await explain(guest, { subject, action: 'TEAM_VIEW' })).toMatchObject({ isNull: true });
  });

  it('says that an owner may manage only the own team', async () => {
    const owner = await seedMember(test, acme.id, 'read');
    const team = await seedTeam(test, acme.id, { title: 'Owned', owners: [owner.id] });
    const own = await explain(owner, { subject: team, action: 'TEAM_MANAGE' });
    expect([own.allowed, own.effectiveRole, decisiveStep(own)]).toMatchObject([
      true,
      'ADMIN',
      { kind: 'TEAM_ROLE', sentence: 'You have the role admin on the team Owned, as one of its owners.' },
    ]);
    const other = await explain(owner, { subject: writers, action: 'TEAM_MANAGE' });
    expect([other.allowed, decisiveStep(other)]).toMatchObject([false, { kind: 'MEMBER_ROLE' }]);
  });
});

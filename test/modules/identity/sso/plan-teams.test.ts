import { describe, expect, it } from 'vitest';
import { planTeams } from '../../../../src/modules/identity/sso/plan-teams.js';

const teams = new Map([
  ['staff', ['everyone']],
  ['writers', ['docs', 'everyone']],
  ['Writers', ['other']],
]);

/** Returns the changes for a person with these groups and roles. */
const plan = (mode: 'additive' | 'authoritative', groups: string[], roles: Record<string, string>) =>
  planTeams({ mode, teams }, groups, new Map(Object.entries(roles)));

describe('groups of a provider', () => {
  it.each(['additive', 'authoritative'] as const)(
    'add a person to the teams of which the person is not a member (%s)',
    (mode) => {
      expect(plan(mode, ['writers', 'staff', 'unknown'], {})).toEqual({ gains: ['docs', 'everyone'], loses: [] });
      expect(plan(mode, ['writers'], { everyone: 'member' })).toEqual({ gains: ['docs'], loses: [] });
      expect(plan(mode, ['writers'], { docs: 'owner', everyone: 'member' })).toEqual({ gains: [], loses: [] });
    },
  );

  it('remove nobody if the mode is additive', () => {
    expect(plan('additive', [], { docs: 'member' })).toEqual({ gains: [], loses: [] });
  });

  it('remove a person from the teams of other groups if the mode is authoritative', () => {
    expect(plan('authoritative', ['staff'], { docs: 'member', other: 'member', everyone: 'member' })).toEqual({
      gains: [],
      loses: ['docs', 'other'],
    });
  });

  it('remove nobody from a team without a group, or from a team that the person owns', () => {
    expect(plan('authoritative', [], { unmapped: 'member', docs: 'owner' })).toEqual({ gains: [], loses: [] });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMemberships } from '../../../../src/modules/identity/teams/membership-plan.js';

const user = fc.constantFrom('a', 'b', 'c', 'd');
const users = fc.array(user, { maxLength: 5 });
const roles = fc.dictionary(user, fc.constantFrom('owner', 'member')).map((given) => new Map(Object.entries(given)));
const changes = fc.record({ add: users, given: roles, remove: users });

describe('the plan of a bulk update', () => {
  it('changes the present memberships into the expected ones, without unnecessary writes', () => {
    fc.assert(
      fc.property(roles, changes, (present, { add, given, remove }) => {
        const { added, changed, removed } = planMemberships(present, { add, roles: given, remove: new Set(remove) });
        const after = new Map<string, string>(present);
        for (const userId of removed) expect(after.delete(userId)).toBe(true);
        for (const { userId, role } of changed) {
          expect(present.get(userId)).toBe(role === 'owner' ? 'member' : 'owner');
          after.set(userId, role);
        }
        for (const { userId, role } of added) {
          expect(present.has(userId)).toBe(false);
          after.set(userId, role);
        }
        const expected = new Map<string, string>(present);
        for (const userId of add) if (!expected.has(userId)) expected.set(userId, 'member');
        for (const [userId, role] of given) expected.set(userId, role);
        for (const userId of remove) expected.delete(userId);
        expect(new Map([...after].sort())).toEqual(new Map([...expected].sort()));
      }),
      { numRuns: 1000 },
    );
  });

  it('is empty for an empty request', () => {
    expect(planMemberships(new Map([['a', 'owner']]), {})).toEqual({ added: [], changed: [], removed: [] });
  });
});

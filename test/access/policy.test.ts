import { describe, expect, it } from 'vitest';
import { authorize, can } from '../../src/access/policy.js';
import { type Action, requiredRole } from '../../src/access/required-roles.js';
import { anonymous, type Role, roles, type Viewer } from '../../src/access/viewer.js';

const object = { organizationId: 'org_a' };
const withRole = (role: Role | null): Viewer => ({
  kind: 'user',
  userId: 'usr_a',
  tokenId: 'tok_a',
  allowed: null,
  isAgent: false,
  organizationId: null,
  roles: new Map([['org_a', role]]),
});

/** Lowest role that may do each action. Actions that need no role are omitted. */
const lowestRole = Object.entries(requiredRole).filter(([, role]) => (roles as readonly string[]).includes(role)) as [
  Action,
  Role,
][];

/** Actions that concern only the user who performs them. */
const ownActions = [
  'viewer.join',
  'viewer.viewTokens',
  'viewer.manageTokens',
  'viewer.erase',
  'viewer.viewSettings',
  'viewer.updateSettings',
] as const;

it.each(lowestRole)('%s needs the role %s or a higher one', (action, needed) => {
  const allowed = roles.filter((role) => can(withRole(role), action, { ...object, effectiveRole: role }));
  expect(allowed).toEqual(roles.slice(roles.indexOf(needed)));
});

it.each(lowestRole)('%s is refused to guests', (action) => {
  expect(can(withRole(null), action, { ...object, effectiveRole: null })).toBe(false);
});

it('a guest may see the organization itself', () => {
  expect(can(withRole(null), 'organization.view', object)).toBe(true);
});

it.each(['organization.view' as const, ...lowestRole.map(([action]) => action)])(
  '%s is refused in another organization',
  (action) => {
    expect(can(withRole('admin'), action, { organizationId: 'org_b', effectiveRole: 'admin' })).toBe(false);
    expect(can(anonymous, action, { ...object, effectiveRole: 'admin' })).toBe(false);
  },
);

it.each(['space.transfer', 'collection.transfer'] as const)(
  '%s needs the role in the organization, whatever the role on the space or collection is',
  (action) => {
    for (const role of [null, ...roles]) {
      const granted = { ...object, effectiveRole: 'admin' } as const;
      expect([role, can(withRole(role), action, granted)]).toEqual([role, role === 'admin']);
    }
    const refused = () => authorize(withRole(null), action, { ...object, effectiveRole: 'admin' });
    expect(refused).toThrow(`${action} needs the role admin in the organization; yours is guest`);
  },
);

it('the operator may perform every action', () => {
  const operator: Viewer = { kind: 'operator', userId: 'usr_a' };
  for (const [action] of lowestRole) expect(can(operator, action, { ...object, effectiveRole: null })).toBe(true);
});

it("a refusal names the action, the needed role and the viewer's role", () => {
  const refusal = (role: Role | null) => () =>
    authorize(withRole(role), 'changeRequest.merge', { ...object, effectiveRole: role });
  expect(refusal('edit')).toThrow('changeRequest.merge needs the role review; yours is edit');
  expect(refusal(null)).toThrow('changeRequest.merge needs the role review; yours is guest');
  expect(refusal('review')).not.toThrow();
});

describe.each(ownActions)('%s', (action) => {
  it('needs no role and no membership', () => {
    expect(can({ ...withRole(null), roles: new Map() } as Viewer, action, object)).toBe(true);
    expect(can(withRole(null), action, { organizationId: null })).toBe(true);
    expect(can(anonymous, action, object)).toBe(false);
  });

  it('is limited to the organization that the token is bound to', () => {
    const bound = { ...withRole('admin'), organizationId: 'org_a' } as Viewer;
    expect(can(bound, action, object)).toBe(true);
    for (const organizationId of ['org_b', null]) {
      expect(can(bound, action, { organizationId })).toBe(false);
      expect(() => authorize(bound, action, { organizationId })).toThrow('outside the organization of this token');
    }
  });
});

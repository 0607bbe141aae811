import { expect, it } from 'vitest';
import { type Action, authorize, can } from '../../src/access/policy.js';
import { anonymous, type Role, roles, type Viewer } from '../../src/access/viewer.js';

const object = { organizationId: 'org_a' };
const withRole = (role: Role | null): Viewer => ({
  kind: 'user',
  userId: 'usr_a',
  tokenId: 'tok_a',
  roles: new Map([['org_a', role]]),
});

/** The lowest role that may do each thing, as the manual says. */
const lowest: [Action, Role][] = [
  ['organization.listMembers', 'read'],
  ['organization.update', 'admin'],
  ['organization.viewBilling', 'admin'],
  ['space.view', 'read'],
  ['space.comment', 'comment'],
  ['space.edit', 'edit'],
  ['space.review', 'review'],
  ['space.create', 'create'],
  ['space.update', 'admin'],
  ['space.viewDeleted', 'admin'],
  ['changeRequest.view', 'read'],
  ['changeRequest.create', 'edit'],
  ['changeRequest.edit', 'edit'],
  ['changeRequest.merge', 'review'],
  ['site.view', 'read'],
  ['site.create', 'create'],
];

it.each(lowest)('%s takes the role %s, and every higher role includes it', (action, needed) => {
  const allowed = roles.filter((role) => can(withRole(role), action, object));
  expect(allowed).toEqual(roles.slice(roles.indexOf(needed)));
});

it.each(lowest)('%s is not for guests', (action) => {
  expect(can(withRole(null), action, object)).toBe(false);
});

it('a guest sees the organization itself', () => {
  expect(can(withRole(null), 'organization.view', object)).toBe(true);
});

it.each(['organization.view' as const, ...lowest.map(([action]) => action)])(
  '%s of another organization is for nobody',
  (action) => {
    expect(can(withRole('admin'), action, { organizationId: 'org_b' })).toBe(false);
    expect(can(anonymous, action, object)).toBe(false);
  },
);

it('the operator may do everything', () => {
  for (const [action] of lowest) expect(can({ kind: 'operator', userId: 'usr_a' }, action, object)).toBe(true);
});

it('a refusal names the action, the role it takes and the own role', () => {
  const refusal = (role: Role | null) => () => authorize(withRole(role), 'changeRequest.merge', object);
  expect(refusal('edit')).toThrow('changeRequest.merge needs the role review; yours is edit');
  expect(refusal(null)).toThrow('changeRequest.merge needs the role review; yours is guest');
  expect(refusal('review')).not.toThrow();
});

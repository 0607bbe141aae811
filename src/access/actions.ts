import type { Role } from './viewer.js';

/**
 * What may be done, and the role it takes: on the organization, or on the space or collection itself for what begins
 * with their names (and with what lives in a space), `leavingActions` aside. `member` is anyone who belongs to the
 * organization, guests included; a team's owners have the role admin on it; `anyone` is every user, member or not: what
 * begins with `viewer` is about the caller itself. Source: docs/access.md. `permissions` objects, scopes of tokens
 * and docs/access.md all read this table.
 */
export const neededRole = {
  'organization.view': 'member',
  'organization.update': 'admin',
  'organization.viewBilling': 'admin',
  'organization.viewEvents': 'admin',
  'organization.createContent': 'create',
  'organization.viewInviteLinks': 'admin',
  'organization.invite': 'admin',
  'organization.viewAgentInstructions': 'read',
  'organization.updateAgentInstructions': 'admin',
  'member.view': 'read',
  'member.viewAccess': 'admin',
  'member.update': 'admin',
  'member.remove': 'admin',
  'team.view': 'read',
  'team.create': 'admin',
  'team.manage': 'admin',
  'sso.viewLogins': 'member',
  'sso.view': 'admin',
  'sso.update': 'admin',
  'collection.view': 'read',
  'collection.createContent': 'create',
  'collection.update': 'admin',
  'collection.move': 'create',
  'collection.transfer': 'admin',
  'collection.delete': 'admin',
  'collection.viewGrants': 'read',
  'collection.grant': 'admin',
  'collection.viewInviteLinks': 'admin',
  'space.view': 'read',
  'space.comment': 'comment',
  'space.resolveComments': 'edit',
  'space.deleteComments': 'admin',
  'space.edit': 'edit',
  'space.review': 'review',
  'space.revert': 'review',
  'space.update': 'admin',
  'space.move': 'create',
  'space.publish': 'create',
  'space.transfer': 'admin',
  'space.delete': 'admin',
  'space.restore': 'admin',
  'space.viewGrants': 'read',
  'space.grant': 'admin',
  'space.viewInviteLinks': 'admin',
  'changeRequest.view': 'read',
  'changeRequest.create': 'edit',
  'changeRequest.edit': 'edit',
  'changeRequest.update': 'edit',
  'changeRequest.review': 'review',
  'changeRequest.merge': 'review',
  'site.view': 'read',
  'site.create': 'create',
  'site.update': 'create',
  'site.publish': 'admin',
  'site.customize': 'admin',
  'site.viewAudience': 'admin',
  'site.updateAudience': 'admin',
  'site.delete': 'admin',
  'openapi.view': 'read',
  'openapi.edit': 'create',
  'conversation.view': 'edit',
  'conversation.ingest': 'edit',
  'conversation.delete': 'edit',
  'translation.view': 'read',
  'translation.edit': 'create',
  'glossary.view': 'read',
  'glossary.edit': 'edit',
  'job.view': 'admin',
  'job.manage': 'admin',
  'viewer.join': 'anyone',
  'viewer.ping': 'member',
  'viewer.viewTokens': 'anyone',
  'viewer.manageTokens': 'anyone',
} as const satisfies Record<string, Role | 'member' | 'anyone'>;

/** One of the actions that the policy knows. */
export type Action = keyof typeof neededRole;

/** All actions, in the order of the table. */
export const actions = Object.keys(neededRole) as Action[];

/** Actions on a space, on a collection or on what lives in them: the role there decides, not that in the organization. */
export type ContentAction = Extract<Action, `space.${string}` | `collection.${string}` | `changeRequest.${string}`>;

/**
 * Content actions that take something out of its organization: whatever was granted on the thing itself, only the role in
 * the organization decides, which would lose it.
 */
export const leavingActions: readonly Action[] = ['space.transfer', 'collection.transfer'];

/** Actions that take no role: scopes and the organization of the token alone decide. */
export type OwnAction = { [A in Action]: (typeof neededRole)[A] extends 'anyone' ? A : never }[Action];

/**
 * What a locked space refuses to everyone, whatever the role: content takes no edits. The subject, the description and
 * the status of a change request can still be changed.
 */
export const lockedActions = [
  'space.edit',
  'space.revert',
  'changeRequest.create',
  'changeRequest.edit',
  'changeRequest.merge',
] as const;

/** One of the actions that a locked space refuses. */
export type LockedAction = (typeof lockedActions)[number];

/** What a deleted space still takes, from admins of its organization: it is read and restored, and nobody changes it. */
export const deletedActions: readonly Action[] = [
  'space.view',
  'space.restore',
  'space.viewGrants',
  'space.viewInviteLinks',
  'changeRequest.view',
];

/** Actions that the role in the organization decides. */
export type OrganizationAction = Exclude<Action, ContentAction | OwnAction>;

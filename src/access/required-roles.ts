import type { Role } from './viewer.js';

/**
 * Role that each action requires. docs/access.md has the same table. The `permissions` objects and the scopes of tokens
 * depend on it.
 * - A `ContentAction` requires the role on the space or collection, except for `transferActions`. Other actions require
 *   the role in the organization.
 * - `member`: every member of the organization, including guests.
 * - `anyone`: every user, even without an organization. Actions that begin with `viewer` are about the caller.
 * - Owners of a team have the role admin on that team.
 */
export const requiredRole = {
  'organization.view': 'member',
  'organization.update': 'admin',
  'organization.delete': 'admin',
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
  'member.manageServiceAccounts': 'admin',
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
  'viewer.erase': 'anyone',
  'viewer.viewSettings': 'anyone',
  'viewer.updateSettings': 'anyone',
} as const satisfies Record<string, Role | 'member' | 'anyone'>;

/** Name of an action. */
export type Action = keyof typeof requiredRole;

/** All actions, in the order of the table. */
export const actions = Object.keys(requiredRole) as Action[];

/**
 * Actions on a space, on a collection or on their content. They require a role on that space or collection, not in the
 * organization.
 */
export type ContentAction = Extract<Action, `space.${string}` | `collection.${string}` | `changeRequest.${string}`>;

/**
 * Content actions that move an object to another organization. They require a role in the organization that loses the
 * object; grants on the object do not count.
 */
export const transferActions: readonly Action[] = ['space.transfer', 'collection.transfer'];

/**
 * Actions on credentials, the deletion of an organization, and the erasure of the caller. A session may do them only in
 * the first 15 minutes after the sign-in, so that an unattended browser does not give lasting access.
 */
export const recentSignInActions: readonly Action[] = [
  'viewer.manageTokens',
  'member.manageServiceAccounts',
  'sso.update',
  'site.updateAudience',
  'organization.delete',
  'viewer.erase',
];

/** Actions that require no role. Only the scopes and the organization of the token limit them. */
export type SelfAction = { [A in Action]: (typeof requiredRole)[A] extends 'anyone' ? A : never }[Action];

/**
 * Actions that change the content of a space. A locked space refuses them for every role. The subject, description and
 * status of a change request can still be changed.
 */
export const actionsRefusedWhenLocked = [
  'space.edit',
  'space.revert',
  'changeRequest.create',
  'changeRequest.edit',
  'changeRequest.merge',
] as const;

/** An action that a locked space refuses. */
export type ActionRefusedWhenLocked = (typeof actionsRefusedWhenLocked)[number];

/**
 * Actions that an admin of the organization may still do on a deleted space: read and restore it, but not change it.
 */
export const actionsAllowedWhenDeleted: readonly Action[] = [
  'space.view',
  'space.restore',
  'space.viewGrants',
  'space.viewInviteLinks',
  'changeRequest.view',
];

/** Actions that require a role in the organization. */
export type OrganizationAction = Exclude<Action, ContentAction | SelfAction>;

import { type Action, actions } from './required-roles.js';

/**
 * Views that reveal credentials. An invite link lets its reader join with its role; a share link or signing key opens a
 * site.
 */
const credentialViews = /\.viewInviteLinks$|^site\.viewAudience$/;

/** Actions that change nothing. */
const views = actions.filter((action) => /\.view/.test(action) && !credentialViews.test(action));

/**
 * Actions of the scope `agent`: it reads everything that its user may read, and proposes and reviews changes. It never
 * merges or publishes.
 */
const agent: readonly Action[] = [
  ...views,
  'changeRequest.create',
  'changeRequest.edit',
  'changeRequest.update',
  'changeRequest.review',
  'space.comment',
];

/**
 * Actions that require a token without scopes. Otherwise the holder of a limited token could create one without limits,
 * or erase its user.
 */
const unscoped: readonly Action[] = ['viewer.manageTokens', 'viewer.erase', 'member.manageServiceAccounts'];

/** Scopes with a name of their own. Every other scope is `resource:action` and allows one action of the policy. */
const named: Readonly<Record<string, readonly Action[]>> = { read: views, agent, operator: [] };

/**
 * Actions that share the scope of another action. They were once a single action, and old tokens still have its scope.
 */
const sharedScopes: Partial<Record<Action, Action>> = { 'changeRequest.update': 'changeRequest.edit' };

/** View actions of the containers of a resource. A scope on the resource also allows them. */
const containers: Readonly<Record<string, Action[]>> = {
  changeRequest: ['changeRequest.view', 'space.view'],
  space: ['space.view'],
  collection: ['collection.view'],
  member: ['member.view'],
  team: ['team.view'],
  site: ['site.view'],
  openapi: ['openapi.view'],
  conversation: ['conversation.view'],
  translation: ['translation.view', 'space.view'],
  glossary: ['glossary.view'],
  job: ['job.view'],
};

/** All scopes that a token may have. */
export const scopes: readonly string[] = [
  ...new Set([...Object.keys(named), ...actions.flatMap((action) => scopeOf(action) ?? [])]),
];

/** Returns the scope that allows an action, as `resource:action`; null if only a token without scopes may do it. */
export function scopeOf(action: Action): string | null {
  return unscoped.includes(action) ? null : (sharedScopes[action] ?? action).replace('.', ':');
}

/**
 * Returns the actions that a token's scopes allow, including the views that they depend on. Unknown scopes allow
 * nothing. If the scopes include `agent`, the actions in `humanOnlyActions` are removed.
 */
export function actionsOf(tokenScopes: readonly string[]): ReadonlySet<Action> {
  const allowed = new Set<Action>(['organization.view']);
  for (const action of tokenScopes.flatMap(allowedBy)) allowed.add(action);
  if (isAgent(tokenScopes)) for (const action of humanOnlyActions) allowed.delete(action);
  return allowed;
}

/**
 * The scope of the operator: it manages the organizations and users of the server, and gives no right to the content of
 * an organization. Only the command line gives it.
 */
export const operatorScope = 'operator';

/** Reports whether scopes belong to an agent's token. */
export function isAgent(tokenScopes: readonly string[]): boolean {
  return tokenScopes.includes('agent');
}

/** Actions that no agent may do: merging, editing the head of a space, and publishing. */
const humanOnlyActions: readonly Action[] = [
  'changeRequest.merge',
  'space.edit',
  'space.revert',
  'space.publish',
  'site.publish',
];

function allowedBy(scope: string): readonly Action[] {
  const known = Object.hasOwn(named, scope) ? named[scope] : undefined;
  if (known) return known;
  const own = actions.filter((one) => scopeOf(one) === scope);
  return own.length > 0 ? [...own, ...(containers[scope.split(':')[0]!] ?? [])] : [];
}

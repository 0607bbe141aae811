import { type Action, actions } from './required-roles.js';

/**
 * Views that reveal credentials: invite links, which let anyone join with a role, and the share links and signing keys
 * of sites.
 */
const credentialViews = /\.viewInviteLinks$|^site\.viewAudience$/;

/** Actions that only read data, except for credentials. */
const views = actions.filter((action) => /\.view/.test(action) && !credentialViews.test(action));

/**
 * Actions that the scope `agent` allows: to read everything that its user may read, except for credentials, and to
 * propose and review changes. An agent never merges or publishes.
 */
const agentActions: readonly Action[] = [
  ...views,
  'changeRequest.create',
  'changeRequest.edit',
  'changeRequest.update',
  'changeRequest.review',
  'space.comment',
];

/**
 * Actions that require a token without scopes. With a scope for them, the holder of a limited token could create an
 * unlimited one, or erase its user.
 */
const unscopedTokenActions: readonly Action[] = ['viewer.manageTokens', 'viewer.erase', 'member.manageServiceAccounts'];

/**
 * Scopes with a special name, and the actions that they allow. Every other scope has the form `resource:action` and
 * allows that action.
 */
const namedScopes: Readonly<Record<string, readonly Action[]>> = { read: views, agent: agentActions, operator: [] };

/**
 * Actions that have the scope of another action. The two were once a single action, and existing tokens have its scope.
 */
const sharedScopes: Partial<Record<Action, Action>> = { 'changeRequest.update': 'changeRequest.edit' };

/** View actions that a scope on a resource also allows: those of the resource and of the objects that contain it. */
const impliedViews: Readonly<Record<string, Action[]>> = {
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
  ...new Set([...Object.keys(namedScopes), ...actions.flatMap((action) => scopeOf(action) ?? [])]),
];

/** Returns the scope that allows an action, as `resource:action`; null if only a token without scopes may do it. */
export function scopeOf(action: Action): string | null {
  return unscopedTokenActions.includes(action) ? null : (sharedScopes[action] ?? action).replace('.', ':');
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
 * Scope of the operator. Its tokens may manage the organizations and users of the server, but have no right to the
 * content of an organization. Only the command line creates tokens with it.
 */
export const operatorScope = 'operator';

/** Reports whether a token with these scopes belongs to an agent. */
export function isAgent(tokenScopes: readonly string[]): boolean {
  return tokenScopes.includes('agent');
}

/** Actions that agents may not do: merging, editing the head of a space, and publishing. */
const humanOnlyActions: readonly Action[] = [
  'changeRequest.merge',
  'space.edit',
  'space.revert',
  'space.publish',
  'site.publish',
];

function allowedBy(scope: string): readonly Action[] {
  const known = Object.hasOwn(namedScopes, scope) ? namedScopes[scope] : undefined;
  if (known) return known;
  const own = actions.filter((action) => scopeOf(action) === scope);
  return own.length > 0 ? [...own, ...(impliedViews[scope.split(':')[0]!] ?? [])] : [];
}

import { type Action, actions } from './actions.js';

/** What shows credentials: whoever reads an invite link can join with its role, a share link or signing key visit a site. */
const showCredentials = /\.viewInviteLinks$|^site\.viewAudience$/;

/** Actions that change nothing. */
const views = actions.filter((action) => /\.view/.test(action) && !showCredentials.test(action));

/** What an agent may do: read all its user may, propose changes and review them; never merge or publish them. */
const agent: readonly Action[] = [
  ...views,
  'changeRequest.create',
  'changeRequest.edit',
  'changeRequest.update',
  'changeRequest.review',
  'space.comment',
];

/** Takes a token without scopes: who may make tokens could make one without scopes. */
const unscoped: Action = 'viewer.manageTokens';

/** Scopes with a name of their own; every other scope is `resource:action` and names one action of the policy. */
const named: Readonly<Record<string, readonly Action[]>> = { read: views, agent };

/** Actions that are one in scopes: tokens were made when they were. */
const scopeOfAnother: Partial<Record<Action, Action>> = { 'changeRequest.update': 'changeRequest.edit' };

/** Where a resource lives: whoever works on it must see that. */
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

/** The scope that allows one action, `resource:action`; null where only a token without scopes may do it. */
export function scopeOf(action: Action): string | null {
  return action === unscoped ? null : (scopeOfAnother[action] ?? action).replace('.', ':');
}

/**
 * The actions that a token's scopes allow; each brings along what one must see to do it. Unknown scopes allow nothing, and
 * an agent's token does not do what people decide, whatever stands beside the scope `agent`.
 */
export function actionsOf(tokenScopes: readonly string[]): ReadonlySet<Action> {
  const allowed = new Set<Action>(['organization.view']);
  for (const action of tokenScopes.flatMap(allowedBy)) allowed.add(action);
  if (isAgent(tokenScopes)) for (const action of forPeople) allowed.delete(action);
  return allowed;
}

/** Whether a token is an agent's, by its scopes. */
export function isAgent(tokenScopes: readonly string[]): boolean {
  return tokenScopes.includes('agent');
}

/** What no agent does: merging, editing the head of a space, and publishing. */
const forPeople: readonly Action[] = [
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

import { levelRole } from '../../../access/effective-role.js';
import { inScope } from '../../../access/policy.js';
import {
  type Action,
  actionsAllowedWhenDeleted,
  actionsRefusedWhenLocked,
  requiredRole,
} from '../../../access/required-roles.js';
import { scopeOf } from '../../../access/scopes.js';
import { includes, type Role, type UserViewer } from '../../../access/viewer.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { PlaceGrant, PlaceRow } from './chain.js';
import { levelSentence, type NamedPlace, placeName, type Words } from './sentences.js';

/** Kinds of steps, in the order of an explanation. */
export type StepKind =
  | 'TOKEN_SCOPE'
  | 'MEMBER_ROLE'
  | 'TEAM_ROLE'
  | 'USER_GRANT'
  | 'TEAM_GRANT'
  | 'DEFAULT_LEVEL'
  | 'LOCK'
  | 'DELETED';

/** A step of an explanation. */
export interface Step {
  kind: StepKind;
  /** Role that the sentence names; null if there is none. */
  role: Role | null;
  /** Role that the step gives on the subject; null if there is none. */
  gives: Role | null;
  sentence: string;
  place: PlaceRow | null;
  team: Row<'Team'> | null;
  decisive: boolean;
}

/** Facts that decide whether a user may do an action on a subject. */
export interface Facts {
  action: Action;
  /** The user, limited to the rights of its token. */
  viewer: UserViewer;
  words: Words;
  /** Whether the limits of a token apply; false if the access of another user is explained. */
  withToken: boolean;
  /** Role in the organization; null for a guest, undefined if the user has no access to it. */
  member: Role | null | undefined;
  /** Reason why a member has no access to the organization; otherwise null. */
  lockedOut: 'DISABLED' | 'SINGLE_SIGN_ON' | null;
  /** The space or collection; null if the role in the organization decides. */
  place: (PlaceRow & { kind: 'space' | 'collection' }) | null;
  /** Space whose state may refuse the action; null for actions outside of a space. */
  space: Row<'Space'> | null;
  /** Collections above the place, nearest first. */
  above: Row<'Collection'>[];
  /** Ids of the collections that the caller sees. */
  visibleCollectionIds: ReadonlySet<string>;
  grants: PlaceGrant[];
  /** Team that the action manages, and the user's role in it; null for other actions. */
  team: { row: Row<'Team'>; role: string | null } | null;
  /** Whether the caller sees the titles of teams. */
  seesTeams: boolean;
  /** Role of the user on the subject, as the policy computes it. */
  effectiveRole: Role | null;
}

/** Returns the steps in order. Exactly one step is decisive. */
export function stepsOf(facts: Facts): Step[] {
  const steps = [
    ...(facts.withToken ? [tokenStep(facts)] : []),
    memberStep(facts),
    ...(facts.team ? [teamStep(facts, facts.team)] : []),
    ...(facts.place ? [...grantSteps(facts, false), ...grantSteps(facts, true), levelStep(facts)] : []),
    ...stateSteps(facts),
  ];
  const decisive = findDecisiveStep(steps, facts);
  return steps.map((step) => ({ ...step, decisive: step === decisive }));
}

/** Returns the state of the space if it refuses the action regardless of the role; otherwise null. */
export function refusingState({ action, space }: Pick<Facts, 'action' | 'space'>): 'LOCK' | 'DELETED' | null {
  if (!space) return null;
  const { editMode, deletedAt } = space;
  if (deletedAt && !actionsAllowedWhenDeleted.includes(action)) return 'DELETED';
  return editMode === 'locked' && (actionsRefusedWhenLocked as readonly Action[]).includes(action) ? 'LOCK' : null;
}

function step(kind: StepKind, sentence: string, more: Partial<Step> = {}): Step {
  return { kind, sentence, role: null, gives: null, place: null, team: null, decisive: false, ...more };
}

function tokenStep({ viewer, action }: Facts): Step {
  if (viewer.allowed === null) return step('TOKEN_SCOPE', 'The token has no scopes: it may do what its user may.');
  if (inScope(viewer, action)) return step('TOKEN_SCOPE', `The scopes of the token allow ${action}.`);
  const scope = scopeOf(action);
  const needs = scope ? `it needs the scope ${scope}` : 'it needs a token without scopes';
  return step('TOKEN_SCOPE', `${action} is outside the scopes of the token; ${needs}.`);
}

function memberStep({ action, member, lockedOut, place, words: phrasing }: Facts): Step {
  const needed = requiredRole[action];
  if (member === undefined) return step('MEMBER_ROLE', lockSentence(lockedOut, phrasing));
  const name = `${phrasing.whose} role in the organization is ${member ?? 'guest'}`;
  const gives = !place || member === 'admin' ? member : null;
  if (needed === 'anyone') return step('MEMBER_ROLE', `${name}; ${action} takes none.`, { role: member });
  if (!place && needed === 'member')
    return step('MEMBER_ROLE', `${name}; ${action} is for everyone in it.`, { role: member });
  if (!place) return step('MEMBER_ROLE', `${name}; ${action} needs ${needed}.`, { role: member, gives });
  if (member === null) return step('MEMBER_ROLE', `${name}: only what is granted counts.`);
  if (member === 'admin') return step('MEMBER_ROLE', `${name}, who may do everything in it.`, { role: member, gives });
  return step('MEMBER_ROLE', `${name}; here it counts where the default level inherits it.`, { role: member });
}

function lockSentence(lockedOut: Facts['lockedOut'], phrasing: Words): string {
  return lockedOut === 'SINGLE_SIGN_ON'
    ? `${phrasing.is} locked out: the organization takes single sign-on alone, and tokens that the operator made.`
    : `${phrasing.is} disabled in the organization.`;
}

function teamStep({ words: phrasing }: Facts, { row, role }: NonNullable<Facts['team']>): Step {
  const name = `the team ${row.title}`;
  if (role !== 'owner')
    return step('TEAM_ROLE', `${phrasing.has} no role on ${name}: its owners have, and admins.`, { team: row });
  const owner = { role: 'admin', gives: 'admin', team: row } as const;
  return step('TEAM_ROLE', `${phrasing.has} the role admin on ${name}, as one of its owners.`, owner);
}

function grantSteps(facts: Facts, ofTeams: boolean): Step[] {
  const { place, above, grants, words: phrasing } = facts;
  const kind = ofTeams ? 'TEAM_GRANT' : 'USER_GRANT';
  const distance = new Map([place!, ...above].map(({ id }, index) => [id, index]));
  // Skips a grant on a collection that became an ancestor between the two reads.
  const own = grants.filter(({ team, placeId }) => (team !== null) === ofTeams && distance.has(placeId));
  own.sort((a, b) => distance.get(a.placeId)! - distance.get(b.placeId)!);
  if (own.length > 0) return own.map((grant) => grantStep(facts, grant, distance.get(grant.placeId)!));
  const holder = ofTeams ? `a team of ${phrasing.to === 'you' ? 'yours' : phrasing.to}` : phrasing.to;
  return [
    step(
      kind,
      `Nothing is granted to ${holder} on ${placeName(namedPlace(facts, 0))}${above.length ? ' or above' : ''}.`,
    ),
  ];
}

function grantStep(facts: Facts, { role, team }: PlaceGrant, distance: number): Step {
  const { words: phrasing, seesTeams, member } = facts;
  const holder = team ? `${seesTeams ? `The team ${team.title}` : 'A team'} has` : phrasing.has;
  const sentence = `${holder} the role ${role} on ${placeName(namedPlace(facts, distance))}.`;
  const gives = member === undefined ? null : role;
  return step(team ? 'TEAM_GRANT' : 'USER_GRANT', sentence, { role, gives, team, place: placeAt(facts, distance) });
}

/**
 * Returns the step for the default access level. The nearest space or collection with a level other than `inherit` sets
 * it, otherwise the topmost one.
 */
function levelStep(facts: Facts): Step {
  const { place, above, member, words: phrasing } = facts;
  const chain: PlaceRow[] = [place!, ...above];
  const decidingIndex = chain.findIndex(({ defaultLevel }) => defaultLevel !== 'inherit');
  const distance = decidingIndex === -1 ? chain.length - 1 : decidingIndex;
  const level = chain[distance]!.defaultLevel;
  const role = member === undefined ? null : levelRole(member, place!.resolvedLevel);
  const sentence = levelSentence({ place: namedPlace(facts, distance), level }, member, phrasing);
  return step('DEFAULT_LEVEL', sentence, { role, gives: role, place: placeAt(facts, distance) });
}

function stateSteps(facts: Facts): Step[] {
  const place = facts.space;
  if (!place) return [];
  const { title, deletedAt } = place;
  const locked = step('LOCK', `The space ${title} is locked: it takes no edits, whatever the role.`, { place });
  const onlyAdmins = `The space ${title} was deleted: only admins of the organization see it, and nobody changes it.`;
  const deleted = step('DELETED', onlyAdmins, { place });
  return [...(refusingState(facts) === 'LOCK' ? [locked] : []), ...(deletedAt ? [deleted] : [])];
}

/**
 * Returns the decisive step: a refusal, otherwise a step that gives a sufficient role, otherwise the step that gives
 * the effective role.
 */
function findDecisiveStep(steps: Step[], facts: Facts): Step | undefined {
  const { action, viewer, member, effectiveRole } = facts;
  const stepOfKind = (kind: StepKind): Step | undefined => steps.find((candidate) => candidate.kind === kind);
  if (!inScope(viewer, action)) return stepOfKind('TOKEN_SCOPE');
  const needed = requiredRole[action];
  if (needed === 'anyone' || needed === 'member' || member === undefined) return stepOfKind('MEMBER_ROLE');
  if (stepOfKind('DELETED') && (member !== 'admin' || refusingState(facts) === 'DELETED')) return stepOfKind('DELETED');
  const sufficientStep = steps.find(({ gives }) => includes(gives, needed));
  if (sufficientStep) return stepOfKind('LOCK') ?? sufficientStep;
  return steps.find(({ gives }) => gives !== null && gives === effectiveRole) ?? stepOfKind('MEMBER_ROLE');
}

function placeAt({ place, above, visibleCollectionIds }: Facts, distance: number): PlaceRow | null {
  const found = distance === 0 ? place : above[distance - 1]!;
  return found && (distance === 0 || visibleCollectionIds.has(found.id)) ? found : null;
}

function namedPlace(facts: Facts, distance: number): NamedPlace {
  const kind = distance === 0 ? facts.place!.kind : 'collection';
  return { kind, title: placeAt(facts, distance)?.title ?? null, distance };
}

import { canOnPlace, roleOnPlace } from '../../../access/place-access.js';
import { authorize, can, type OwnedContent } from '../../../access/policy.js';
import { type Action, requiredRole, transferActions } from '../../../access/required-roles.js';
import { type Role, type UserViewer, viewerWithoutToken } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { badInput } from '../../../platform/base/errors.js';
import { memberKey, membersByKey } from '../../identity/members/loaders.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { collectionsAbove, grantsOn, type PlaceRow, roleInTeam } from './chain.js';
import { callerWords, otherUserWords } from './sentences.js';
import { type Facts, refusingState, type Step, stepsOf } from './steps.js';
import { findSubject, requireApplicableAction, type Subject } from './subject.js';

/** A question about access: may a user do an action on a subject? */
export interface AccessQuestion {
  subject: string;
  action: Action;
  /** Another member of the organization; absent for the caller. */
  user?: string | null;
}

/** The decision on an `AccessQuestion`, with the steps that explain it. */
export interface Explanation {
  allowed: boolean;
  action: Action;
  needs: Role | 'member' | 'anyone';
  /** Role of the user on the subject; null if there is none. */
  effectiveRole: Role | null;
  steps: Step[];
}

/**
 * Explains whether a user may do an action. The functions of the policy decide; the steps only explain where the role
 * comes from.
 * @returns null for a subject that the caller does not see
 * @throws FORBIDDEN for the access of another user, unless the caller is an admin
 * @throws BAD_USER_INPUT for a user who is not a member of the subject's organization, and for an action that does not
 * apply to the subject
 */
export async function explainAccess(context: Context, question: AccessQuestion): Promise<Explanation | null> {
  const subject = await findSubject(context, question.subject);
  if (!subject || context.viewer.kind !== 'user') return null;
  requireApplicableAction(question.action, subject);
  const { viewer, lockedOut } = await findExplainedUser(context, context.viewer, { ...question, ...subject });
  const facts = await collectFacts(context, { action: question.action, viewer, lockedOut, subject });
  const { action, effectiveRole } = facts;
  const owned = { organizationId: subject.organizationId, ...(hasRoleOnSubject(facts) && { effectiveRole }) };
  const allowed = can(viewer, action, owned as OwnedContent) && refusingState(facts) === null;
  return { allowed, action, needs: requiredRole[action], effectiveRole, steps: stepsOf(facts) };
}

/**
 * Returns the user whose access is explained: the caller with its token, or another member without a token. A member
 * who is locked out gets no roles.
 */
async function findExplainedUser(
  { loaders, viewer }: Context,
  caller: UserViewer,
  { user, organizationId }: AccessQuestion & Subject,
): Promise<Pick<ExplainedUser, 'viewer' | 'lockedOut'>> {
  if (user == null || user === caller.userId) return { viewer: caller, lockedOut: null };
  authorize(viewer, 'member.viewAccess', { organizationId });
  const member = await loaders.load(membersByKey, memberKey(organizationId, user));
  if (!member) throw badInput('user', `\`user\` must be a member of the organization (got ${JSON.stringify(user)})`);
  const { sso } = await loaders.get(organizationsById, organizationId);
  const lockedOut = member.disabled ? 'DISABLED' : sso && !member.sso ? 'SINGLE_SIGN_ON' : null;
  const roles = new Map(lockedOut ? [] : [[organizationId, member.role as Role | null]]);
  return { viewer: viewerWithoutToken(user, roles), lockedOut };
}

interface ExplainedUser {
  action: Action;
  viewer: UserViewer;
  lockedOut: Facts['lockedOut'];
  subject: Subject;
}

async function collectFacts(context: Context, { action, viewer, lockedOut, subject }: ExplainedUser): Promise<Facts> {
  const isSelf = context.viewer.kind === 'user' && viewer.userId === context.viewer.userId;
  const { organizationId, team } = subject;
  const member = viewer.roles.get(organizationId);
  const place = decidingPlace(action, subject);
  const managed = isTeamAction(action) && team;
  const role = managed ? await roleInTeam(context.read, viewer.userId, managed.id) : null;
  const organizationOrTeamRole = role === 'owner' && member !== undefined ? 'admin' : (member ?? null);
  return {
    action,
    viewer,
    member,
    lockedOut,
    place,
    space: isSpaceAction(action) ? subject.space : null,
    words: isSelf ? callerWords : otherUserWords,
    withToken: isSelf,
    team: managed ? { row: managed, role } : null,
    seesTeams: can(context.viewer, 'team.view', { organizationId }),
    effectiveRole: place
      ? (await roleOnPlace({ viewer, loaders: context.loaders }, place)).effectiveRole
      : organizationOrTeamRole,
    ...(await readChain(context, viewer, place)),
  };
}

/**
 * Returns the space or collection if the user's role on it decides. Returns null for a transfer to another organization
 * and for actions that are not on content. The role in the organization or in the team decides then.
 */
function decidingPlace(action: Action, { space, collection }: Subject): Facts['place'] {
  if (transferActions.includes(action)) return null;
  if (action.startsWith('collection.')) return { ...collection!, kind: 'collection' };
  return isSpaceAction(action) ? { ...space!, kind: 'space' } : null;
}

const isSpaceAction = (action: Action): boolean => /^(space|changeRequest)\./.test(action);

/** Reports whether the owners of a team may do an action on it, as admins may. */
const isTeamAction = (action: Action): boolean => action === 'team.manage' || action === 'team.view';

const hasRoleOnSubject = ({ place, team }: Facts): boolean => place !== null || team !== null;

type Chain = Pick<Facts, 'above' | 'visibleCollectionIds' | 'grants'>;

async function readChain(context: Context, { userId }: UserViewer, place: PlaceRow | null): Promise<Chain> {
  if (!place) return { above: [], visibleCollectionIds: new Set(), grants: [] };
  const [above, grants] = await Promise.all([
    collectionsAbove(context.read, place),
    grantsOn(context.read, userId, place),
  ]);
  const visibility = await Promise.all(above.map((collection) => canOnPlace(context, 'collection.view', collection)));
  return {
    above,
    grants,
    visibleCollectionIds: new Set(above.filter((_, index) => visibility[index]).map(({ id }) => id)),
  };
}

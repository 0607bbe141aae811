import { type Action, actions, requiredRole, transferActions } from '../../../access/required-roles.js';
import { roles } from '../../../access/viewer.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { MemberRole } from '../../identity/organizations/enums.js';
import { Team } from '../../identity/teams/team.js';
import type { Explanation } from './explain.js';
import type { Step, StepKind } from './steps.js';

const roleless = {
  member: 'For everyone in the organization, guests too.',
  anyone: 'For anyone with a token, about themselves.',
};

function takes(action: Action): string {
  const needed = requiredRole[action];
  if (needed === 'member' || needed === 'anyone') return roleless[needed];
  return `Requires the role ${needed}${transferActions.includes(action) ? ' in the organization' : ''}.`;
}

/** Actions that can be explained. */
export const PolicyAction = documentedEnum(
  'PolicyAction',
  'The actions of the access policy: the table of docs/access.md. `space.update` is `SPACE_UPDATE`.',
  Object.fromEntries(actions.map((action) => [action, takes(action)])),
);

const NeededRole = documentedEnum('NeededRole', 'The lowest role that allows an action.', {
  anyone: 'Anyone with a token, including people outside the organization.',
  member: 'Everyone in the organization, guests too.',
  ...Object.fromEntries(roles.map((role) => [role, `The role ${role}, or a higher one.`])),
});

const kinds: Record<StepKind, string> = {
  TOKEN_SCOPE: 'Rights of the token itself; left out for another user.',
  MEMBER_ROLE: 'The role in the organization.',
  TEAM_ROLE: 'The membership in the team that is managed; only for such actions.',
  USER_GRANT:
    'A role that was granted to the user, on the subject or a collection that contains it; one step says that there is none.',
  TEAM_GRANT: 'The same for a team of the user.',
  DEFAULT_LEVEL: 'Role of members without a grant, and the place that defines it.',
  LOCK: 'The space is locked and takes no edits; present only if that is the reason for a refusal.',
  DELETED: 'The space was deleted; present only if it was.',
};

const StepKindEnum = documentedEnum('AccessStepKind', 'Subject of a step, in the order of the steps.', kinds);

const AccessStep = builder.objectRef<Step>('AccessStep').implement({
  description: 'One step of the chain that decides.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    kind: t.expose('kind', { type: StepKindEnum, description: 'Subject of the step.' }),
    role: t.expose('role', {
      type: MemberRole,
      nullable: true,
      description: 'The role that the sentence names, if any.',
    }),
    sentence: t.exposeString('sentence', { description: 'The step in words, in English.' }),
    place: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'The space or collection of this step; null for other steps, and if the caller may not see it.',
      resolve: ({ place }) => place as never,
    }),
    team: t.expose('team', {
      type: Team,
      nullable: true,
      description: 'The team of this step; null for other steps, and if the caller may not see it.',
    }),
    decisive: t.exposeBoolean('decisive', { description: 'Whether this step decides; true for one step.' }),
  }),
});

/** A decision with the steps that explain it. */
export const AccessExplanation = builder.objectRef<Explanation>('AccessExplanation').implement({
  description: 'Whether a person may do an action on an object, and why.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    allowed: t.exposeBoolean('allowed', { description: 'The verdict of the access policy.' }),
    action: t.expose('action', { type: PolicyAction, description: 'Subject of the question.' }),
    needs: t.expose('needs', { type: NeededRole, description: 'The lowest role that allows it.' }),
    effectiveRole: t.expose('effectiveRole', {
      type: MemberRole,
      nullable: true,
      description:
        'The role that counts: the one on the space or collection for actions there, otherwise the one in the organization; null for none.',
    }),
    steps: t.field({
      type: [AccessStep],
      description: 'The whole chain: token, organization, team, grants, default level, lock, deletion.',
      resolve: ({ steps }) => steps,
    }),
  }),
});

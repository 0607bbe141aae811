import { type Action, actions, leavingActions, neededRole } from '../../access/actions.js';
import { roles } from '../../access/viewer.js';
import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { documentedEnum } from '../../graphql/enums.js';
import { MemberRole } from '../organizations/enums.js';
import { Team } from '../teams/team.js';
import type { Explanation } from './explain.js';
import type { Step, StepKind } from './steps.js';

const roleless = {
  member: 'For everyone in the organization, guests too.',
  anyone: 'For anyone with a token, about oneself.',
};

function takes(action: Action): string {
  const needed = neededRole[action];
  if (needed === 'member' || needed === 'anyone') return roleless[needed];
  return `Takes the role ${needed}${leavingActions.includes(action) ? ' in the organization' : ''}.`;
}

/** What may be asked about. */
export const PolicyAction = documentedEnum(
  'PolicyAction',
  'What the policy knows: the table of docs/access.md. `space.update` is `SPACE_UPDATE`.',
  Object.fromEntries(actions.map((action) => [action, takes(action)])),
);

const NeededRole = documentedEnum('NeededRole', 'The lowest role that may do something.', {
  anyone: 'Anyone with a token, also who does not belong to the organization.',
  member: 'Everyone in the organization, guests too.',
  ...Object.fromEntries(roles.map((role) => [role, `The role ${role}, or a higher one.`])),
});

const kinds: Record<StepKind, string> = {
  TOKEN_SCOPE: 'What the token may do at all; left out for another user.',
  MEMBER_ROLE: 'The role in the organization.',
  TEAM_ROLE: 'The place in the team that is managed; only for that.',
  USER_GRANT:
    'A role that was granted to the user, on the subject or a collection above; one step says that there is none.',
  TEAM_GRANT: 'The same of a team of the user.',
  DEFAULT_LEVEL: 'What members have without a grant, and which place says so.',
  LOCK: 'The space is locked and takes no edits; only where that refuses.',
  DELETED: 'The space was deleted; only where it was.',
};

const StepKindEnum = documentedEnum('AccessStepKind', 'What a step is about, in the order of the steps.', kinds);

const AccessStep = builder.objectRef<Step>('AccessStep').implement({
  description: 'One step of the chain that decides.',
  extensions: { guard: embedded },
  fields: (t) => ({
    kind: t.expose('kind', { type: StepKindEnum, description: 'What the step is about.' }),
    role: t.expose('role', { type: MemberRole, nullable: true, description: 'The role that it speaks of, if any.' }),
    sentence: t.exposeString('sentence', { description: 'The step in words, in English.' }),
    place: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description:
        'The space or collection that it is about; null for other steps and where the caller may not see it.',
      resolve: ({ place }) => place as never,
    }),
    team: t.expose('team', {
      type: Team,
      nullable: true,
      description: 'The team that it is about; null for other steps and where the caller may not see it.',
    }),
    decisive: t.exposeBoolean('decisive', { description: 'Whether the verdict comes from here; true of one step.' }),
  }),
});

/** A verdict, with the chain that led to it. */
export const AccessExplanation = builder.objectRef<Explanation>('AccessExplanation').implement({
  description: 'Whether somebody may do something to a subject, and why.',
  extensions: { guard: embedded },
  fields: (t) => ({
    allowed: t.exposeBoolean('allowed', { description: 'The verdict, by the policy itself.' }),
    action: t.expose('action', { type: PolicyAction, description: 'What was asked about.' }),
    needs: t.expose('needs', { type: NeededRole, description: 'The lowest role that may do it.' }),
    effectiveRole: t.expose('effectiveRole', {
      type: MemberRole,
      nullable: true,
      description:
        'The role that counts: on the space or collection for what is done there, else in the organization; null for none.',
    }),
    steps: t.field({
      type: [AccessStep],
      description: 'The whole chain: token, organization, team, grants, default level, lock, deletion.',
      resolve: ({ steps }) => steps,
    }),
  }),
});

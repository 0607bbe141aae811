import { describe, expect, it } from 'vitest';
import { removeMember } from '../../../../src/modules/identity/members/actions.js';
import { createToken } from '../../../../src/modules/identity/tokens/operator-actions.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };

/** Objects for a test case: a change request of the author, and a member who leaves the organization in some cases. */
interface Scenario extends People {
  leaver: Person;
  proposal: ChangeRequestClient;
}

/**
 * Creates an organization with a space, an author, a reviewer and an agent token of the reviewer. `setScene` adds
 * another
 * leaver for each test case.
 */
async function seedPeople() {
  const { id: organization, admin } = await seedOrganization(test);
  const manual = await seedManual(test, { id: organization, admin });
  const [author, reviewer] = [
    await seedMember(test, organization, 'review'),
    await seedMember(test, organization, 'review'),
  ];
  const { token: agent } = await createToken(actor, { user: reviewer.id, scopes: ['agent'] });
  return { organization, space: manual.id, admin, author, reviewer, agent };
}

type People = Awaited<ReturnType<typeof seedPeople>>;

async function setScene(stage: People): Promise<Scenario> {
  const leaver = await seedMember(test, stage.organization, 'review');
  const proposal = await openChangeRequest(test, stage.space, stage.author.token);
  await test.rest('PATCH', proposal.path, { ...stage.author, body: { subject: '' } });
  return { ...stage, leaver, proposal };
}

const submitReview = async ({ proposal }: Scenario, token: string, status: string): Promise<void> =>
  expect((await test.rest('POST', `${proposal.path}/reviews`, { token, body: { status } })).status).toBe(201);

const edit = ({ proposal }: Scenario) => proposal.change({ operation: 'insert_page', title: 'More', document: {} });

/** Merges another change request, which moves the head. */
async function moveHead({ space, admin }: Scenario): Promise<void> {
  const other = await openChangeRequest(test, space, admin.token);
  await other.change({ operation: 'insert_page', title: 'First', document: {} });
  expect((await test.rest('POST', `${other.path}/merge`, admin)).body.result).toBe('merge');
}

/** Events before a merge, by the name of the case. `reviewStatus` is the status of the review. */
const cases: Record<string, (scene: Scenario, reviewStatus: string) => Promise<unknown>> = {
  unmet: async () => {},
  reviewed: (scene, reviewStatus) => submitReview(scene, scene.reviewer.token, reviewStatus),
  stale: async (scene, reviewStatus) => {
    await submitReview(scene, scene.reviewer.token, reviewStatus);
    await edit(scene);
  },
  'by the author': (scene, reviewStatus) => submitReview(scene, scene.author.token, reviewStatus),
  'by an agent': (scene, reviewStatus) => submitReview(scene, scene.agent, reviewStatus),
  'by a user who left': async (scene, reviewStatus) => {
    await submitReview(scene, scene.leaver.token, reviewStatus);
    await removeMember(actor, { organization: scene.organization, user: scene.leaver.id });
  },
};

type Case = keyof typeof cases;

/** A merge rule, and the cases in which it is met. */
interface Row {
  rule(scene: Scenario): object;
  /** Status of the reviews; default: `approved`. */
  reviewStatus?: string;
  /** Prepares the objects before the rule is set, so that the change request itself may meet the rule. */
  before?(scene: Scenario): Promise<unknown>;
  holds: Case[];
}

const all = Object.keys(cases);
const people = ({ author, reviewer, leaver }: Scenario) => [author, reviewer, leaver].map(({ id }) => id);
const patch = (body: object) => (scene: Scenario) => test.rest('PATCH', scene.proposal.path, { ...scene.author, body });
const note = { object: 'document', data: {}, nodes: [] };

const table: Record<string, Row> = {
  require_specific_reviewers: {
    rule: ({ reviewer }) => ({ rule: 'require_specific_reviewers', users: [reviewer.id] }),
    holds: ['reviewed'],
  },
  'require_specific_reviewers, with the author': {
    rule: ({ author }) => ({ rule: 'require_specific_reviewers', users: [author.id] }),
    holds: [],
  },
  'require_specific_reviewers, with a user who leaves': {
    rule: ({ reviewer, leaver }) => ({ rule: 'require_specific_reviewers', users: [reviewer.id, leaver.id] }),
    before: (scene) => submitReview(scene, scene.reviewer.token, 'approved'),
    holds: ['by a user who left'],
  },
  require_one_of_specific_reviewers: {
    rule: (scene) => ({ rule: 'require_one_of_specific_reviewers', users: people(scene) }),
    holds: ['reviewed'],
  },
  require_at_least_one_review: { rule: () => ({ rule: 'require_at_least_one_review' }), holds: ['reviewed'] },
  'require_all_reviews_approved, with approvals': {
    rule: () => ({ rule: 'require_all_reviews_approved' }),
    holds: all,
  },
  'require_all_reviews_approved, with requested changes': {
    rule: () => ({ rule: 'require_all_reviews_approved' }),
    reviewStatus: 'changes-requested',
    holds: ['unmet', 'stale', 'by the author', 'by a user who left'],
  },
  'require_all_reviews_approved, with a requested review': {
    rule: () => ({ rule: 'require_all_reviews_approved' }),
    before: ({ proposal, author, reviewer }) =>
      test.rest('POST', `${proposal.path}/requested-reviewers`, { ...author, body: { users: [reviewer.id] } }),
    holds: ['reviewed', 'stale'],
  },
  require_agent_review: { rule: () => ({ rule: 'require_agent_review' }), holds: ['by an agent'] },
  require_up_to_date_change_request: { rule: () => ({ rule: 'require_up_to_date_change_request' }), holds: all },
  'require_up_to_date_change_request, with a newer head': {
    rule: () => ({ rule: 'require_up_to_date_change_request' }),
    before: moveHead,
    holds: [],
  },
  'require_change_request_subject, without a subject': {
    rule: () => ({ rule: 'require_change_request_subject' }),
    holds: [],
  },
  require_change_request_subject: {
    rule: () => ({ rule: 'require_change_request_subject' }),
    before: patch({ subject: 'Said' }),
    holds: all,
  },
  'require_change_request_description, without a description': {
    rule: () => ({ rule: 'require_change_request_description' }),
    holds: [],
  },
  require_change_request_description: {
    rule: () => ({ rule: 'require_change_request_description' }),
    before: patch({ description: note }),
    holds: all,
  },
  'custom, with an expression about reviews': {
    rule: () => ({ rule: 'custom', expression: 'reviews.approved >= 1 || reviews.agent == 1' }),
    holds: ['reviewed', 'by an agent'],
  },
  'custom, with an expression about changes': {
    rule: () => ({ rule: 'custom', expression: 'changes.pages == 1 && changes.files == 0' }),
    holds: ['stale'],
  },
};

describe.each(['space', 'organization'])('a merge under a rule of the %s', async (place) => {
  const stage = await seedPeople();
  const setMergeRules = ({ space, organization, admin }: Scenario, rules: object[]) =>
    test.rest('PATCH', place === 'space' ? `/spaces/${space}` : `/orgs/${organization}`, {
      ...admin,
      body: { mergeRules: { type: 'rules', rules } },
    });

  for (const [name, { rule, reviewStatus = 'approved', before, holds: allowedCases }] of Object.entries(table)) {
    it(`${name} accepts a merge in these cases: ${allowedCases.join(', ') || 'only with a bypass'}`, async () => {
      for (const [caseName, runCase] of Object.entries(cases)) {
        const scene = await setScene(stage);
        await setMergeRules(scene, []);
        await before?.(scene);
        expect((await setMergeRules(scene, [rule(scene)])).status).toBe(200);
        await runCase(scene, reviewStatus);
        const { status, body } = await test.rest('POST', `${scene.proposal.path}/merge`, scene.admin);
        expect([caseName, status]).toEqual([caseName, allowedCases.includes(caseName) ? 200 : 409]);
        if (status === 200) continue;
        expect(body.error.message).toContain(`${(rule(scene) as { rule: string }).rule} takes `);
        if (caseName !== 'unmet') continue;
        const bypass = { rule: 'allow_bypass', users: [scene.admin.id] };
        await setMergeRules(scene, [rule(scene), bypass]);
        expect((await test.rest('POST', `${scene.proposal.path}/merge`, scene.admin)).status, caseName).toBe(200);
      }
    });
  }
});

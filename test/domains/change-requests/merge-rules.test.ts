import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedMember, seedOrganization } from '../../support/seed.js';
import { type Manual, seedManual } from '../manual-space.js';
import { openProposal, type Proposal } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
let proposal: Proposal;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openProposal(test, manual.id, token);
});

const ruleSpace = (...rules: object[]) =>
  test.rest('PATCH', `/spaces/${manual.id}`, { token, body: { mergeRules: { type: 'rules', rules } } });
const patch = (body: object) => test.rest('PATCH', proposal.path, { token, body });

async function expectUnmet(rule: string): Promise<void> {
  const { status, body } = await proposal.merge();
  expect([status, body.error.message]).toEqual([409, `The merge rule ${rule} is not met by change request 1`]);
  expect((await proposal.get()).status).toBe('open');
}

it('`require_up_to_date_change_request` is met by an update', async () => {
  await ruleSpace({ rule: 'require_up_to_date_change_request' });
  const other = await openProposal(test, manual.id, token);
  await other.change({ operation: 'delete_page', page: manual.page('guide/use') });
  expect((await other.merge()).status).toBe(200);
  await expectUnmet('require_up_to_date_change_request');
  await proposal.update();
  expect((await proposal.merge()).body.result).toBe('merge');
});

it('`require_change_request_subject` is met by a subject that is not blank', async () => {
  await ruleSpace({ rule: 'require_change_request_subject' });
  for (const subject of ['', '  ']) {
    await patch({ subject });
    await expectUnmet('require_change_request_subject');
  }
  await patch({ subject: 'Said' });
  expect((await proposal.merge()).status).toBe(200);
});

it('`require_change_request_description` is met by a description', async () => {
  await ruleSpace({ rule: 'require_change_request_description' });
  await expectUnmet('require_change_request_description');
  await patch({ description: { object: 'document', data: {}, nodes: [] } });
  expect((await proposal.merge()).status).toBe(200);
});

it.each([
  'require_specific_reviewers',
  'require_one_of_specific_reviewers',
  'require_at_least_one_review',
  'require_all_reviews_approved',
  'require_agent_review',
  'custom',
])('`%s` takes a review, which nobody can give yet: it is never met', async (rule) => {
  await ruleSpace({ rule, users: [acme.admin.id] });
  await expectUnmet(rule);
});

it('`allow_bypass` lets those whom it names through, and nobody else', async () => {
  const reviewer = await seedMember(test, acme.id, 'review');
  const rules = [{ rule: 'require_at_least_one_review' }, { rule: 'allow_bypass', users: [reviewer.id] }];
  await ruleSpace(...rules);
  await expectUnmet('require_at_least_one_review');
  expect((await test.rest('POST', `${proposal.path}/merge`, reviewer)).body.result).toBe('merge');
});

it('the first rule that is not met is named', async () => {
  await ruleSpace({ rule: 'require_change_request_subject' }, { rule: 'custom' });
  await expectUnmet('custom');
});

it('a space that inherits is held to the rules of its organization; one with `none` to no rules', async () => {
  const globex = await seedOrganization(test);
  const mergeRules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] };
  await test.rest('PATCH', `/orgs/${globex.id}`, { ...globex.admin, body: { mergeRules } });
  const inheriting = await seedManual(test, globex);
  const one = await openProposal(test, inheriting.id, globex.admin.token);
  expect((await one.merge()).status).toBe(409);
  const body = { mergeRules: { type: 'none' } };
  await test.rest('PATCH', `/spaces/${inheriting.id}`, { ...globex.admin, body });
  expect((await one.merge()).status).toBe(200);
});

it('an update is not held to the rules', async () => {
  await ruleSpace({ rule: 'require_at_least_one_review' });
  expect((await proposal.update()).body.result).toBe('update');
});

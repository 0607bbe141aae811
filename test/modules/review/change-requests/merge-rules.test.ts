import { beforeEach, describe, expect, it } from 'vitest';
import { removeMember } from '../../../../src/modules/identity/members/actions.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, token);
});

const ruleSpace = (...rules: object[]) =>
  test.rest('PATCH', `/spaces/${manual.id}`, { token, body: { mergeRules: { type: 'rules', rules } } });
const patch = (body: object) => test.rest('PATCH', proposal.path, { token, body });

async function expectUnmet(rule: string): Promise<void> {
  const { status, body } = await proposal.merge();
  expect(status).toBe(409);
  expect(body.error.message).toContain(`The merge rules are not met by change request 1: ${rule} takes `);
  expect((await proposal.get()).status).toBe('open');
}

it('`require_up_to_date_change_request` is met by an update', async () => {
  await ruleSpace({ rule: 'require_up_to_date_change_request' });
  const other = await openChangeRequest(test, manual.id, token);
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

it('`allow_bypass` applies only to the users that it names', async () => {
  const reviewer = await seedMember(test, acme.id, 'review');
  const rules = [{ rule: 'require_at_least_one_review' }, { rule: 'allow_bypass', users: [reviewer.id] }];
  await ruleSpace(...rules);
  await expectUnmet('require_at_least_one_review');
  expect((await test.rest('POST', `${proposal.path}/merge`, reviewer)).body.result).toBe('merge');
});

it('a refused merge reports every rule, and in GraphQL the users who can satisfy it', async () => {
  const reviewer = await seedMember(test, acme.id, 'review');
  const specific = { rule: 'require_specific_reviewers', users: [reviewer.id] };
  await ruleSpace({ rule: 'require_change_request_subject' }, specific, { rule: 'require_up_to_date_change_request' });
  const { body } = await proposal.merge();
  expect(body.error.message).toBe(
    `The merge rules are not met by change request 1: require_specific_reviewers takes an approval by each of the users that it names (${reviewer.id}); met: require_change_request_subject, require_up_to_date_change_request`,
  );
  const merge = `mutation { mergeChangeRequest(input: { space: "${manual.id}", changeRequest: "1" }) { outcome } }`;
  const { errors } = await test.graphql(merge, acme.admin);
  const ruleResults = (errors![0]!.extensions as { rules: { rule: string; holds: boolean; users: string[] }[] }).rules;
  expect(ruleResults.map(({ rule, holds, users }) => [rule, holds, users])).toEqual([
    ['require_change_request_subject', true, []],
    ['require_specific_reviewers', false, [reviewer.id]],
    ['require_up_to_date_change_request', true, []],
  ]);
});

it('GraphQL reports before a merge which rules hold, and the users who can satisfy the others', async () => {
  const reviewer = await seedMember(test, acme.id, 'review');
  await ruleSpace({ rule: 'require_one_of_specific_reviewers', users: [reviewer.id] });
  const query = `{ changeRequest(id: "${proposal.id}") {
    mergeRules { ...judged } mergePreview { rules { ...judged } }
  } }
  fragment judged on JudgedMergeRule { holds needs rule { rule users { id } } users { id } }`;
  const readMergeRule = async () => {
    const { mergeRules, mergePreview } = (await test.graphql(query, acme.admin)).data.changeRequest;
    expect(mergePreview.rules).toEqual(mergeRules);
    return mergeRules[0];
  };
  const rule = { rule: 'REQUIRE_ONE_OF_SPECIFIC_REVIEWERS', users: [{ id: reviewer.id }] };
  const needs = 'an approval by one of the users that it names';
  expect(await readMergeRule()).toEqual({ holds: false, needs, rule, users: [{ id: reviewer.id }] });
  await test.rest('POST', `${proposal.path}/reviews`, { ...reviewer, body: { status: 'approved' } });
  expect(await readMergeRule()).toEqual({ holds: true, needs, rule, users: [] });
});

describe('writing rules', () => {
  const refusal = async (...rules: object[]) => {
    const { status, body } = await ruleSpace(...rules);
    return [status, body.error?.message];
  };

  it('accepts only users who are members or are already in the rules', async () => {
    const leaver = await seedMember(test, acme.id, 'review');
    const rule = { rule: 'allow_bypass', users: [leaver.id] };
    expect(await refusal(rule)).toEqual([200, undefined]);
    await removeMember({ store: test.store, viewer: test.operator }, { organization: acme.id, user: leaver.id });
    expect(await refusal({ ...rule, users: [leaver.id, acme.admin.id] })).toEqual([200, undefined]);
    const stranger = { rule: 'require_specific_reviewers', users: ['usr_00000000000000000000000000'] };
    expect(await refusal(rule, stranger)).toEqual([
      400,
      '`mergeRules.rules[1].users[0]` must be the id of a member of the organization (got "usr_00000000000000000000000000")',
    ]);
  });

  it.each([
    ['', 'the expression is empty'],
    ['reviews.approved >=', 'Expected expression after >= at character 20'],
    ['page.title == ""', 'page'],
    ['now() > 3', 'now'],
  ])('returns 400 for the invalid expression %j', async (expression, fault) => {
    const [status, message] = await refusal({ rule: 'custom', expression });
    expect(status).toBe(400);
    expect(message).toContain('`mergeRules.rules[0].expression` must be an expression: ');
    expect(message).toContain(fault);
  });
});

it('a space applies the merge rules of its organization by default, and no rules with the type `none`', async () => {
  const globex = await seedOrganization(test);
  const mergeRules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] };
  await test.rest('PATCH', `/orgs/${globex.id}`, { ...globex.admin, body: { mergeRules } });
  const inheriting = await seedManual(test, globex);
  const one = await openChangeRequest(test, inheriting.id, globex.admin.token);
  expect((await one.merge()).status).toBe(409);
  const body = { mergeRules: { type: 'none' } };
  await test.rest('PATCH', `/spaces/${inheriting.id}`, { ...globex.admin, body });
  expect((await one.merge()).status).toBe(200);
});

it('an update of a change request ignores the merge rules', async () => {
  await ruleSpace({ rule: 'require_at_least_one_review' });
  expect((await proposal.update()).body.result).toBe('update');
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { actionsRefusedWhenLocked, requiredRole } from '../../src/access/required-roles.js';
import { createOrganization } from '../../src/modules/identity/members/creation-actions.js';
import { createUser } from '../../src/modules/identity/members/user-actions.js';
import { createToken } from '../../src/modules/identity/tokens/operator-actions.js';
import { AppError } from '../../src/platform/base/errors.js';
import { packagePath } from '../../src/platform/base/package-path.js';
import { openChangeRequest } from '../modules/review/change-requests/proposal.js';
import { type TestApp, testApp } from '../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../support/seed.js';

const test: TestApp = await testApp();
const acme = await seedOrganization(test);

/** All expressions of the source that create a FORBIDDEN error, with their arguments. */
const refusals = readdirSync(packagePath('src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('generated') && path !== 'platform/base/errors.ts')
  .flatMap((path) => {
    const text = readFileSync(join(packagePath('src'), path), 'utf8');
    return [...text.matchAll(/(new AppError\(\s*'FORBIDDEN'|[^.\w]forbidden\()/g)].map(({ index }) => ({
      path,
      made: text.slice(index, text.indexOf(';', index)),
    }));
  });

it('every FORBIDDEN error in the source has an action and the needed role', () => {
  expect(refusals.length).toBeGreaterThan(2);
  const incomplete = refusals.filter(({ made }) => made.includes('AppError(') && !/action.*needs/s.test(made));
  expect(incomplete).toEqual([]);
});

it('a role that is too low is refused with the action and the needed role, on /v1 and in GraphQL', async () => {
  const reader = await seedMember(test, acme.id, 'read');
  const space = await seedSpace(test, acme.id);
  const { status, body } = await test.rest('PATCH', `/spaces/${space}`, { ...reader, body: { title: 'Mine' } });
  expect([status, body.error.message]).toEqual([403, 'space.update needs the role admin; yours is read']);
  const { errors } = await test.graphql(
    'mutation ($space: ID!) { updateSpace(input: { space: $space, title: "Mine" }) { space { id } } }',
    { ...reader, variables: { space } },
  );
  expect(errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN', action: 'space.update', needs: 'admin' });
});

it('a change of a locked space is refused to everyone with the action and the needed role', async () => {
  const space = await seedSpace(test, acme.id);
  const proposal = await openChangeRequest(test, space, acme.admin.token);
  await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { editMode: 'locked' } });
  const path = `/spaces/${space}/change-requests`;
  const change = { changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'Text.\n' } }] };
  for (const [url, body, action] of [
    [path, {}, 'changeRequest.create'],
    [`${path}/${proposal.id}/content`, change, 'changeRequest.edit'],
    [`${path}/${proposal.id}/update`, undefined, 'changeRequest.edit'],
    [`${path}/${proposal.id}/merge`, undefined, 'changeRequest.merge'],
  ] as const) {
    const answer = await test.rest('POST', url, { ...acme.admin, body });
    expect([url, answer.status]).toEqual([url, 403]);
    expect(answer.body.error.message).toContain(`${action} needs the role ${requiredRole[action]}`);
    expect(actionsRefusedWhenLocked).toContain(action);
  }
  const { errors } = await test.graphql(
    'mutation ($space: ID!) { createChangeRequest(input: { space: $space }) { changeRequest { id } } }',
    { ...acme.admin, variables: { space } },
  );
  const named = { code: 'FORBIDDEN', reason: 'SPACE_LOCKED', action: 'changeRequest.create', needs: 'edit' };
  expect(errors![0]!.extensions).toMatchObject(named);
});

it('actions of the operator are refused to other users with the action and the needed role', async () => {
  const viewer = {
    kind: 'user' as const,
    userId: acme.admin.id,
    tokenId: 'tok',
    roles: new Map([[acme.id, 'admin' as const]]),
    allowed: null,
    isAgent: false,
    organizationId: null,
  };
  const actor = { store: test.store, viewer };
  for (const [action, run] of [
    ['createUser', () => createUser(actor, { email: 'a@b.test', name: 'A' })],
    ['createToken', () => createToken(actor, { user: acme.admin.id })],
    ['createOrganization', () => createOrganization(actor, { title: 'Mine' })],
  ] as const) {
    const refused = await Promise.resolve()
      .then<unknown>(run)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    const { code, message, detail } = refused as AppError;
    expect([code, detail.action, detail.needs]).toEqual(['FORBIDDEN', action, 'operator']);
    expect(message).toContain(`${action} needs the operator`);
  }
});

import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../src/api/rest/operations.js';
import { restDocuments } from '../../src/app/rest-documents.js';
import { testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';
import { internalSchema } from '../support/shared-schema.js';

// Tests bodies that may have unknown members; see docs/rest.md, "Deviations from the documented interface".

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const space = (await send(`POST /orgs/${organization}/spaces`, { title: 'Manual' })).body.id;
const operations = compileOperations(internalSchema, restDocuments()).operations.filter(
  ({ route }) => route.freeProperties,
);

/** Requests with an open body, each with a wrong name that clients use for one of its members, by operation id. */
const calls: Record<string, { request: string; misnomer: [wrong: string, right: string] }> = {
  createSpace: { request: `POST /orgs/${organization}/spaces`, misnomer: ['name', 'title'] },
  createChangeRequest: { request: `POST /spaces/${space}/change-requests`, misnomer: ['name', 'subject'] },
};

async function send(request: string, body: object) {
  const [method, path] = request.split(' ') as [string, string];
  return test.rest(method, path, { token: admin.token, body });
}

describe('bodies with unknown members', () => {
  it('are tested for every operation with an open body', () => {
    expect(operations.map(({ route }) => route.id).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  const cases = operations.flatMap(({ route, variables }) => {
    const { request, misnomer } = calls[route.id]!;
    const members = variables.filter(({ place }) => place === 'body').map(({ wireName }) => wireName);
    const misspelt = members.map((name): [string, string] => [`${name[1]}${name[0]}${name.slice(2)}`, name]);
    return [misnomer, ...misspelt].map(([wrong, right]) => ({ id: route.id, request, wrong, right }));
  });

  it.each(cases)('in $id are refused for `$wrong`, with the suggestion `$right`', async ({ request, wrong, right }) => {
    const { status, body } = await send(request, { [wrong]: 'x' });
    expect([status, body.error.message]).toEqual([400, `Unknown field \`${wrong}\`. Did you mean \`${right}\`?`]);
  });

  it.each(Object.entries(calls))('in %s are accepted for all other names', async (_id, { request }) => {
    const { status } = await send(request, { private: true, nickname: 'x', type: null });
    expect(status).toBe(201);
  });
});

import { getNamedType, isScalarType } from 'graphql';
import { expect, it } from 'vitest';
import { restExtension } from '../../src/api/inputs/extensions.js';
import type { RestVariable } from '../../src/api/rest/documents/variables.js';
import { compileOperations } from '../../src/api/rest/operations.js';
import { restDocuments } from '../../src/app/rest-documents.js';
import { testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';
import { internalSchema } from '../support/shared-schema.js';

// Some path parameters have a rule for their text, such as the pattern of a slug. If a text breaks the rule, writes
// report the rule, and reads return 404.

const test = await testApp();
const { id: organizationId, admin } = await seedOrganization(test);
const { operations } = compileOperations(internalSchema, restDocuments());

/**
 * Texts that break the rule of a path parameter, by name of the parameter. `rule` is the rule as the error states it.
 */
const invalidTexts: Record<string, [text: string, rule: string][]> = {
  specSlug: [
    ['a--b', 'match ^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$'],
    ['-a', 'match ^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$'],
    ['a_b', 'match ^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$'],
    ['a'.repeat(300), 'be at most 100 characters'],
  ],
};

/**
 * Expected status by method. Deleting an object with an invalid name succeeds, like deleting one that does not exist.
 */
const statuses: Record<string, number> = { PUT: 400, PATCH: 400, GET: 404, DELETE: 204 };

/** Valid bodies, so that only the path can cause an error. */
const bodies: Record<string, object> = {
  PUT: { source: { url: 'https://example.org/api.json' } },
  PATCH: { visibility: 'public' },
};

function hasRule({ place, type }: RestVariable): boolean {
  const named = getNamedType(type);
  return place === 'path' && isScalarType(named) && restExtension(named).schema !== undefined;
}

it('every path parameter with a rule has invalid examples in this test', () => {
  const names = operations.flatMap(({ variables }) => variables.filter(hasRule).map(({ wireName }) => wireName));
  expect([...new Set(names)]).toEqual(Object.keys(invalidTexts));
});

const cases = Object.entries(invalidTexts).flatMap(([parameter, texts]) =>
  operations
    .filter(({ route }) => route.parameters.includes(parameter))
    .flatMap(({ route }) => texts.map(([text, rule]) => ({ id: route.id, route, parameter, text, rule }))),
);

it.each(cases)(
  '$id checks the path parameter $parameter by its rule: $text',
  async ({ route, parameter, text, rule }) => {
    const path = route.path
      .replace('/v1', '')
      .replace('{organizationId}', organizationId)
      .replace(`{${parameter}}`, text)
      .replace(/\{\w+\}/g, 'x');
    const answer = await test.rest(route.method, path, { token: admin.token, body: bodies[route.method] });
    expect(answer.status).toBe(statuses[route.method]);
    if (answer.status === 400) expect(answer.body.error.message).toContain(`\`${parameter}\` must ${rule}`);
  },
);

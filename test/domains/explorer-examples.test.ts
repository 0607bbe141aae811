import { readFileSync } from 'node:fs';
import { Kind, type OperationDefinitionNode, parse, print } from 'graphql';
import { expect, it } from 'vitest';
import { packagePath } from '../../src/package-path.js';
import { testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';
import { seedManual } from './manual-space.js';

const test = await testApp();
const acme = await seedOrganization(test);
const manual = await seedManual(test, acme);

const { definitions } = parse(readFileSync(packagePath('src/http/explorer-examples.graphql'), 'utf8'));
const examples = definitions
  .filter((definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION)
  .map((operation) => [operation.name!.value, print(operation)] as const);

it.each(examples)('the example %s of the explorer answers for a space', async (_name, query) => {
  const { token } = acme.admin;
  const head = await test.graphql('query ($id: ID!) { space(id: $id) { revisionId } }', {
    token,
    variables: { id: manual.id },
  });
  const revision = head.data.space.revisionId;
  const variables = { space: manual.id, from: revision, to: revision };
  const { data, errors } = await test.graphql(query, { token, variables });
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).not.toMatch(/"(space|page|revisionById)":null/);
});

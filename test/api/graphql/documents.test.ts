import { readFileSync } from 'node:fs';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { expect, it } from 'vitest';
import * as documents from '../../../src/generated/documents.js';
import {
  MeDocument,
  OpenChangeRequestDocument,
  PageDocument,
  SpacesDocument,
} from '../../../src/generated/documents.js';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test, 'Acme');
const space = await seedSpace(test, organization);

/** Runs a generated document. The result has the type that codegen generated for it. */
async function run<Data, Variables extends object>(document: TypedDocumentNode<Data, Variables>, variables: Variables) {
  const { data, errors } = await test.graphql(print(document), { token: admin.token, variables });
  expect(errors).toBeUndefined();
  return data as Data;
}

it('the example that reads the viewer runs, and its result has the generated types', async () => {
  const { viewer, organizations } = await run(MeDocument, {});
  expect(viewer?.email).toBe(admin.email);
  expect(organizations?.nodes?.map(({ title }) => title)).toEqual(['Acme']);
});

it('the example that lists spaces runs, and its result has the generated types', async () => {
  const { organizations } = await run(SpacesDocument, {});
  expect(organizations?.nodes?.[0]?.spaces?.nodes?.[0]?.revision?.pages?.nodes?.[0]?.title).toBe('Welcome');
});

it('the example that reads a page runs, and its result has the generated types', async () => {
  const { space: found } = await run(PageDocument, { space });
  const page = found?.revision?.page;
  expect(page && 'content' in page && page.content?.markdown).toBe('# Welcome\n\nHello.\n');
});

it('the example that opens a change request runs as typed', async () => {
  const { createChangeRequest } = await run(OpenChangeRequestDocument, { space });
  expect(createChangeRequest?.changeRequest?.number).toBe(1);
});

it('every documented operation has a generated document, even if several routes share an operation', () => {
  const described = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(described.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  const names = new Set(Object.keys(documents).map((name) => name.toLowerCase()));
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter((id) => !names.has(`${id.toLowerCase()}document`))).toEqual([]);
});

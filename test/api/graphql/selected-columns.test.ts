import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { openChangeRequest } from '../../modules/review/change-requests/proposal.js';
import { testApp } from '../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../support/seed.js';
import { schema } from '../../support/shared-schema.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const editor = await seedMember(test, id, 'edit');
const space = await seedSpace(test, id, { 'README.md': '# Welcome\n' });
await openChangeRequest(test, space, admin.token);

/** Selections that lead from the organization to a list of each type whose guard declares its columns. */
const lists: Record<string, (selection: string) => string> = {
  Space: (selection) => `spaces { nodes ${selection} }`,
  ChangeRequest: (selection) => `changeRequests { nodes ${selection} }`,
};

/** A field per type that declares no columns. If it is selected, all columns are read. */
const fieldReadingAllColumns: Record<string, string> = {
  Space: 'changeRequestCounts { open }',
  ChangeRequest: 'outdated',
};

const listed = (type: string, selection: string) =>
  `query ($id: ID!) { organization(id: $id) { ${lists[type]!(selection)} } }`;
const ask = (type: string, selection: string, token = admin.token) =>
  test.graphql(listed(type, selection), { token, variables: { id } });

/**
 * Returns selections of all fields of a type without required arguments. A field with an object type selects
 * `__typename` and its scalar fields.
 */
function fieldsOf(name: string): string[] {
  const fields = Object.values((schema.getType(name) as GraphQLObjectType).getFields());
  return fields.filter(isListOrPlain).map((field) => field.name + selected(field));
}

function isListOrPlain({ args, type }: GraphQLField<unknown, unknown>): boolean {
  return !args.length || (/Connection$/.test(getNamedType(type).name) && !args.some(isRequiredArgument));
}

function selected({ type }: { type: Parameters<typeof getNamedType>[0] }): string {
  const inner = getNamedType(type)!;
  if (!isCompositeType(inner)) return '';
  const own = isObjectType(inner) ? Object.values(inner.getFields()) : [];
  const plain = own.filter((field) => !isCompositeType(getNamedType(field.type)) && !field.args.length);
  return ` { ${['__typename', ...plain.map(({ name }) => name)].join(' ')} }`;
}

it('every type whose guard declares its columns has an entry in this test', () => {
  const types = Object.values(schema.getTypeMap()).filter((type) => type.extensions.reads);
  expect(types.map(({ name }) => name).sort()).toEqual(Object.keys(lists).sort());
});

describe.each(Object.keys(lists))('a list of %s', (type) => {
  it.each(fieldsOf(type))('returns the same `%s` with and without the other columns', async (field) => {
    for (const { token } of [admin, editor]) {
      const alone = await ask(type, `{ ${field} }`, token);
      const withAllColumns = await ask(type, `{ all: ${fieldReadingAllColumns[type]} ${field} }`, token);
      const errorMessages = (answer: typeof alone) => answer.errors?.map(({ message }) => message);
      expect(errorMessages(alone)).toEqual(errorMessages(withAllColumns));
      if (alone.errors) continue;
      const name = field.split(' ')[0]!;
      const values = (answer: typeof alone) =>
        Object.values<any>(answer.data.organization)[0].nodes.map((node: any) => node[name]);
      expect(values(alone)).toEqual(values(withAllColumns));
      expect(values(alone)).toHaveLength(1);
    }
  });
});

it('a list reads only the columns that the whole operation selects and that its guard and order need', async () => {
  const text = `query ($id: ID!) {
    organization(id: $id) { spaces { nodes { id ...Named } } }
    other: organization(id: $id) { spaces { nodes { language } } }
  }
  fragment Named on Space { title }`;
  const statements = await test.batches(async () => {
    const answer = await test.graphql(text, { token: admin.token, variables: { id } });
    expect(answer.errors).toBeUndefined();
  });
  const lists = statements.filter((statement) => statement.includes('from "Space"'));
  const columns = lists.map((statement) =>
    [...statement.matchAll(/"Space"\."\w+" as "(\w+)"/g)].map(([, name]) => name),
  );
  const needed = ['id', 'organizationId', 'parentId', 'title', 'language', 'resolvedLevel', 'deletedAt'];
  expect(columns.map((names) => names.sort())).toEqual([needed.sort()]);
});

import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { faultsOf, schemaRules } from '../../scripts/schema-rules.mjs';

/** For each rule: part of a schema that breaks it, and the expected message. */
const broken: Record<string, [sdl: string, fault: string]> = {
  'mutation-name': ['type Mutation { space(input: SpaceInput!): SpacePayload }', 'Mutation.space must be a verb'],
  'mutation-shape': ['type Mutation { addSpace(space: ID): Int }', 'must have one argument, `input: AddSpaceInput!`'],
  'payload-object': ['type Mutation { addSpace(input: AddSpaceInput!): AddSpacePayload }', 'must have the object'],
  'id-argument': ['type Thing { space(spaceId: ID): Int }', 'Thing.space(spaceId) must be named for its object'],
  'nullable-connection': ['type Thing { list: ThingConnection! }', 'Thing.list must be nullable'],
  'non-null-items': ['type Thing { list: [Int] }', 'The items of Thing.list must not be null'],
  'list-arguments': ['type Thing { list(open: Int): ThingConnection }', '(open) must be a member of `filter`'],
  'list-types': ['type Thing { list(orderBy: Int): Int }', 'must have the type `[<Item>Order!]`'],
  'specified-scalar': ['scalar Mine', 'The scalar Mine must say with @specifiedBy'],
  'enum-suffix': ['enum KindEnum { ONE }', 'must be named without `Enum`'],
  description: ['"""No period"""\ntype Thing { list: Int }', 'The description of Thing must be sentences'],
  deprecation: ['type Thing { old: Int @deprecated(reason: "Old.") }', 'The deprecation of Thing.old must name'],
};

const common = `type Query { kept: Int } input SpaceInput { a: Int } input AddSpaceInput { a: Int }
  type SpacePayload { a: Int } type AddSpacePayload { a: Int } type ThingConnection { totalCount: Int }`;

describe('the rules of the schema', () => {
  it.each(Object.keys(schemaRules))('%s reports a schema that breaks it', (rule) => {
    const [sdl, fault] = broken[rule]!;
    const types = sdl.includes('type Thing {') ? '' : 'type Thing { a: Int }';
    const faults = faultsOf(buildSchema(`${common} ${types} ${sdl}`)).filter((one) => one.startsWith(`${rule}: `));
    expect(faults.join('\n')).toContain(fault);
  });

  it('are all described in the guide', () => {
    const guide = readFileSync('docs/schema-guide.md', 'utf8');
    expect(Object.keys(schemaRules).filter((rule) => !guide.includes(`\`${rule}\``))).toEqual([]);
  });
});

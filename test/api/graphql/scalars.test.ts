import { type GraphQLObjectType, type GraphQLScalarType, getNamedType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../support/shared-schema.js';

const scalar = (name: string) => schema.getType(name) as GraphQLScalarType;

describe('the size of a file', () => {
  const { type } = (schema.getType('File') as GraphQLObjectType).getFields().size!;
  const size = getNamedType(type) as GraphQLScalarType;

  it('is an integer that may exceed 2^31', () => {
    expect([String(type), size.serialize(2 ** 40)]).toEqual(['SafeInt!', 2 ** 40]);
    expect(() => size.serialize(1.5)).toThrow('SafeInt cannot represent non-integer value: 1.5');
  });
});

describe('JSONObject', () => {
  it('serializes objects unchanged and refuses any other value', () => {
    expect(scalar('JSONObject').serialize({ a: [1, { b: null }] })).toEqual({ a: [1, { b: null }] });
    for (const other of [[], 'x', 1]) expect(() => scalar('JSONObject').serialize(other)).toThrow('JSONObject cannot');
  });
});

describe('URL', () => {
  it('serializes the original text, which the library would normalize', () => {
    expect(scalar('URL').serialize('https://Acme.test')).toBe('https://Acme.test');
  });
});

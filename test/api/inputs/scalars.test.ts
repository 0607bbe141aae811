import { GraphQLScalarType } from 'graphql';
import { expect, it } from 'vitest';
import { compileScalar } from '../../../src/api/inputs/scalars.js';

it('an object that was parsed as a type is not parsed again, except as another type', () => {
  const parseCalls: string[] = [];
  const type = (name: string) =>
    new GraphQLScalarType({
      name,
      parseValue: () => parseCalls.push(name),
      extensions: { rest: { schema: { type: 'object' } } },
    });
  const [one, other] = [type('One'), type('Other')];
  const value = { text: 'x' };
  for (const of of [one, one, other]) compileScalar(of)(value, 'member');
  expect(parseCalls).toEqual(['One', 'Other']);
});

import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../support/shared-schema.js';

interface DescribedElement {
  name: string;
  description?: string | null | undefined;
}

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

/** Returns the type, fields, arguments and values of a type that need a description, by path: `Query.node(id:)`. */
function partsOf(type: GraphQLNamedType): [string, DescribedElement][] {
  if (isEnumType(type)) return type.getValues().map((value) => [`${type.name}.${value.name}`, value]);
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field]);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field): [string, DescribedElement][] => [
    [`${type.name}.${field.name}`, field],
    ...field.args.map((argument): [string, DescribedElement] => [
      `${type.name}.${field.name}(${argument.name}:)`,
      argument,
    ]),
  ]);
}

const parts = types.flatMap((type): [string, DescribedElement][] => [[type.name, type], ...partsOf(type)]);

it('every type, field, argument, input field and enum value has a description', () => {
  expect(parts.length).toBeGreaterThan(500);
  expect(parts.filter(([, { description }]) => !description?.trim()).map(([path]) => path)).toEqual([]);
});

const fieldArguments = types
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ path: `${type.name}.${field.name}`, ...field })))
  .flatMap(({ path, args }) => args.map((argument) => ({ path: `${path}(${argument.name}:)`, argument })));

it('no description of an optional argument has a colon, because genql would then require the arguments', () => {
  const optional = fieldArguments.filter(({ argument }) => !isRequiredArgument(argument));
  expect(optional.length).toBeGreaterThan(300);
  const withColon = optional.filter(({ argument }) => argument.description?.includes(':'));
  expect(withColon.map(({ path }) => path)).toEqual([]);
});

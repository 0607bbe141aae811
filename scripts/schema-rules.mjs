import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';

// Our own rules for the schema, in addition to those of graphql-eslint. docs/schema-guide.md explains each rule under
// its name.

/** Returns the types with fields, without the built-in ones. */
const typesWithFields = (schema) =>
  Object.values(schema.getTypeMap()).filter(
    (type) => (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__'),
  );

/** Returns every output field with its parent type. */
const fieldsWithParents = (schema) =>
  typesWithFields(schema).flatMap((parent) => Object.values(parent.getFields()).map((field) => ({ parent, field })));

/** Returns every argument and input field with its parent. */
const inputsWithPositions = (schema) => [
  ...fieldsWithParents(schema).flatMap(({ parent, field }) =>
    field.args.map((input) => ({ on: `${parent.name}.${field.name}`, input })),
  ),
  ...Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((input) => ({ on: type.name, input }))),
];

const isConnection = (type) => getNamedType(type).name.endsWith('Connection');

/** Lists that return objects in the order of the given ids, with null for each id without an object. */
const mayHaveNulls = ['Query.nodes', 'MergeRule.users'];

/** Verbs that names of mutations may begin with. */
const verbs =
  'accept|add|apply|confirm|create|delete|disable|duplicate|enable|erase|ingest|invite|join|merge|move|post|publish|refresh|regenerate|remove|replay|request|resolve|restore|revert|revoke|run|set|sort|submit|transfer|unpublish|update|upload';

/**
 * Arguments that lists may have in addition to the page arguments: the conventional ones, and those that some lists
 * need.
 */
const listArguments = [
  'filter',
  'orderBy',
  'search',
  'query',
  'mode',
  'scope',
  'siteSpaceId',
  'siteSpaceIds',
  'shareKey',
  'to',
  'computed',
  'provider',
  'groups',
];
const pageArguments = ['first', 'after', 'last', 'before'];

/** The rules by name. Each returns one sentence for every violation. */
export const schemaRules = {
  'mutation-name': (schema) =>
    Object.values(schema.getMutationType()?.getFields() ?? {})
      .filter(({ name }) => !new RegExp(`^(${verbs})[A-Z]`).test(name))
      .map(({ name }) => `Mutation.${name} must be a verb and a noun`),

  'mutation-shape': (schema) =>
    Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, args, type }) => {
      const pascal = name[0].toUpperCase() + name.slice(1);
      const [input, ...others] = args;
      const isRight = input?.name === 'input' && String(input.type) === `${pascal}Input!` && others.length === 0;
      return [
        ...(isRight ? [] : [`Mutation.${name} must have one argument, \`input: ${pascal}Input!\``]),
        ...(String(type) === `${pascal}Payload` ? [] : [`Mutation.${name} must return \`${pascal}Payload\`, nullable`]),
      ];
    }),

  'payload-object': (schema) =>
    Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, type }) => {
      const fields = Object.values(getNamedType(type).getFields?.() ?? {});
      const isTelling = fields.some(
        (field) =>
          isObjectType(getNamedType(field.type)) ||
          isInterfaceType(getNamedType(field.type)) ||
          field.name === 'deletedId',
      );
      return isTelling ? [] : [`The payload of Mutation.${name} must have the object that changed, or \`deletedId\``];
    }),

  'id-argument': (schema) =>
    inputsWithPositions(schema)
      // Exception: the arguments `siteSpaceId(s)` have the names that the search scope uses in JSON.
      .filter(({ input }) => !/^siteSpaceIds?$/.test(input.name))
      .filter(({ input }) => getNamedType(input.type).name === 'ID' && /[a-z]Ids?$/.test(input.name))
      .map(({ on, input }) => `${on}(${input.name}) must be named for its object, without \`Id\``),

  'nullable-connection': (schema) =>
    fieldsWithParents(schema)
      .filter(({ field }) => isConnection(field.type) && isNonNullType(field.type))
      .map(({ parent, field }) => `${parent.name}.${field.name} must be nullable: a list can fail`),

  'non-null-items': (schema) =>
    fieldsWithParents(schema)
      .filter(({ field }) => {
        const list = getNullableType(field.type);
        return isListType(list) && !isNonNullType(list.ofType);
      })
      .filter(({ parent, field }) => !mayHaveNulls.includes(`${parent.name}.${field.name}`))
      .map(({ parent, field }) => `The items of ${parent.name}.${field.name} must not be null`),

  'list-arguments': (schema) =>
    fieldsWithParents(schema)
      .filter(({ field }) => isConnection(field.type))
      .flatMap(({ parent, field }) => {
        const names = field.args.map(({ name }) => name);
        const missing = pageArguments.filter((name) => !names.includes(name));
        const others = names.filter((name) => !pageArguments.includes(name) && !listArguments.includes(name));
        const at = `${parent.name}.${field.name}`;
        return [
          ...missing.map((name) => `${at} must have the argument \`${name}\``),
          ...others.map((name) => `${at}(${name}) must be a member of \`filter\``),
        ];
      }),

  'list-types': (schema) =>
    inputsWithPositions(schema).flatMap(({ on, input }) => {
      const type = getNamedType(input.type);
      if (input.name === 'filter' && !(isInputObjectType(type) && type.name.endsWith('Filter')))
        return [`${on}(filter) must have an input type whose name ends in \`Filter\``];
      if (input.name === 'orderBy' && !/^\[\w+Order!\]$/.test(String(input.type)))
        return [`${on}(orderBy) must have the type \`[<Item>Order!]\``];
      return input.name === 'search' && String(input.type) !== 'String'
        ? [`${on}(search) must have the type \`String\``]
        : [];
    }),

  'specified-scalar': (schema) =>
    Object.values(schema.getTypeMap())
      .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type) && !type.specifiedByURL)
      .map(({ name }) => `The scalar ${name} must say with @specifiedBy where its form is described`),

  'enum-suffix': (schema) =>
    Object.values(schema.getTypeMap())
      .filter((type) => isEnumType(type) && !type.name.startsWith('__') && /Enum$/.test(type.name))
      .map(({ name }) => `The enumeration ${name} must be named without \`Enum\``),

  description: (schema) =>
    [
      ...fieldsWithParents(schema).map(({ parent, field }) => [`${parent.name}.${field.name}`, field.description]),
      ...inputsWithPositions(schema).map(({ on, input }) => [`${on}(${input.name})`, input.description]),
      ...Object.values(schema.getTypeMap())
        .filter(({ name }) => !name.startsWith('__'))
        .map((type) => [type.name, type.description]),
    ]
      .filter(([, text]) => !/[.:!?]$/.test(text?.trim() ?? ''))
      .map(([name]) => `The description of ${name} must be sentences that end in a period`),

  deprecation: (schema) =>
    [
      ...fieldsWithParents(schema).map(({ parent, field }) => [
        `${parent.name}.${field.name}`,
        field.deprecationReason,
      ]),
      ...inputsWithPositions(schema).map(({ on, input }) => [`${on}(${input.name})`, input.deprecationReason]),
    ]
      .filter(([, reason]) => reason != null && !/`[^`]+`.*\b\d{4}-\d{2}-\d{2}\b/s.test(reason))
      .map(
        ([name]) => `The deprecation of ${name} must name what replaces it, in backticks, and the day of its removal`,
      ),
};

/** Returns all violations of the rules in a schema, as `rule: sentence`. */
export function faultsOf(schema) {
  return Object.entries(schemaRules).flatMap(([rule, check]) => check(schema).map((fault) => `${rule}: ${fault}`));
}

import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import {
  componentName,
  type InputExtension,
  isNullable,
  type JsonSchema,
  restExtension,
} from '../../inputs/extensions.js';
import { anyOf, type Components, objectSchema, orNull } from './components.js';
import { leafSchema } from './leaf-schemas.js';

/** Returns the schema of a value that clients send. The schema itself does not allow null; nested schemas may. */
export function inputSchema(type: GraphQLInputType, components: Components): JsonSchema {
  const inner = getNullableType(type);
  if (isListType(inner)) return listSchema(inner.ofType, components);
  if (!isInputObjectType(inner)) return leafSchema(inner, components);
  return components.refer(`type:${inner.name}`, componentName(inner), () => ({
    ...(inner.description ? { description: inner.description } : {}),
    ...objectTypeSchema(inner, components),
  }));
}

/**
 * Returns a schema with rules added to it and to the schema of its items. A reference is replaced by a copy of its
 * component; references in items stay.
 */
export function applyRules(schema: JsonSchema, rules: JsonSchema | undefined, components: Components): JsonSchema {
  if (!rules || Object.keys(rules).length === 0) return schema;
  const own = components.resolve(schema);
  const items = own.items && rules.items ? { items: { ...own.items, ...rules.items } } : {};
  return { ...own, ...rules, ...items };
}

function listSchema(itemType: GraphQLInputType, components: Components): JsonSchema {
  const inner = getNullableType(itemType);
  const entries = isInputObjectType(inner) ? restExtension(inner).entries : undefined;
  if (isInputObjectType(inner) && entries) {
    const { key, value } = entries;
    const field = value === undefined ? undefined : inner.getFields()[value]!;
    const additionalProperties = field
      ? fieldSchema(field, components)
      : membersSchema(inner, components, { without: key, constants: {} });
    return { type: 'object', additionalProperties };
  }
  const items = inputSchema(itemType, components);
  return { type: 'array', items: isNonNullType(itemType) ? items : orNull(items) };
}

function objectTypeSchema(type: GraphQLInputObjectType, components: Components): JsonSchema {
  const { wrap } = restExtension(type);
  const schema = unwrappedSchema(type, components);
  return wrap === undefined ? schema : anyOf([inputSchema(type.getFields()[wrap]!.type, components), schema]);
}

function unwrappedSchema(type: GraphQLInputObjectType, components: Components): JsonSchema {
  const { discriminator } = restExtension(type);
  const fields = type.getFields();
  if (discriminator?.isFlat) return flatSchema(type, discriminator, components);
  if (discriminator) {
    return anyOf(
      Object.entries(discriminator.mapping).map(([wire, name]) => {
        const constants = { [discriminator.property]: wire };
        const inner = getNullableType(fields[name]!.type);
        if (isInputObjectType(inner)) return membersSchema(inner, components, { constants });
        return membersSchema(type, components, { constants, only: name });
      }),
    );
  }
  if (type.isOneOf)
    return anyOf(Object.keys(fields).map((only) => membersSchema(type, components, { constants: {}, only })));
  return membersSchema(type, components, { constants: {} });
}

function flatSchema(
  type: GraphQLInputObjectType,
  { property, mapping }: NonNullable<InputExtension['discriminator']>,
  components: Components,
): JsonSchema {
  const properties: Record<string, JsonSchema> = { [property]: { type: 'string', enum: Object.keys(mapping) } };
  for (const field of Object.values(type.getFields()))
    if (!isLeafType(getNullableType(field.type))) properties[field.name] = fieldSchema(field, components, true);
  return { ...objectSchema(properties, [property]), additionalProperties: false };
}

interface Choice {
  constants: Record<string, string>;
  only?: string;
  without?: string;
}

function membersSchema(type: GraphQLInputObjectType, components: Components, choice: Choice): JsonSchema {
  const fields = Object.values(type.getFields()).filter(
    ({ name }) => name !== choice.without && (choice.only === undefined || name === choice.only),
  );
  const properties: Record<string, JsonSchema> = {};
  for (const [name, value] of Object.entries(choice.constants)) properties[name] = { type: 'string', enum: [value] };
  for (const field of fields) properties[field.name] = fieldSchema(field, components, choice.only !== undefined);
  const required = fields
    .filter((field) => choice.only !== undefined || isRequiredInputField(field))
    .map(({ name }) => name);
  const schema = objectSchema(properties, [...Object.keys(choice.constants), ...required]);
  return { ...schema, additionalProperties: false };
}

function fieldSchema(
  field: ReturnType<GraphQLInputObjectType['getFields']>[string],
  components: Components,
  chosen = false,
): JsonSchema {
  const { schema: rules } = restExtension(field);
  const schema = {
    ...applyRules(inputSchema(field.type, components), rules, components),
    ...(field.description ? { description: field.description } : {}),
  };
  return isNullable(field) && !chosen ? orNull(schema) : schema;
}

import type { GraphQLEnumType, GraphQLLeafType, GraphQLScalarType } from 'graphql';
import { isEnumType } from 'graphql';
import { componentName, type JsonSchema, restExtension } from '../../inputs/extensions.js';
import { documentedValues } from '../documents/enums.js';
import type { Components } from './components.js';

/**
 * Returns the OpenAPI schema of a scalar or enum: a reference to its component, or an inline schema for built-in types.
 */
export function leafSchema(type: GraphQLLeafType, components: Components): JsonSchema {
  const builtIn = builtInTypes[type.name];
  if (builtIn) return { type: builtIn };
  return components.refer(`type:${type.name}`, componentName(type), () => ({
    ...(type.description ? { description: type.description } : {}),
    ...(isEnumType(type) ? enumSchema(type) : scalarSchema(type, components)),
  }));
}

const builtInTypes: Record<string, string | undefined> = {
  ID: 'string',
  String: 'string',
  Boolean: 'boolean',
  Int: 'integer',
  Float: 'number',
};

function enumSchema(type: GraphQLEnumType): JsonSchema {
  return restExtension(type).schema ?? { type: 'string', enum: [...documentedValues(type).values()] };
}

function scalarSchema(type: GraphQLScalarType, { schemas }: Components): JsonSchema {
  const { schema, described, components } = restExtension(type);
  for (const [name, component] of Object.entries(components ?? {})) schemas[name] ??= component;
  return described ?? schema ?? {};
}

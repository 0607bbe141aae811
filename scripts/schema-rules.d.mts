import type { GraphQLSchema } from 'graphql';

export const schemaRules: Readonly<Record<string, (schema: GraphQLSchema) => string[]>>;
export function faultsOf(schema: GraphQLSchema): string[];

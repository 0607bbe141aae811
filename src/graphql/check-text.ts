import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  type Source,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { limitsRule } from './limits.js';
import { literalTextRule } from './literal-text-rule.js';
import { subscriptionRootRule } from './subscription-root-rule.js';
import { checkTextLimits } from './text-limits.js';

/** Number of errors that the answer to one text reports. */
export const maxErrors = 20;

/** Whether introspection, and suggestions of names, are off. */
export interface Hiding {
  hidesSchema: boolean;
}

/** Parses a text within the limits. @throws GraphQLError */
export function parseWithin(text: string | Source): DocumentNode {
  checkTextLimits(text);
  return parse(text);
}

/** What our own rules find in a document. They come before those of graphql-js, some of which take quadratic time. */
export function ownErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  { hidesSchema }: Hiding,
): readonly GraphQLError[] {
  const own = [limitsRule, subscriptionRootRule, literalTextRule];
  return validate(schema, document, hidesSchema ? [...own, NoSchemaIntrospectionCustomRule] : own);
}

/** What the rules of graphql-js, or others in their place, find in a document. */
export function standardErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  { hidesSchema, rules = specifiedRules }: Hiding & { rules?: readonly ValidationRule[] },
): readonly GraphQLError[] {
  return validate(schema, document, rules, { maxErrors, hideSuggestions: hidesSchema });
}

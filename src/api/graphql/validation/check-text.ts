import {
  type DocumentNode,
  GraphQLError,
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

/** Maximum number of errors that are reported for one text. */
const maxErrors = 20;

/** Whether introspection and suggestions of names are off. */
export interface SchemaHiding {
  hidesSchema: boolean;
}

/** Parses a text within the limits of size. @throws GraphQLError */
export function parseWithinLimits(text: string | Source): DocumentNode {
  checkTextLimits(text);
  return parse(text);
}

/**
 * Returns the errors that our own rules find in a document. They run before the rules of graphql-js, because some of
 * those take quadratic time.
 */
export function ownErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  { hidesSchema }: SchemaHiding,
): readonly GraphQLError[] {
  const own = [limitsRule, subscriptionRootRule, literalTextRule];
  return validate(schema, document, hidesSchema ? [...own, NoSchemaIntrospectionCustomRule] : own);
}

/** Returns the errors that the rules of graphql-js, or our replacements for them, find in a document. */
export function standardErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  { hidesSchema, rules = specifiedRules }: SchemaHiding & { rules?: readonly ValidationRule[] },
): readonly GraphQLError[] {
  return validate(schema, document, rules, { maxErrors, hideSuggestions: hidesSchema });
}

/**
 * Checks a text without running it; introspection is allowed.
 * @returns the document, or the first error that a run would report
 */
export function checkText(schema: GraphQLSchema, text: string, hideSuggestions: boolean): DocumentNode | GraphQLError {
  try {
    const document = parseWithinLimits(text);
    const [own] = ownErrors(schema, document, { hidesSchema: false });
    return own ?? standardErrors(schema, document, { hidesSchema: hideSuggestions })[0] ?? document;
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

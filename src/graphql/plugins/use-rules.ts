import { GraphQLError, NoSchemaIntrospectionCustomRule, parse, type Source, specifiedRules, validate } from 'graphql';
import { limits, limitsRule, tooComplex } from '../limits.js';
import { storedOnlyRule } from '../stored-only-rule.js';
import type { Plugin } from './plugin.js';

/** How many mistakes of a text are told. */
const maxErrors = 20;

/**
 * Parses and validates texts that are not known: our own limits come before graphql-js's rules, some of which are
 * quadratic. @param hidesSchema whether introspection and suggestions are off.
 */
export function useRules({ hidesSchema }: { hidesSchema: boolean }): Plugin {
  const first = [limitsRule, storedOnlyRule, ...(hidesSchema ? [NoSchemaIntrospectionCustomRule] : [])];
  const options = { maxErrors, hideSuggestions: hidesSchema };
  return {
    onParse({ setParseFn }) {
      setParseFn(parseWithin);
      return ({ result, replaceParseResult }) => {
        if (result instanceof GraphQLError && isOverTokens(result)) replaceParseResult(tooComplex(overTokens) as never);
      };
    },
    onValidate({ context, params: { schema, documentAST }, setValidationFn, setResult }) {
      if (context.params?.operation) return;
      const refusals = validate(schema, documentAST, first);
      if (refusals.length > 0) setResult(refusals);
      else
        setValidationFn((_schema, _document, rules = specifiedRules) => validate(schema, documentAST, rules, options));
    },
  };
}

function parseWithin(text: string | Source) {
  return parse(text, { maxTokens: limits.tokens });
}

const overTokens = `The number of tokens must be at most ${limits.tokens}`;

/** graphql-js tells this only by its text; a test holds the two together. */
function isOverTokens({ message }: GraphQLError): boolean {
  return message.includes(`more that ${limits.tokens} tokens`);
}

import { NoSchemaIntrospectionCustomRule, parse, type Source, specifiedRules, validate } from 'graphql';
import { limitsRule } from '../limits.js';
import { literalTextRule } from '../literal-text-rule.js';
import { subscriptionRootRule } from '../subscription-root-rule.js';
import { checkTextLimits } from '../text-limits.js';
import type { Plugin } from './plugin.js';

/** Number of errors that the answer to one text reports. */
export const maxErrors = 20;

/**
 * Parses and validates new texts. Our own rules run before those of graphql-js, some of which take quadratic time.
 * @param hidesSchema whether introspection and suggestions are off
 */
export function useRules({ hidesSchema }: { hidesSchema: boolean }): Plugin {
  const own = [limitsRule, subscriptionRootRule, literalTextRule];
  const first = hidesSchema ? [...own, NoSchemaIntrospectionCustomRule] : own;
  const options = { maxErrors, hideSuggestions: hidesSchema };
  return {
    onParse({ setParseFn }) {
      setParseFn(parseWithin);
    },
    onValidate({ context, params: { schema, documentAST }, setValidationFn, setResult }) {
      if (context.operation) return;
      const refusals = validate(schema, documentAST, first);
      if (refusals.length > 0) setResult(refusals);
      else
        setValidationFn((_schema, _document, rules = specifiedRules) => validate(schema, documentAST, rules, options));
    },
  };
}

function parseWithin(text: string | Source) {
  checkTextLimits(text);
  return parse(text);
}

import { ownErrors, parseWithinLimits, type SchemaHiding, standardErrors } from '../validation/check-text.js';
import type { Plugin } from './plugin.js';

/**
 * Parses and validates new query texts.
 * @param hiding whether introspection and suggestions are off
 */
export function useRules(hiding: SchemaHiding): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseWithinLimits);
    },
    onValidate({ context, params: { schema, documentAST }, setValidationFn, setResult }) {
      if (context.operation) return;
      const refusals = ownErrors(schema, documentAST, hiding);
      if (refusals.length > 0) setResult(refusals);
      else
        setValidationFn((_schema, _document, rules) =>
          standardErrors(schema, documentAST, { ...hiding, ...(rules && { rules }) }),
        );
    },
  };
}

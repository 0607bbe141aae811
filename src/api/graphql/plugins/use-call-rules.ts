import type { ExecutionResult } from 'graphql';
import type { CallRule } from '../call-rules/call-rule.js';
import { formatRefusals } from '../errors/format-errors.js';
import type { Context } from '../execution/context.js';
import type { Prepared } from '../execution/preparation.js';
import type { Plugin } from './plugin.js';

/**
 * Refuses calls that break a rule, before they are charged or executed. The outcome is not cached, because it depends
 * on the call. Stored operations are exempt: the REST engine has checked their method and variables.
 */
export function useCallRules(rules: readonly CallRule[]): Plugin {
  const checkRules = ({ context, setResultAndStopExecution }: Hook): void => {
    const prepared = context.operation as Prepared;
    if (!prepared.cost) return;
    for (const rule of rules) {
      const errors = rule(prepared, context);
      if (!errors) continue;
      setResultAndStopExecution({ errors: formatRefusals(errors, context) });
      return;
    }
  };
  const hook = checkRules as (payload: object) => void;
  return { onExecute: hook, onSubscribe: hook };
}

interface Hook {
  context: Context;
  setResultAndStopExecution(result: ExecutionResult): void;
}

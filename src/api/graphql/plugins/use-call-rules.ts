import type { ExecutionResult } from 'graphql';
import type { CallRule } from '../call-rules/call-rule.js';
import { formatRefusals } from '../errors/format-errors.js';
import type { Context } from '../execution/context.js';
import type { Prepared } from '../execution/preparation.js';
import type { Plugin } from './plugin.js';

/**
 * Refuses calls that break a rule before anything of them is charged or done; unlike what a text was found to be, this
 * verdict is not kept. Stored operations are not held to the rules: the REST engine has checked method and variables.
 */
export function useCallRules(rules: readonly CallRule[]): Plugin {
  const judge = ({ context, setResultAndStopExecution }: Hook): void => {
    const prepared = context.operation as Prepared;
    if (!prepared.cost) return;
    for (const rule of rules) {
      const errors = rule(prepared, context);
      if (!errors) continue;
      setResultAndStopExecution({ errors: formatRefusals(errors, context) });
      return;
    }
  };
  const hook = judge as (payload: object) => void;
  return { onExecute: hook, onSubscribe: hook };
}

interface Hook {
  context: Context;
  setResultAndStopExecution(result: ExecutionResult): void;
}

import type { Plugin as YogaPlugin } from 'graphql-yoga';
import type { Context } from '../context.js';
import { isRefused, type Prepared } from '../preparation.js';

/** A plugin of Yoga on our operations; hooks of Yoga's own server (`onRequest` and the like) are never called. */
export type Plugin = YogaPlugin<Context>;

/** Holds a valid operation against what differs from call to call; answers what is wrong with the call. */
export type CallRule = (prepared: Prepared, context: Context) => readonly Error[] | undefined;

/** A plugin that refuses calls which break a rule, as validation refuses texts; this verdict is not kept. */
export function refuseCalls(rule: CallRule): Plugin {
  const afterValidation = ({
    context,
    setResult,
  }: {
    context: Context;
    setResult: (errors: Error[]) => void;
  }): void => {
    const prepared = context.params?.operation;
    if (!prepared || isRefused(prepared)) return;
    const errors = rule(prepared, context);
    if (errors) setResult([...errors]);
  };
  return { onValidate: () => afterValidation };
}

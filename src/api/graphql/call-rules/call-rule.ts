import type { Context } from '../execution/context.js';
import type { Prepared } from '../execution/preparation.js';

/** Checks a valid operation against a rule that depends on the request. Returns the errors of the request. */
export type CallRule = (prepared: Prepared, context: Context) => readonly Error[] | undefined;

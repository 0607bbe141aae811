import type { Context } from '../execution/context.js';
import type { Prepared } from '../execution/preparation.js';

/** Holds a valid operation against what differs from call to call; answers what is wrong with the call. */
export type CallRule = (prepared: Prepared, context: Context) => readonly Error[] | undefined;

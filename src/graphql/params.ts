import type { Prepared, Refused } from './preparation.js';

/** What a call asks for, by the names of GraphQL over HTTP; plugins find it as `context.params`. */
export interface Params {
  /** The text; of a stored operation as standard GraphQL says it. */
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
  /** Whether mutations are refused: whoever asks may have been made to, as by a link. */
  readsOnly?: boolean;
  /** What the text was found to be; there once it is validated, and from the start where it is known. */
  operation?: Prepared | Refused | undefined;
}

/** What a call asks for, by the names of GraphQL over HTTP; plugins find it as `context.params`. */
export interface Params {
  /** The text; of a stored operation as standard GraphQL says it. */
  query: string;
  operationName?: string | undefined;
  variables?: Record<string, unknown> | undefined;
}

/** Parameters of a call, by the names of GraphQL over HTTP; plugins find them in `context.params`. */
export interface Params {
  /** Text of the query; for a stored operation, its standard GraphQL. */
  query: string;
  operationName?: string | undefined;
  variables?: Record<string, unknown> | undefined;
}

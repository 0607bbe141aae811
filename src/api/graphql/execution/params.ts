/** Parameters of a call, with the names of GraphQL over HTTP. Plugins read them from `context.params`. */
export interface Params {
  /** Text of the query; for a stored operation, its text in standard GraphQL. */
  query: string;
  operationName?: string | undefined;
  variables?: Record<string, unknown> | undefined;
}

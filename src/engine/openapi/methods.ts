/** The methods that path items have members for, in the order in which they are shown. `query` is new in OpenAPI 3.2. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

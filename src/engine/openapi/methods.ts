/** HTTP methods of path items, in display order. `query` is new in OpenAPI 3.2. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

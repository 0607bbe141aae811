import type { CodegenConfig } from '@graphql-codegen/cli';
import { directivesText } from './src/api/rest/documents/directives.js';

/** Fragment `List`, which stored operations use without defining it. */
const listFragment = 'fragment List on PagedList { totalCount pageInfo { hasNextPage endCursor } }';

/**
 * Settings of `npm run generate`, which generates typed documents from all GraphQL operations of the project: the
 * stored operations of `/v1`, the examples of the explorer, and operations of tests. Front-ends import them as
 * `docgraph/documents`.
 */
const config: CodegenConfig = {
  schema: ['schema.graphql', 'src/api/rest/internal.graphql', directivesText],
  documents: ['src/modules/**/rest.graphql', 'src/api/http/**/*.graphql', 'test/**/*.graphql', listFragment],
  generates: {
    'src/generated/documents.ts': {
      plugins: ['typescript-operations', 'typed-document-node', './scripts/route-aliases.mjs'],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: { DateTime: 'string', URL: 'string', EmailAddress: 'string' },
        defaultScalarType: 'unknown',
      },
    },
  },
};

export default config;

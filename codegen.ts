import type { CodegenConfig } from '@graphql-codegen/cli';
import { directivesText } from './src/api/rest/documents/directives.js';

/** Fragment that the engine of stored operations defines itself. */
const listFragment = 'fragment List on PagedList { totalCount pageInfo { hasNextPage endCursor } }';

/**
 * Generates typed documents from every operation of the project: the stored ones of `/v1`, the examples of the
 * explorer, and those of tests. Front-ends import them as `docgraph/documents`; `npm run generate` runs it.
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

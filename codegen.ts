import type { CodegenConfig } from '@graphql-codegen/cli';
import { directivesText } from './src/rest/directives.js';

/**
 * Generates typed documents from every operation of the project: the stored ones behind `/v1`, the examples of the
 * explorer, and those of tests. Front-ends import them as `docgraph/documents`; `npm run generate` runs it.
 */
const config: CodegenConfig = {
  schema: ['schema.graphql', directivesText, 'fragment List on Connection { totalCount }'],
  documents: ['src/domains/*/rest.graphql', 'src/http/*.graphql', 'test/**/*.graphql'],
  generates: {
    'src/generated/documents.ts': {
      plugins: ['typescript', 'typescript-operations', 'typed-document-node'],
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

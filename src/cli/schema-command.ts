import { lexicographicSortSchema, printSchema } from 'graphql';
import { openApi } from '../api/describe.js';
import { compileSources } from '../api/graph.js';
import { buildSchemas } from '../api/schema.js';

/** `docgraph schema`: prints the GraphQL schema, or with `--openapi` the OpenAPI description of `/v1`. */
export function schemaCommand({ openapi }: { openapi?: boolean }): void {
  const text = openapi
    ? JSON.stringify(openApi(compileSources().operations), null, 2)
    : printSchema(lexicographicSortSchema(buildSchemas().public));
  process.stdout.write(`${text}\n`);
}

import { lexicographicSortSchema, printSchema } from 'graphql';
import { openApi } from '../api/describe.js';
import { compileSources } from '../api/graph.js';
import { buildSchemas } from '../api/schema.js';
import { printSubgraph } from '../graphql/federation.js';

/** Options of `docgraph schema`. */
interface SchemaOptions {
  openapi?: boolean;
  federation?: boolean;
}

/** `docgraph schema`: prints the GraphQL schema, also as a subgraph, or the OpenAPI description of `/v1`. */
export function schemaCommand(options: SchemaOptions): void {
  process.stdout.write(`${textOf(options).trimEnd()}\n`);
}

function textOf({ openapi, federation }: SchemaOptions): string {
  if (openapi) return JSON.stringify(openApi(compileSources().operations), null, 2);
  const schema = buildSchemas().public;
  return federation ? printSubgraph(schema) : printSchema(lexicographicSortSchema(schema));
}

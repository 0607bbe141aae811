import { lexicographicSortSchema, printSchema } from 'graphql';
import { printSubgraph } from '../../api/graphql/schema/federation.js';
import { openApi } from '../../app/describe.js';
import { compileSources } from '../../app/graph.js';
import { buildSchemas } from '../../app/schema.js';

/** Options of `docgraph schema`. */
interface SchemaOptions {
  openapi?: boolean;
  federation?: boolean;
}

/**
 * `docgraph schema`: prints the GraphQL schema, the schema as a federation subgraph, or the OpenAPI description of
 * `/v1`.
 */
export function schemaCommand(options: SchemaOptions): void {
  process.stdout.write(`${schemaText(options).trimEnd()}\n`);
}

function schemaText({ openapi, federation }: SchemaOptions): string {
  if (openapi) return JSON.stringify(openApi(compileSources().operations), null, 2);
  const schema = buildSchemas().public;
  return federation ? printSubgraph(schema) : printSchema(lexicographicSortSchema(schema));
}

import { printSchema } from 'graphql';
import { openApi } from '../openapi.js';
import { compileOperations } from '../rest/operations.js';
import { restDocuments } from '../rest-documents.js';
import { buildSchema } from '../schema.js';

/** `docgraph schema`: prints the GraphQL schema, or with `--openapi` the OpenAPI description of `/v1`. */
export function schemaCommand({ openapi }: { openapi?: boolean }): void {
  const schema = buildSchema();
  const text = openapi
    ? `${JSON.stringify(openApi(compileOperations(schema, restDocuments())), null, 2)}\n`
    : `${printSchema(schema)}\n`;
  process.stdout.write(text);
}

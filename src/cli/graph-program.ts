import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';

/** Adds the commands for persisted documents. */
export function addDocumentCommands(program: Command): void {
  const documents = program.command('documents').description('persisted documents of clients of the graph');
  documents
    .command('upload')
    .description('replace the documents that a client may send by their ids')
    .argument('<file>', 'manifest: ids and texts as JSON, or that of Apollo')
    .requiredOption('--client <name>', 'name of the client')
    .option(...json)
    .action(lazyAction(commands.uploadDocuments));
  documents
    .command('list')
    .description('list the clients that have documents')
    .option(...json)
    .action(lazyAction(commands.listDocuments));
}

/** Adds the commands for the schema. */
export function addSchemaCommands(program: Command): void {
  const schema = program
    .command('schema')
    .description('print the GraphQL schema')
    .option('--openapi', 'print the OpenAPI description of /v1 instead')
    .option('--federation', 'print the schema as a subgraph instead')
    .action(lazyAction(commands.schema));
  schema
    .command('check')
    .description('list what another schema would break, and the clients that use it')
    .argument('<file>', 'the other schema: a file in the schema language')
    .option('--days <number>', 'days of use that count', '30')
    .action(lazyAction(commands.checkSchema));
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printScalarsPage } from '../api/graphql/schema/scalars-page.js';
import { printAdditions } from '../api/graphql/schema/schema-additions.js';
import { createOperationTable } from '../api/rest/documents/table.js';
import { codeFolder } from '../platform/base/package-path.js';
import { apiOperationsById, openApi } from './describe.js';
import { type BuildOutput, compileSources } from './graph.js';
import { restDocuments } from './rest-documents.js';

// A build compiles the stored operations into these files. A server reads them at startup, and compiles an operation
// only when it is called.

const files = {
  table: 'operations.json',
  description: 'openapi.json',
  shown: 'shown.json',
  additions: 'internal.graphql',
  scalars: 'scalars.md',
} as const;

/**
 * Returns the content of the files of a build, by file name.
 * @throws Error if a stored operation or its sample is invalid
 */
export function storedOperations(): Record<string, string> {
  const sources = compileSources();
  return {
    [files.description]: JSON.stringify(openApi(sources.operations)),
    [files.shown]: JSON.stringify(apiOperationsById(sources)),
    [files.table]: JSON.stringify(createOperationTable(restDocuments())),
    [files.additions]: printAdditions(sources.schemas),
    [files.scalars]: printScalarsPage(sources.schemas.public),
  };
}

/**
 * Reads the output of the build. It reads the descriptions only when they are requested. Returns undefined if there is
 * no build, as in `npm run dev`.
 */
export function readBuildOutput(): BuildOutput | undefined {
  const pathOf = (name: string): string => join(codeFolder, name);
  if (!existsSync(pathOf(files.table))) return undefined;
  const read = (name: string): string => readFileSync(pathOf(name), 'utf8');
  return {
    table: JSON.parse(read(files.table)),
    openApiJson: () => read(files.description),
    referenceJson: () => read(files.shown),
  };
}

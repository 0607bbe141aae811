import { readFileSync } from 'node:fs';
import { packagePath } from '../package-path.js';
import { tableOf } from '../rest/table.js';
import { openApi, shown } from './describe.js';
import { type Built, compileSources } from './graph.js';
import { restDocuments } from './rest-documents.js';

// What a build makes of the stored operations, and a start reads: it compiles none that is not called.

const files = { table: 'operations.json', description: 'openapi.json', shown: 'shown.json' } as const;

/** The files of a build by name, with their content. @throws Error where a stored operation or its sample is not sound. */
export function storedOperations(): Record<string, string> {
  const sources = compileSources();
  return {
    [files.description]: JSON.stringify(openApi(sources)),
    [files.shown]: JSON.stringify(shown(sources)),
    [files.table]: JSON.stringify(tableOf(restDocuments())),
  };
}

/** Reads what the build made; what is for readers when it is asked for. */
export function readBuilt(): Built {
  const read = (name: string): string => readFileSync(packagePath(`dist/${name}`), 'utf8');
  return {
    table: JSON.parse(read(files.table)),
    describe: () => read(files.description),
    show: () => read(files.shown),
  };
}

import { decodeTextFile, hashOf } from '../../base/blob.js';
import { ContentError, type File, type Json } from '../../base/types.js';
import { sortFiles } from '../../tree/manifest/manifest.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import {
  type VariableValue,
  variableProblem,
  variablesFile,
  withVariables,
  writeVariables,
} from '../../tree/pages/variables.js';
import type { ContentEdit, EditContext } from './content-edit.js';

/** Variables of the space to set. Null removes a variable; absent variables do not change. */
export interface VariableChanges {
  /** Id for a new `vars.yaml`, used if the space has no variables yet. */
  fileId: string;
  variables: Record<string, Json>;
}

/** Maximum number of variables in a space. */
const maxVariables = 1000;

type Manifest = ContentEdit['manifest'];

/**
 * Sets variables of a space, in the manifest and in `vars.yaml`, which exports write and imports read. Only the lines
 * of changed variables in the file change.
 * @throws ContentError naming the variable, for a name or value that the REST API does not allow, and for more than
 * 1,000 variables. ContentError naming the file if it exists but cannot be read.
 */
export function setVariables(manifest: Manifest, change: VariableChanges, context: EditContext): ContentEdit {
  const { readBlob, pointer } = context;
  for (const [name, value] of Object.entries(change.variables)) {
    const problem = variableProblem(name, value ?? false);
    if (problem) throw new ContentError(`\`${name}\` ${problem}`, `${pointer}/${name}`);
  }
  const changes = change.variables as Record<string, VariableValue | null>;
  const variables = withVariables(manifest, changes);
  const count = Object.keys(variables).length;
  if (count > maxVariables) {
    throw new ContentError(`a space has at most ${maxVariables} variables (got ${count})`, pointer);
  }
  if (variables === manifest.variables) return { manifest, blobs: new Map() };
  const present = findVariablesFile(manifest);
  const file = present ?? newFile(manifest, change.fileId);
  const text = present ? decodeTextFile(readBlob(present.blob), present.path) : '';
  const bytes = new TextEncoder().encode(writeVariables({ text, path: file.path }, changes));
  const blob = hashOf(bytes);
  const written = { ...file, blob, size: bytes.length };
  const files = [...manifest.files.filter(({ id }) => id !== file.id), written];
  return { manifest: { ...manifest, variables, files: sortFiles(files) }, blobs: new Map([[blob, bytes]]) };
}

function findVariablesFile(manifest: Manifest): File | undefined {
  const { fileByPath } = manifestIndex(manifest);
  const file = fileByPath.get(variablesFile(manifest.root)) ?? fileByPath.get(variablesFile(''));
  if (!file) return undefined;
  const { git: _, ...kept } = file;
  return kept;
}

function newFile({ root }: Manifest, id: string): Omit<File, 'blob' | 'size'> {
  return { id, name: 'vars.yaml', path: variablesFile(root), contentType: 'text/yaml' };
}

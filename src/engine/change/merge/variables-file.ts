import { decodeTextFile, hashOf } from '../../base/blob.js';
import { ContentError, type File, type Hash, type Manifest } from '../../base/types.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import { type VariableValue, variablesFile, writeVariables } from '../../tree/pages/variables.js';
import type { Conflict } from './conflict.js';
import type { MergeInput } from './merge.js';

/** Result of the merge of files. */
interface MergedFiles {
  files: File[];
  conflicts: Conflict[];
}

/**
 * Merges `vars.yaml` if both sides changed it, or both created one. Variables are merged by name. The result is our
 * file with only the changed lines replaced. Comments that are only in theirs are lost. If our file cannot be read, it
 * is merged like any other file.
 */
export function mergeVariablesFile(
  { ours, theirs, readBlob }: MergeInput,
  { files, conflicts }: MergedFiles,
  variables: Manifest['variables'],
): MergedFiles & { blobs: Map<Hash, Uint8Array> } {
  const [our, their] = [findVariablesFile(ours), findVariablesFile(theirs)];
  const isTheirs = ({ kind, ...rest }: Conflict) =>
    kind === 'file' && 'fileId' in rest && (rest.fileId === our?.id || rest.fileId === their?.id);
  const isAtOdds = conflicts.some(isTheirs) || our?.id !== their?.id;
  const unchanged = { files, conflicts, blobs: new Map() };
  if (!our || !their || !isAtOdds) return unchanged;
  const bytes = writeFile({ ...our, bytes: readBlob(our.blob) }, changesBetween(ours.variables, variables));
  if (!bytes) return unchanged;
  const blob = hashOf(bytes);
  const { git: _, ...kept } = our;
  return {
    files: [...files.filter(({ id }) => id !== our.id && id !== their.id), { ...kept, blob, size: bytes.length }],
    conflicts: conflicts.filter((conflict) => !isTheirs(conflict)),
    blobs: new Map([[blob, bytes]]),
  };
}

function writeFile(
  { path, bytes }: { path: string; bytes: Uint8Array },
  changes: Record<string, VariableValue | null>,
): Uint8Array | null {
  try {
    return new TextEncoder().encode(writeVariables({ text: decodeTextFile(bytes, path), path }, changes));
  } catch (error) {
    if (error instanceof ContentError) return null;
    throw error;
  }
}

function findVariablesFile(manifest: Manifest): File | undefined {
  const { fileByPath } = manifestIndex(manifest);
  return fileByPath.get(variablesFile(manifest.root)) ?? fileByPath.get(variablesFile(''));
}

/**
 * Returns only changed variables. Unchanged ones must not be written, because their lines may have their own quotes or
 * comments.
 */
function changesBetween(before: Manifest['variables'], after: Manifest['variables']) {
  const set = Object.entries(after).filter(([name, value]) => !Object.hasOwn(before, name) || before[name] !== value);
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return Object.fromEntries([...set, ...removed.map((name) => [name, null] as const)]) as Record<
    string,
    VariableValue | null
  >;
}

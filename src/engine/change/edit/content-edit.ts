import type { File, Hash, Manifest, ReadBlob } from '../../base/types.js';

/** What an edit leaves behind: the manifest after it and the blobs that it made. */
export interface ContentEdit {
  manifest: Manifest;
  blobs: Map<Hash, Uint8Array>;
  /** Page that was inserted, updated, reverted or deleted. */
  pageId?: string;
  /** Files that were inserted, in the order of the request. */
  files?: File[];
}

/** What an edit needs beside the manifest. */
export interface EditContext {
  readBlob: ReadBlob;
  /** Pointer to the change within the request, such as `changes/0`; errors name the field below it. */
  pointer: string;
}

/** Runs one more step on what an edit made: the step reads the edit's blobs too, and both steps' blobs are kept. */
export function andThen(
  edit: ContentEdit,
  context: EditContext,
  step: (manifest: Manifest, context: EditContext) => ContentEdit,
): ContentEdit {
  const readBlob: ReadBlob = (hash) => edit.blobs.get(hash) ?? context.readBlob(hash);
  const next = step(edit.manifest, { ...context, readBlob });
  return { ...edit, ...next, blobs: new Map([...edit.blobs, ...next.blobs]) };
}

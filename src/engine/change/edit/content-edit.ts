import type { File, Hash, Manifest, ReadBlob } from '../../base/types.js';

/** Result of an edit: the new manifest, and the blobs that the edit created. */
export interface ContentEdit {
  manifest: Manifest;
  blobs: Map<Hash, Uint8Array>;
  /** Page that was inserted, updated, reverted or deleted. */
  pageId?: string;
  /** Files that were inserted, in the order of the request. */
  files?: File[];
}

/** Input of an edit in addition to the manifest. */
export interface EditContext {
  readBlob: ReadBlob;
  /** JSON pointer to the change in the request, such as `changes/0`; errors point to a field below it. */
  pointer: string;
}

/**
 * Runs one more step on the result of an edit. The step can read the edit's blobs. The result contains the blobs of
 * both.
 */
export function andThen(
  edit: ContentEdit,
  context: EditContext,
  step: (manifest: Manifest, context: EditContext) => ContentEdit,
): ContentEdit {
  const readBlob: ReadBlob = (hash) => edit.blobs.get(hash) ?? context.readBlob(hash);
  const next = step(edit.manifest, { ...context, readBlob });
  return { ...edit, ...next, blobs: new Map([...edit.blobs, ...next.blobs]) };
}

import type { Json } from '../../../engine/base/types.js';
import { jsonToBuffer, printJson } from '../../../platform/workers/long-json.js';
import type { ContentChange } from './content-changes.js';
import { weightOf } from './weight.js';
import type { DocumentInput } from './written-text.js';

/**
 * A document as JSON in shared memory. A message to a worker thread would clone its objects without yielding to the
 * event loop.
 */
interface PackedDocument extends Omit<DocumentInput, 'document'> {
  packed: Uint8Array;
}

/** Minimum length of a document that is packed, in characters. */
const minPackedLength = 65_536;

/** Returns the changes with their large documents packed. Yields to the event loop meanwhile. */
export async function packDocuments(changes: readonly ContentChange[]): Promise<ContentChange[]> {
  const packed: ContentChange[] = [];
  for (const change of changes) packed.push(await packedChange(change));
  return packed;
}

async function packedChange(change: ContentChange): Promise<ContentChange> {
  const page = change.insertPage ?? change.updatePage;
  const document = page?.document?.document;
  if (!document || weightOf(document, minPackedLength) < minPackedLength) return change;
  const { document: _, ...otherMembers } = page.document!;
  const packedDocument: PackedDocument = {
    ...otherMembers,
    packed: sharedBytes(jsonToBuffer(await printJson(document))),
  };
  return withDocument(change, packedDocument as DocumentInput);
}

function sharedBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** Reverses `packDocuments`. */
export function unpackDocuments(changes: readonly ContentChange[]): ContentChange[] {
  return changes.map((change) => {
    const packedDocument = (change.insertPage ?? change.updatePage)?.document as PackedDocument | undefined;
    if (!packedDocument?.packed) return change;
    const { packed, ...otherMembers } = packedDocument;
    const text = Buffer.from(packed.buffer, packed.byteOffset, packed.length).toString();
    return withDocument(change, { ...otherMembers, document: JSON.parse(text) as Json });
  });
}

function withDocument(change: ContentChange, document: DocumentInput): ContentChange {
  if (change.insertPage) return { ...change, insertPage: { ...change.insertPage, document } };
  return { ...change, updatePage: { ...change.updatePage!, document } };
}

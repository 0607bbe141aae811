import { hashOf } from '../../base/blob.js';
import { ContentError, type File, type Manifest } from '../../base/types.js';
import { dimensionsOf } from '../../text/images/dimensions.js';
import { sortFiles } from '../../tree/manifest/manifest.js';
import { claimAddress, joinPath, usedAddresses } from '../../tree/pages/address.js';
import type { ContentEdit, EditContext } from './content-edit.js';
import { checkText } from './page-rules.js';

/** One file to insert (`insert_files`); its bytes are already fetched or decoded. */
export interface FileInsertion {
  /** Id of the new file. */
  id: string;
  /** Name of 1 to 256 characters without `/` and `\`. */
  name: string;
  bytes: Uint8Array;
  contentType: string;
}

/** Folder of inserted files below the content root; GitBook's git sync uses the same. */
const assetFolder = '.gitbook/assets';
const nameLimit = 256;

/**
 * Inserts files into `.gitbook/assets` below the content root; images get their dimensions. If a path is already used,
 * a number is added before its extension.
 * @throws ContentError naming the file's `name` if it is empty, over 256 characters, `.`, `..`, `.git`, or contains a
 * slash or a control character
 */
export function insertFiles(manifest: Manifest, insertions: FileInsertion[], context: EditContext): ContentEdit {
  const taken = usedAddresses(manifest);
  const blobs = new Map<string, Uint8Array>();
  const files = insertions.map((insertion, index): File => {
    checkName(insertion.name, `${context.pointer}/files/${index}/name`);
    const path = claimAddress(taken, { file: joinPath(manifest.root, assetFolder, insertion.name) }).file!;
    const blob = hashOf(insertion.bytes);
    blobs.set(blob, insertion.bytes);
    const { bytes, ...entry } = insertion;
    const dimensions = dimensionsOf(bytes);
    return { ...entry, path, blob, size: bytes.length, ...(dimensions && { dimensions }) };
  });
  return { manifest: { ...manifest, files: sortFiles([...manifest.files, ...files]) }, blobs, files };
}

function checkName(name: string, pointer: string): void {
  checkText('name', name, pointer);
  if (name.length < 1 || name.length > nameLimit) {
    throw new ContentError(`\`name\` must have 1 to ${nameLimit} characters (got ${name.length})`, pointer);
  }
  if (/[/\\]|^\.(?:\.|git)?$/i.test(name) || /\p{Cc}/u.test(name)) {
    throw new ContentError(`\`name\` must be a plain file name (got ${JSON.stringify(name)})`, pointer);
  }
}

import { decodeTextFile, hashOf } from '../../base/blob.js';
import { ContentError, type Hash, type Manifest, type Page } from '../../base/types.js';
import { checkRevisionSource } from '../computed/source.js';
import { claimFilePath } from '../export/file-path.js';
import { hasTarget, manifestIndex } from '../manifest/page-index.js';
import { sidecarShape } from './manifest-shape.js';
import { type Sidecar, sidecarFile } from './sidecar.js';

const maxSidecarBytes = 67_108_864;

/**
 * Reads the sidecar of an export. The file is untrusted input, so everything except names is validated. The owner of
 * the ids is not known here and not checked.
 * @throws ContentError naming the member: over 64 MiB, not JSON of this shape, or paths that leave the folder. Also for
 * ids or paths that are used twice, hashes that do not match the content, and links without a target.
 */
export function readSidecar(bytes: Uint8Array): Sidecar {
  if (bytes.length > maxSidecarBytes)
    throw sidecarError('', `must have at most ${maxSidecarBytes} bytes (got ${bytes.length})`);
  const { space, files, blobs, manifest } = parseShape(decodeTextFile(bytes, sidecarFile));
  const decoded = blobs.map(([hash, base64]): [Hash, Uint8Array] => [
    hash,
    new Uint8Array(Buffer.from(base64, 'base64')),
  ]);
  const sidecar: Sidecar = { space, files: new Map(files), blobs: new Map(decoded), manifest };
  checkPaths(
    files.map(([path]) => path),
    manifest,
  );
  checkHashes(sidecar);
  checkPages(manifest);
  return sidecar;
}

function sidecarError(member: string, rule: string): ContentError {
  const place = member === '' ? '' : `, \`${member}\`,`;
  return new ContentError(`"${sidecarFile}"${place} ${rule}`, sidecarFile);
}

function parseShape(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    if (!isNestedWithin(value, maxDepth)) throw sidecarError('', `must be nested at most ${maxDepth} deep`);
    const read = sidecarShape.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw sidecarError(issue!.path.join('.'), `cannot be read: ${issue!.message}`);
  } catch (error) {
    if (error instanceof SyntaxError) throw sidecarError('', `must be JSON: ${error.message}`);
    throw error;
  }
}

/** Maximum nesting depth, because functions over manifests are recursive. */
const maxDepth = 500;

function isNestedWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isNestedWithin(member, depth - 1));
}

function checkPaths(paths: string[], manifest: Manifest): void {
  const { root, summary, files, reusableContents } = manifest;
  const listedPaths = new Set<string>();
  for (const path of paths) claimFilePath(path, listedPaths);
  if (listedPaths.has(sidecarFile)) throw sidecarError('files', 'must not list the file itself');
  if (root !== '') claimFilePath(root, new Set());
  if (summary) claimFilePath(summary.file, new Set());
  const ofShared = reusableContents.flatMap(({ file }) => file ?? []);
  for (const path of [...files.map((file) => file.path), ...ofShared])
    if (!listedPaths.has(path)) throw sidecarError('files', `must have ${JSON.stringify(path)}`);
  const used = new Set(summary ? [summary.file] : []);
  const ofPages = manifestIndex(manifest).pages.flatMap(({ page }) => page.file ?? []);
  for (const path of [...files.map((file) => file.path), ...ofPages, ...ofShared]) claimFilePath(path, used);
}

const emptyHash = hashOf('');

function checkHashes({ files, blobs, manifest }: Sidecar): void {
  for (const [hash, bytes] of blobs)
    if (hashOf(bytes) !== hash) throw sidecarError('blobs', `must have the bytes of ${hash}`);
  const knownHashes = new Set([...blobs.keys(), ...files.values()]);
  const named = [...manifest.files.map(({ path, blob }) => [path, blob] as const), ...filesOfPages(manifest)];
  for (const [path, blob] of named) {
    if (files.get(path) === blob) continue;
    throw sidecarError('manifest', `must have the hash that \`files\` has for ${JSON.stringify(path)} (got ${blob})`);
  }
  const blobsWithoutFile = [manifest.summary, ...manifest.reusableContents].flatMap((holder) => holder?.blob ?? []);
  for (const hash of blobsWithoutFile) if (!knownHashes.has(hash)) throw sidecarError('blobs', `must have ${hash}`);
}

function filesOfPages(manifest: Manifest): [string, Hash][] {
  const pages = manifestIndex(manifest).pages.map(({ page }) => page);
  const without = pages.find(({ file, blob }) => file === undefined && blob !== undefined);
  if (without) throw sidecarError('manifest', `must have a file for the text of ${JSON.stringify(without.id)}`);
  return pages.flatMap(({ file, blob }) => (file === undefined ? [] : [[file, blob ?? emptyHash]]));
}

/** The member that each type of page must have. */
const requiredMembers: Record<Page['type'], keyof Page> = {
  document: 'path',
  group: 'path',
  link: 'target',
  computed: 'computed',
};

function checkPages(manifest: Manifest): void {
  const { pages, pageById, fileById, reusableById, pageByPath } = manifestIndex(manifest);
  if (
    pageById.size + fileById.size + reusableById.size !==
    pages.length + manifest.files.length + manifest.reusableContents.length
  ) {
    throw sidecarError('manifest', 'must use an id once');
  }
  if (pageByPath.size !== pages.filter(({ page }) => page.path !== undefined).length) {
    throw sidecarError('manifest', 'must use a path once');
  }
  for (const { page } of pages) {
    const refuse = (rule: string) => sidecarError('manifest.pages', `${rule} (got ${JSON.stringify(page.id)})`);
    if (page[requiredMembers[page.type]] === undefined)
      throw refuse(`must have \`${requiredMembers[page.type]}\` for a ${page.type}`);
    if (page.children && (page.type === 'link' || page.type === 'computed'))
      throw refuse(`must have no pages below a ${page.type}`);
    if (page.type === 'computed') checkSource(page, refuse);
    let at = 0;
    for (const { start, end, target } of page.links ?? []) {
      const isThere = hasTarget(manifest, target);
      if (start < at || end <= start || !isThere) throw refuse('must have links in order, to existing targets');
      at = end;
    }
  }
}

/**
 * Validates the source of a computed page, if its type is supported. Code that reads the pages relies on a valid
 * source.
 */
function checkSource({ computed }: Page, refuse: (rule: string) => ContentError): void {
  if (!/^builtin:/.test(String(computed!.type))) return;
  try {
    checkRevisionSource(computed!);
  } catch (error) {
    throw error instanceof ContentError ? refuse(error.message) : error;
  }
}

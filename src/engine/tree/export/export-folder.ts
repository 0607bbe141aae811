import { posix } from 'node:path';
import { decodeTextFile } from '../../base/blob.js';
import type { Manifest, Page, ReadBlob } from '../../base/types.js';
import { manifestIndex } from '../manifest/page-index.js';
import { matchesTree, type TreeComparison } from '../outline/matches-tree.js';
import { type FolderFiles, fileFinder, folderOutline, summaryOutline } from '../outline/outline.js';
import { filesOfEntry, parseSummary } from '../summary/summary.js';
import { writeSummary } from '../summary/write.js';
import { claimFilePath } from './file-path.js';

/** A file of an export: its path relative to the folder, separated by `/`, and its bytes. */
export interface ExportedFile {
  path: string;
  bytes: Uint8Array;
}

/**
 * Writes a revision as a folder, with the exact bytes of every page and file. The imported table of contents is written
 * if it still describes the tree; otherwise a new one is written. If the revision has none, one is written only if an
 * import of the folders alone would result in a different tree. An import of the result, with this manifest as the
 * previous one, returns this manifest.
 * @throws ContentError for a path that leaves the folder, and for a path that is used twice
 */
export function* exportFolder(manifest: Manifest, readBlob: ReadBlob): Generator<ExportedFile> {
  const usedPaths = new Set<string>();
  for (const { page } of manifestIndex(manifest).pages) {
    if (page.file === undefined) continue;
    const bytes = page.blob === undefined ? new Uint8Array() : readBlob(page.blob);
    yield { path: claimFilePath(page.file, usedPaths), bytes };
  }
  for (const { file, blob } of manifest.reusableContents) {
    if (file === undefined) continue;
    yield { path: claimFilePath(file, usedPaths), bytes: blob === undefined ? new Uint8Array() : readBlob(blob) };
  }
  for (const { path, blob } of manifest.files) yield { path: claimFilePath(path, usedPaths), bytes: readBlob(blob) };
  const summary = manifest.summary ? importedSummary(manifest, readBlob) : folderSummary(manifest, readBlob);
  if (summary) yield { path: claimFilePath(summary.path, usedPaths), bytes: summary.bytes };
}

/** Returns the imported table of contents if it still describes the tree; otherwise a new one with the same name. */
function importedSummary(manifest: Manifest, readBlob: ReadBlob): ExportedFile {
  const { file, blob, missing = [] } = manifest.summary!;
  const bytes = readBlob(blob);
  const entries = parseSummary({ file, text: decodeTextFile(bytes, file) });
  const named = new Set(entries.flatMap(filesOfEntry));
  const isUnlisted = (page: Page) => page.type === 'document' && page.hidden === true && !named.has(page.file ?? '');
  const files = filesIn(manifest);
  const comparison = createComparison(manifest, readBlob, isUnlisted);
  // The table of contents is outdated if it lists a page that was deleted since the import. An entry whose file was
  // already missing during the import may stay.
  const complete = [...named].every(
    (path) => path === file || files.find(path) !== undefined || missing.includes(path),
  );
  const outline = summaryOutline(entries, { summary: file, files, report: () => {} });
  const isCurrent = complete && matchesTree(outline, manifest.pages, comparison);
  return isCurrent ? { path: file, bytes } : writeSummaryFile(manifest, file, comparison);
}

/** Returns a table of contents for a manifest that has none; null if its folders alone result in the same tree. */
function folderSummary(manifest: Manifest, readBlob: ReadBlob): ExportedFile | null {
  const comparison = createComparison(manifest, readBlob, () => false);
  if (matchesTree(folderOutline(filesIn(manifest)), manifest.pages, comparison)) return null;
  return writeSummaryFile(manifest, posix.join(manifest.root, 'SUMMARY.md'), comparison);
}

function writeSummaryFile(manifest: Manifest, file: string, { isUnlisted, pathOf }: TreeComparison): ExportedFile {
  const folder = posix.dirname(file) === '.' ? '' : posix.dirname(file);
  const text = writeSummary({ pages: manifest.pages, folder, isUnlisted, pathOf });
  return { path: file, bytes: new TextEncoder().encode(text) };
}

function createComparison(manifest: Manifest, readBlob: ReadBlob, isUnlisted: (page: Page) => boolean): TreeComparison {
  const { pageById, fileById } = manifestIndex(manifest);
  return { readBlob, isUnlisted, pathOf: (id) => pageById.get(id)?.page.file ?? fileById.get(id)?.path };
}

function filesIn(manifest: Manifest): FolderFiles {
  const { pageByFile, pageByPath, fileByPath } = manifestIndex(manifest);
  const pages = new Set(pageByFile.keys());
  // The page whose path equals the root is the root's page. A configuration may have named its file.
  const readme = pageByPath.get('')?.page.file;
  const all = new Set([...pages, ...fileByPath.keys()]);
  return { pages, all, find: fileFinder(all), root: manifest.root, ...(readme && { readme }) };
}

import { ContentError, type File, type Manifest, type Page } from '../../base/types.js';
import { manifestIndex } from '../manifest/page-index.js';
import { mapPages } from '../pages/tree.js';
import { type Sidecar, sidecarFile } from '../sidecar/sidecar.js';
import type { StoredBytes } from './folder-contents.js';

/**
 * Combines an imported folder with data that only its sidecar contains. An unchanged export results in the original
 * manifest. For edited pages and files, the folder's data replaces that of the sidecar. If files were added, removed or
 * renamed, or the table of contents was edited, only the folder determines the tree. In this case too, pages and files
 * keep their ids and the values that only the API can set.
 * @param imported manifest of the folder alone, imported with the sidecar's manifest as the previous one
 * @param stored hash and size of each file of the folder
 * @throws ContentError if sizes or positions of links do not match the content
 */
export function applySidecar(
  { manifest, files }: Sidecar,
  imported: Manifest,
  stored: ReadonlyMap<string, StoredBytes>,
): Manifest {
  const isEdited = (path: string) => stored.get(path)?.hash !== files.get(path);
  const { pageByFile, fileByPath } = manifestIndex(imported);
  const shared = new Map(imported.reusableContents.map((content) => [content.file, content]));
  const sidecarIndex = manifestIndex(manifest);
  const isShared = (path: string) => manifest.reusableContents.some(({ file }) => file === path);
  const definesTree = (path: string) =>
    !(sidecarIndex.pageByFile.has(path) || sidecarIndex.fileByPath.has(path) || isShared(path)) ||
    /^(?:\.gitbook\.yaml|book\.toml)$/.test(path);
  const isOtherTree =
    stored.size !== files.size ||
    [...files.keys()].some((path) => !stored.has(path) || (definesTree(path) && isEdited(path)));
  if (isOtherTree) return imported;
  return {
    ...manifest,
    pages: mapPages(manifest.pages, (page) => {
      const own = page.file === undefined ? undefined : pageByFile.get(page.file)?.page;
      if (own && isEdited(page.file!)) return withChildren(own, page);
      return withGit(checkedPage(page, stored), own);
    }),
    files: manifest.files.map((file) => {
      const own = fileByPath.get(file.path);
      return own && isEdited(file.path) ? { ...own, id: file.id } : withGit(checkedFile(file, stored), own);
    }),
    reusableContents: manifest.reusableContents.map((content) => {
      const own = content.file === undefined ? undefined : shared.get(content.file);
      return own && isEdited(content.file!) ? { ...own, id: content.id } : content;
    }),
  };
}

function withChildren({ children: _, ...own }: Page, { children }: Page): Page {
  return { ...own, ...(children && { children }) };
}

/** Replaces the git data if the export is now in a git checkout. */
function withGit<Thing extends Page | File>(thing: Thing, own: Page | File | undefined): Thing {
  return own?.git ? { ...thing, git: own.git } : thing;
}

function checkedFile(file: File, stored: ReadonlyMap<string, StoredBytes>): File {
  const { size } = stored.get(file.path)!;
  if (file.size === size) return file;
  throw new ContentError(
    `"${sidecarFile}": ${JSON.stringify(file.path)} must have ${size} bytes (got ${file.size})`,
    sidecarFile,
  );
}

/** Checks the positions of links. A text never has more characters than bytes. */
function checkedPage(page: Page, stored: ReadonlyMap<string, StoredBytes>): Page {
  const { size } = (page.file !== undefined && stored.get(page.file)) || { size: 0 };
  if ((page.links?.at(-1)?.end ?? 0) <= size) return page;
  throw new ContentError(`"${sidecarFile}": links of ${JSON.stringify(page.file)} must be in its text`, sidecarFile);
}

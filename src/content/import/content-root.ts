import { posix } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { ContentError } from '../types.js';

/** Where a folder's content lies and what its special files are called. */
export interface ContentRoot {
  /** Folder of the pages relative to the imported folder; '' for the folder itself. */
  root: string;
  /** The table of contents, relative to the imported folder; the file need not exist. */
  summary: string;
  /** The page of the root folder, relative to the imported folder; absent where README or index serves. */
  readme?: string;
}

/** What deciding the root needs to know of the folder. */
export interface FolderView {
  /** Text of a file, undefined where there is none. */
  text(path: string): string | undefined;
  /** Whether any file lies below this folder. */
  hasFolder(path: string): boolean;
}

/**
 * Decides the content root: `.gitbook.yaml` (`root`, `structure.summary`, `structure.readme`), else `book.toml` (`src`,
 * which mdBook defaults to `src`), else the folder itself. Rule: decisions.md, Import.
 * @throws ContentError where the configuration cannot be read or its root is no folder of the import.
 */
export function contentRoot(folder: FolderView): ContentRoot {
  const gitbook = folder.text('.gitbook.yaml');
  if (gitbook !== undefined) return gitbookRoot(gitbook, folder);
  const book = folder.text('book.toml');
  if (book !== undefined) return withRoot('book.toml', bookSource(book), folder);
  return withRoot('', '', folder);
}

function gitbookRoot(text: string, folder: FolderView): ContentRoot {
  const config = parseDocument(text, { logLevel: 'silent' });
  const error = config.errors[0];
  if (error)
    throw new ContentError(`".gitbook.yaml" cannot be read: ${error.message.split('\n', 1)[0]}`, '.gitbook.yaml');
  const read = (path: string[]) => (isMap(config.contents) ? config.getIn(path) : undefined);
  const found = withRoot('.gitbook.yaml', String(read(['root']) ?? ''), folder);
  const summary = read(['structure', 'summary']);
  const readme = read(['structure', 'readme']);
  return {
    root: found.root,
    summary: typeof summary === 'string' ? posix.join(found.root, summary) : found.summary,
    ...(typeof readme === 'string' && { readme: posix.join(found.root, readme) }),
  };
}

function withRoot(source: string, written: string, folder: FolderView): ContentRoot {
  const root = posix.join('/', written).slice(1).replace(/\/$/, '');
  const leaves = posix.normalize(written).startsWith('..');
  if (leaves || (root !== '' && !folder.hasFolder(root))) {
    throw new ContentError(
      `"${source}": the content root must be a folder of the import, got ${JSON.stringify(written)}`,
      source,
    );
  }
  return { root, summary: posix.join(root, 'SUMMARY.md') };
}

/** Reads `src` of the table `[book]`: one plain string, which is all that mdBook allows there. */
function bookSource(text: string): string {
  let table = '';
  for (const line of text.split(/\r\n|\n|\r/)) {
    table = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1] ?? table;
    const value = /^\s*(book\s*\.\s*)?src\s*=\s*(?:"([^"\\]*)"|'([^']*)')/.exec(line);
    if (value && (table === 'book') !== (value[1] !== undefined)) return value[2] ?? value[3]!;
  }
  return 'src';
}

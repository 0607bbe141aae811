import { posix } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { isMembers } from '../../base/members.js';
import { ContentError, type Json } from '../../base/types.js';
import { type Report, readOrReport } from '../outline/notices.js';

/** Location of a folder's content, and the names of its special files. */
export interface ContentRoot {
  /** Folder of the pages, relative to the imported folder; '' for the folder itself. */
  root: string;
  /** The table of contents, relative to the imported folder; the file need not exist. */
  summary: string;
  /** The page of the root folder, relative to the imported folder; absent if README or index is that page. */
  readme?: string;
}

/** Access to the folder's files for finding the content root. */
export interface FolderView {
  /** Returns the text of a file; undefined if there is none. */
  text(path: string): string | undefined;
  /** Reports whether a file exists below this folder. */
  hasFolder(path: string): boolean;
  /** Receives configurations that cannot be read. */
  report: Report;
}

/** Configuration files in the top-level folder that determine where the content is. */
export const rootFiles = ['.gitbook.yaml', 'book.json', 'book.toml'] as const;

/**
 * Returns the content root. Uses `.gitbook.yaml` and `book.json` (`root`, `structure.summary`, `structure.readme`); if
 * both set a value, that of `.gitbook.yaml` is used. Otherwise uses `src` of `book.toml`, which is `src` by default in
 * mdBook. Without any of them, it is the folder itself. The rules are in docs/import-export.md. A configuration that
 * cannot be read, or whose root is not a folder of the import, is reported and ignored.
 */
export function contentRoot(folder: FolderView): ContentRoot {
  const whole = { root: '', summary: 'SUMMARY.md' };
  const readConfiguration = <Found>(file: string, read: () => Found, otherwise: Found) =>
    readOrReport(read, otherwise, { report: folder.report, kind: 'configuration', file });
  const configurations = [
    readConfiguration('.gitbook.yaml', () => gitbookSettings(folder), undefined),
    readConfiguration('book.json', () => bookSettings(folder), undefined),
  ].filter((settings) => settings !== undefined);
  if (configurations.length > 0)
    return readConfiguration(configurations[0]!.source, () => gitbookRoot(configurations, folder), whole);
  const book = folder.text('book.toml');
  if (book === undefined) return whole;
  return readConfiguration('book.toml', () => withRoot('book.toml', bookSource(book), folder), whole);
}

/** Settings of one GitBook configuration; missing settings are absent. */
interface Settings {
  source: (typeof rootFiles)[number];
  root?: string | undefined;
  summary?: string | undefined;
  readme?: string | undefined;
}

function gitbookSettings(folder: FolderView): Settings | undefined {
  const source = '.gitbook.yaml';
  const text = folder.text(source);
  if (text === undefined) return undefined;
  // Duplicate keys are not checked, because this takes quadratic time, and configurations may have thousands of
  // redirects.
  const config = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
  const error = config.errors[0];
  if (error) throw unreadable(source, error.message.split('\n', 1)[0]!);
  return settingsOf(source, (path) => (isMap(config.contents) ? config.getIn(path) : undefined));
}

/** Reads `book.json`, the configuration of older GitBook books. */
function bookSettings(folder: FolderView): Settings | undefined {
  const source = 'book.json';
  const text = folder.text(source);
  if (text === undefined) return undefined;
  const config = parsedJson(source, text);
  const getMember = (value: Json | undefined, name: string) => (isMembers(value) ? value[name] : undefined);
  return settingsOf(source, (path) => path.reduce(getMember, config));
}

function parsedJson(source: string, text: string): Json | undefined {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw unreadable(source, (error as Error).message);
  }
}

function unreadable(source: string, reason: string): ContentError {
  return new ContentError(`"${source}" cannot be read: ${reason}`, source);
}

function settingsOf(source: Settings['source'], read: (path: string[]) => unknown): Settings {
  const root = read(['root']);
  const [summary, readme] = ['summary', 'readme'].map((name) => read(['structure', name]));
  return {
    source,
    root: root == null ? undefined : String(root),
    summary: typeof summary === 'string' ? summary : undefined,
    readme: typeof readme === 'string' ? readme : undefined,
  };
}

function gitbookRoot(configurations: Settings[], folder: FolderView): ContentRoot {
  const first = (member: 'root' | 'summary' | 'readme') =>
    configurations.find((settings) => settings[member] !== undefined);
  const { source, root: written = '' } = first('root') ?? configurations[0]!;
  const found = withRoot(source, written, folder);
  const [summary, readme] = [first('summary')?.summary, first('readme')?.readme];
  return {
    root: found.root,
    summary: summary === undefined ? found.summary : posix.join(found.root, summary),
    ...(readme !== undefined && { readme: posix.join(found.root, readme) }),
  };
}

function withRoot(source: string, written: string, folder: FolderView): ContentRoot {
  const root = posix.join('/', written).slice(1).replace(/\/$/, '');
  const leaves = posix.normalize(written).startsWith('..');
  if (leaves || (root !== '' && !folder.hasFolder(root))) {
    throw new ContentError(
      `"${source}": the content root must be a folder of the import (got ${JSON.stringify(written)})`,
      source,
    );
  }
  return { root, summary: posix.join(root, 'SUMMARY.md') };
}

/** Reads `src` of the table `[book]`. mdBook allows only one plain string there. */
function bookSource(text: string): string {
  let table = '';
  for (const line of text.split(/\r\n|\n|\r/)) {
    table = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1] ?? table;
    const value = /^\s*(book\s*\.\s*)?src\s*=\s*(?:"([^"\\]*)"|'([^']*)')/.exec(line);
    if (value && (table === 'book') !== (value[1] !== undefined)) return value[2] ?? value[3]!;
  }
  return 'src';
}

import { posix } from 'node:path';
import type { Json, Manifest, PageLink, ReusableContent } from '../../base/types.js';
import { decodePercent, isExternal, pathLength, readAddress } from '../../text/links/address.js';
import type { Span } from '../../text/links/blocks.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { readableFields, splitFrontMatter } from '../../text/markdown/front-matter.js';
import { composedPathFinder } from '../manifest/composed-path.js';
import { manifestIndex } from '../manifest/page-index.js';

/** A destination within the content, and its position in the text of the whole file. */
export interface LocalLink {
  /** Offset of the path's first code unit in the text. */
  start: number;
  /** Offset after the path's last code unit. A query or `#anchor` may follow. */
  end: number;
  /** The decoded path, relative to the file, or to the content root if it starts with `/`. */
  path: string;
}

/** Finds the target of a path relative to the imported folder. '' is that folder itself. */
export type LinkLookup = ((path: string) => PageLink['target'] | undefined) & {
  /** The content root; paths that start with `/` are relative to it. */
  root: string;
};

/** Possible targets of links: pages and files by path relative to the imported folder. */
export interface LinkTargets {
  root: string;
  /** Page ids by Markdown file. */
  pages: ReadonlyMap<string, string>;
  /** File ids by path. */
  files: ReadonlyMap<string, string>;
  /** Ids of shared texts (reusable contents), by path. */
  shared: ReadonlyMap<string, string>;
}

/** Links with a target, and local links without one. */
export interface ResolvedLinks {
  links: PageLink[];
  broken: LocalLink[];
}

/**
 * Finds the local destinations in a Markdown file, except in code. They are in links, images, definitions, `href` and
 * `src` of HTML, GitBook's blocks, and the covers of the front matter. Omits destinations with a scheme, and those that
 * are only an anchor.
 */
export function findLinks(text: string): LocalLink[] {
  const parts = splitFrontMatter(text);
  const covers = parts.yaml.includes('cover') ? coverSpans(parts.yaml, readableFields(parts)) : [];
  const yamlStart = parts.bodyStart - parts.closing.length - parts.yaml.length;
  const inFront = covers.map(([start, end]): Span => [yamlStart + start, yamlStart + end]);
  return localLinks(text, inFront.concat(scanMarkdown(text, parts.bodyStart).destinations));
}

/** Selects the local destinations from those that a scan of the text found, and decodes them. */
export function localLinks(text: string, destinations: Span[]): LocalLink[] {
  const links: LocalLink[] = [];
  for (const [start, end] of destinations) {
    const raw = text.slice(start, end);
    const written = raw.slice(0, pathLength(raw));
    if (written === '' || isExternal(raw)) continue;
    links.push({ start, end: start + written.length, path: readAddress(written) });
  }
  return links;
}

/**
 * Resolves the links of a page's text.
 * @param file the page's Markdown file, relative to the imported folder
 */
export function resolveLinks(text: string, file: string, lookup: LinkLookup): PageLink[] {
  return resolve(findLinks(text), file, lookup).links;
}

/** Resolves links that `findLinks` or `localLinks` found. */
export function resolve(found: LocalLink[], file: string, lookup: LinkLookup): ResolvedLinks {
  const resolved: ResolvedLinks = { links: [], broken: [] };
  for (const link of found) {
    const target = resolvePath(link.path, file, lookup);
    if (target) resolved.links.push({ start: link.start, end: link.end, target });
    else resolved.broken.push(link);
  }
  return resolved;
}

/** Finds the target of a path in a file. Tries the percent-decoded path first, then the path as it is written. */
export function resolvePath(path: string, file: string, lookup: LinkLookup): PageLink['target'] | undefined {
  const decoded = decodePercent(path);
  const target = lookup(absolutePath(decoded, file, lookup.root));
  return target ?? (decoded === path ? undefined : lookup(absolutePath(path, file, lookup.root)));
}

/**
 * Converts a path in a file to a path relative to the imported folder. The result starts with `..` if it leaves that
 * folder.
 */
export function absolutePath(path: string, file: string, root: string): string {
  const joined = path.startsWith('/') ? posix.join(root, path) : posix.join(posix.dirname(file), path);
  return joined.replace(/^\.?\/+|^\.$/, '').replace(/\/$/, '');
}

/**
 * Creates a lookup. It first looks for the page or file with exactly this path. Then it looks for the page with `.md`
 * added to the path, or with `.md` instead of `.html` (mdBook). Then it looks for the README or index of the folder
 * with this path.
 */
export function createLinkLookup(targets: LinkTargets): LinkLookup {
  const folders = new Map<string, string>();
  for (const [file, id] of targets.pages) {
    const name = /^(?:(.*)\/)?(?:readme|(index))\.md$/i.exec(file);
    if (name && !(name[2] && folders.has(name[1] ?? ''))) folders.set(name[1] ?? '', id);
  }
  const page = (id: string | undefined) => (id === undefined ? undefined : ({ kind: 'page', id } as const));
  const file = (id: string | undefined) => (id === undefined ? undefined : ({ kind: 'file', id } as const));
  const markdownPath = (path: string) => `${path.replace(/\.html$/, '')}.md`;
  const shared = (id: string | undefined) =>
    id === undefined ? undefined : ({ kind: 'reusable-content', id } as const);
  const findExactly = (path: string) =>
    page(targets.pages.get(path)) ??
    file(targets.files.get(path)) ??
    shared(targets.shared.get(path)) ??
    page(targets.pages.get(markdownPath(path)) ?? folders.get(path));
  const composed = composedPathFinder(() => [
    ...targets.pages.keys(),
    ...targets.files.keys(),
    ...targets.shared.keys(),
  ]);
  const find = (path: string) => {
    const found = findExactly(path);
    if (found) return found;
    const composedPath = composed(path) ?? composed(markdownPath(path));
    return composedPath === undefined ? undefined : findExactly(composedPath);
  };
  return Object.assign(find, { root: targets.root });
}

/** Creates the lookup of a whole manifest. */
export function createManifestLookup(manifest: Manifest): LinkLookup {
  return createLinkLookup(linkTargetsOf(manifest));
}

/** Returns all possible targets of links in a manifest. */
export function linkTargetsOf(manifest: Manifest): LinkTargets {
  const { pageByFile, fileByPath } = manifestIndex(manifest);
  return {
    root: manifest.root,
    pages: new Map([...pageByFile].map(([file, { page }]) => [file, page.id])),
    files: new Map([...fileByPath].map(([path, { id }]) => [path, id])),
    shared: sharedPaths(manifest.reusableContents),
  };
}

/** Returns the ids of shared texts by path. Omits those without a file. */
export function sharedPaths(contents: readonly ReusableContent[]): Map<string, string> {
  return new Map(contents.flatMap(({ file, id }) => (file === undefined ? [] : [[file, id] as const])));
}

/**
 * Returns the positions of cover paths in the front matter. Includes a path only if it occurs exactly once in its
 * literal form, so that it can be rewritten.
 */
export function coverSpans(yaml: string, fields: Record<string, Json>): Span[] {
  const { cover } = fields;
  const paths = cover && typeof cover === 'object' && !Array.isArray(cover) ? Object.values(cover) : [cover];
  return paths.flatMap((path): Span[] => {
    if (typeof path !== 'string' || path === '') return [];
    const at = yaml.indexOf(path);
    return at === -1 || yaml.includes(path, at + 1) ? [] : [[at, at + path.length]];
  });
}

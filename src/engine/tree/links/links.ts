import { posix } from 'node:path';
import type { Json, Manifest, PageLink, ReusableContent } from '../../base/types.js';
import { decodePercent, isExternal, pathLength, readAddress } from '../../text/links/address.js';
import type { Span } from '../../text/links/blocks.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { readableFields, splitFrontMatter } from '../../text/markdown/front-matter.js';
import { composedPaths } from '../manifest/composed-path.js';
import { indexOf } from '../manifest/page-index.js';

/** A destination inside the content, in the text of a whole file. */
export interface LocalLink {
  /** First code unit of its path as written. */
  start: number;
  /** One past the last; a query or `#anchor` comes behind. */
  end: number;
  /** The path as its writer means it, decoded; relative to the file, or to the content root where it starts with `/`. */
  path: string;
}

/** Finds what a path relative to the imported folder names; '' is that folder itself. */
export type LinkLookup = ((path: string) => PageLink['target'] | undefined) & {
  /** The content root, where paths that start with `/` begin. */
  root: string;
};

/** What resolving needs: pages and files by their path relative to the imported folder. */
export interface LinkTargets {
  root: string;
  /** Page ids by Markdown file. */
  pages: ReadonlyMap<string, string>;
  /** File ids by path. */
  files: ReadonlyMap<string, string>;
  /** Ids of texts that pages share, by path. */
  shared: ReadonlyMap<string, string>;
}

/** Links that resolve, and the local ones that do not. */
export interface ResolvedLinks {
  links: PageLink[];
  broken: LocalLink[];
}

/**
 * Finds the local destinations of a Markdown file: links, images, definitions, `href` and `src` of HTML, GitBook's blocks,
 * and the covers of the front matter; not in code. Destinations that name a scheme or only an anchor are left out.
 */
export function findLinks(text: string): LocalLink[] {
  const parts = splitFrontMatter(text);
  const covers = parts.yaml.includes('cover') ? coverSpans(parts.yaml, readableFields(parts)) : [];
  const yamlStart = parts.bodyStart - parts.closing.length - parts.yaml.length;
  const inFront = covers.map(([start, end]): Span => [yamlStart + start, yamlStart + end]);
  return localLinks(text, inFront.concat(scanMarkdown(text, parts.bodyStart).destinations));
}

/** The local ones among destinations that a scan found, decoded. */
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
 * @param file the page's Markdown file, relative to the imported folder.
 */
export function resolveLinks(text: string, file: string, lookup: LinkLookup): PageLink[] {
  return resolve(findLinks(text), file, lookup).links;
}

/** Resolves links that were found before. */
export function resolve(found: LocalLink[], file: string, lookup: LinkLookup): ResolvedLinks {
  const resolved: ResolvedLinks = { links: [], broken: [] };
  for (const link of found) {
    const target = resolvePath(link.path, file, lookup);
    if (target) resolved.links.push({ start: link.start, end: link.end, target });
    else resolved.broken.push(link);
  }
  return resolved;
}

/** What a path written in a file names: read with percent-encoding first, then letter by letter. */
export function resolvePath(path: string, file: string, lookup: LinkLookup): PageLink['target'] | undefined {
  const decoded = decodePercent(path);
  const target = lookup(absolutePath(decoded, file, lookup.root));
  return target ?? (decoded === path ? undefined : lookup(absolutePath(path, file, lookup.root)));
}

/** A path as written in a file, relative to the imported folder; it starts with `..` where it leaves that folder. */
export function absolutePath(path: string, file: string, root: string): string {
  const joined = path.startsWith('/') ? posix.join(root, path) : posix.join(posix.dirname(file), path);
  return joined.replace(/^\.?\/+|^\.$/, '').replace(/\/$/, '');
}

/**
 * Makes a lookup: the page or file of exactly this path, else the page that lacks only its `.md` or has
 * `.html` for it (mdBook), else the folder's README
 * or index.
 */
export function linkLookup(targets: LinkTargets): LinkLookup {
  const folders = new Map<string, string>();
  for (const [file, id] of targets.pages) {
    const name = /^(?:(.*)\/)?(?:readme|(index))\.md$/i.exec(file);
    if (name && !(name[2] && folders.has(name[1] ?? ''))) folders.set(name[1] ?? '', id);
  }
  const page = (id: string | undefined) => (id === undefined ? undefined : ({ kind: 'page', id } as const));
  const file = (id: string | undefined) => (id === undefined ? undefined : ({ kind: 'file', id } as const));
  const sourceOf = (path: string) => `${path.replace(/\.html$/, '')}.md`;
  const shared = (id: string | undefined) =>
    id === undefined ? undefined : ({ kind: 'reusable-content', id } as const);
  const findExactly = (path: string) =>
    page(targets.pages.get(path)) ??
    file(targets.files.get(path)) ??
    shared(targets.shared.get(path)) ??
    page(targets.pages.get(sourceOf(path)) ?? folders.get(path));
  const composed = composedPaths(() => [...targets.pages.keys(), ...targets.files.keys(), ...targets.shared.keys()]);
  const find = (path: string) => {
    const found = findExactly(path);
    if (found) return found;
    const other = composed(path) ?? composed(sourceOf(path));
    return other === undefined ? undefined : findExactly(other);
  };
  return Object.assign(find, { root: targets.root });
}

/** The lookup of a whole manifest. */
export function lookupOf(manifest: Manifest): LinkLookup {
  return linkLookup(linkTargetsOf(manifest));
}

/** All that links within a manifest can lead to. */
export function linkTargetsOf(manifest: Manifest): LinkTargets {
  const { pageByFile, fileByPath } = indexOf(manifest);
  return {
    root: manifest.root,
    pages: new Map([...pageByFile].map(([file, { page }]) => [file, page.id])),
    files: new Map([...fileByPath].map(([path, { id }]) => [path, id])),
    shared: sharedPaths(manifest.reusableContents),
  };
}

/** Ids of shared texts by their paths; those without a file have none. */
export function sharedPaths(contents: readonly ReusableContent[]): Map<string, string> {
  return new Map(contents.flatMap(({ file, id }) => (file === undefined ? [] : [[file, id] as const])));
}

/** Where the front matter names its covers: only where the path stands there as it is and once, so that it can be rewritten. */
export function coverSpans(yaml: string, fields: Record<string, Json>): Span[] {
  const { cover } = fields;
  const paths = cover && typeof cover === 'object' && !Array.isArray(cover) ? Object.values(cover) : [cover];
  return paths.flatMap((path): Span[] => {
    if (typeof path !== 'string' || path === '') return [];
    const at = yaml.indexOf(path);
    return at === -1 || yaml.includes(path, at + 1) ? [] : [[at, at + path.length]];
  });
}

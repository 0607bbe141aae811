import type { Json, Manifest, Page, PageLink } from '../../base/types.js';
import { replaceBody } from '../../text/markdown/front-matter.js';
import { setFields } from '../../text/markdown/front-matter-edit.js';
import { createManifestLookup, type LinkLookup, resolveLinks } from '../links/links.js';
import { rewriteLinks } from '../links/rewrite.js';
import { hasTarget, manifestIndex } from '../manifest/page-index.js';
import { mapPages } from './tree.js';

/** Fields to set in a page's front matter. Null removes a field; an absent field does not change. */
export type FrontMatterChange = Record<string, Json>;

const lookups = new WeakMap<Manifest, LinkLookup>();

/** Returns the links of a page's text that have a target in a manifest. */
export function linksOf(text: string, file: string, manifest: Manifest): PageLink[] {
  const lookup = lookups.get(manifest) ?? createManifestLookup(manifest);
  lookups.set(manifest, lookup);
  return resolveLinks(text, file, lookup);
}

/** Returns the text with a new body, then with changed front matter. */
export function writeText(text: string, change: { markdown?: string; fields: FrontMatterChange }): string {
  const written = change.markdown === undefined ? text : replaceBody(text, change.markdown);
  return Object.keys(change.fields).length > 0 ? setFields(written, change.fields) : written;
}

/** Returns the new paths of the pages and files that are in both manifests but have moved, by id. */
export function movesBetween(before: Manifest, after: Manifest): Map<string, string> {
  const { pageById, fileById } = manifestIndex(before);
  const moves = new Map<string, string>();
  const add = (id: string, old: string | undefined, path: string | undefined): void => {
    if (old !== undefined && path !== undefined && old !== path) moves.set(id, path);
  };
  for (const { id, path } of after.files) add(id, fileById.get(id)?.path, path);
  for (const { page } of manifestIndex(after).pages) add(page.id, pageById.get(page.id)?.page.file, page.file);
  return moves;
}

/**
 * Rewrites a page's text after moves: links to moved targets, and its own relative links if the page moved to another
 * folder. The rest of the text does not change.
 * @param page the page before the moves, with the links of this text
 */
export function relocateText(text: string, page: Page, move: { moves: Map<string, string>; root: string }): string {
  const { links = [], file = '' } = page;
  const newFile = move.moves.get(page.id);
  if (newFile === undefined && !links.some(({ target }) => move.moves.has(target.id))) return text;
  return rewriteLinks({ text, links, file, newFile, moved: move.moves, root: move.root }).text;
}

/** Removes links whose target is not in the manifest. The texts do not change. */
export function withoutDeadLinks(manifest: Manifest): Manifest {
  const isAlive = ({ target }: PageLink) => hasTarget(manifest, target);
  const pages = mapPages(manifest.pages, (page) => {
    if (!page.links || page.links.every(isAlive)) return page;
    return withLinks(page, page.links.filter(isAlive));
  });
  return pages === manifest.pages ? manifest : { ...manifest, pages };
}

/** Returns a page with these links. Without links it has no `links` member, so that equal pages have equal hashes. */
export function withLinks({ links: _, ...page }: Page, links: PageLink[]): Page {
  return links.length > 0 ? { ...page, links } : page;
}

import type { Manifest, Page } from '../../base/types.js';
import { readAddress } from '../../text/links/address.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { splitFrontMatter } from '../../text/markdown/front-matter.js';
import { createManifestLookup, type LinkLookup, resolvePath } from '../../tree/links/links.js';
import { rewriteLinks } from '../../tree/links/rewrite.js';
import { pathOfTarget } from '../../tree/manifest/page-index.js';
import type { CopyState } from './copy-content.js';
import { copyAddress } from './copy-references.js';
import { findParameter } from './parameters.js';

/** A source page and its copy, and the manifest that contains all copies. */
export interface CopiedPage {
  copyState: CopyState;
  page: Page;
  copy: Page;
  manifest: Manifest;
}

/**
 * Converts a page's text for the copy. Rewrites links whose path would no longer lead to the copy of their target, then
 * `docgraph:` addresses and placeholders. The rest of the text does not change.
 */
export function copyPageText(text: string, copied: CopiedPage): string {
  return copyAddresses(rewriteRelativeLinks(text, copied), copied.copyState);
}

/** Reports whether a text may contain `docgraph:` addresses. Most texts contain none and need no scan. */
export function isRewritable(text: string): boolean {
  return text.includes('docgraph:') || text.includes('docgraph&');
}

/** Converts the `docgraph:` addresses and placeholders in a text for the copy. */
export function copyAddresses(text: string, copyState: CopyState): string {
  if (!isRewritable(text)) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const [start, end] of scanMarkdown(text, splitFrontMatter(text).bodyStart).destinations) {
    const next = nextDestination(readAddress(text.slice(start, end)), copyState);
    if (next === null) continue;
    pieces.push(text.slice(copied, start), escapeDestination(next));
    copied = end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(copied)].join('');
}

/** Returns the new destination of a link; null if the destination does not change. */
function nextDestination(destination: string, copyState: CopyState): string | null {
  const given = findParameter(destination, copyState);
  const next = given ? copyState.destination!(given) : copyAddress(destination, copyState);
  return next === destination ? null : next;
}

/**
 * Percent-encodes characters that could end the destination or have a meaning in Markdown or HTML. Escapes an `&` that
 * would begin an entity.
 */
function escapeDestination(destination: string): string {
  return destination
    .toWellFormed()
    .replace(/[\s\p{Cc}()<>"'\\`{|}]/gu, (letter) => encodeURIComponent(letter).replace(/[()']/g, percentEncode))
    .replace(/&(?=#?\w+;)/g, '&amp;');
}

function percentEncode(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}

const lookups = new WeakMap<Manifest, LinkLookup>();

function rewriteRelativeLinks(text: string, { copyState, page, copy, manifest }: CopiedPage): string {
  const { links = [] } = page;
  const [file, lookup] = [copy.file!, lookups.get(manifest) ?? createManifestLookup(manifest)];
  lookups.set(manifest, lookup);
  const moved = new Map<string, string>();
  for (const link of links) {
    const id = copyState.ids.get(link.target.id);
    const path = id === undefined ? undefined : pathOfTarget(manifest, { ...link.target, id });
    if (path === undefined || resolveWrittenLink(text.slice(link.start, link.end), file, lookup) === id) continue;
    moved.set(link.target.id, path);
  }
  if (moved.size === 0) return text;
  return rewriteLinks({ text, links, file, moved, root: manifest.root }).text;
}

function resolveWrittenLink(written: string, file: string, lookup: LinkLookup): string | undefined {
  return resolvePath(readAddress(written), file, lookup)?.id;
}

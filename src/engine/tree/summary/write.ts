import { posix } from 'node:path';
import type { ContentRef, Page } from '../../base/types.js';
import { writeAddress } from '../../text/links/address.js';
import { oneLine } from '../../text/markdown/plain-text.js';

/** A tree of pages to write as a table of contents. */
export interface SummaryTree {
  pages: Page[];
  /** Folder of the table of contents; its paths are relative to this folder. */
  folder: string;
  /** Reports whether to omit a page; its sub-pages take its position. */
  isUnlisted(page: Page): boolean;
  /** Returns the path of a page's Markdown file, or of a file, by id. */
  pathOf(id: string): string | undefined;
}

/**
 * Writes a tree as a SUMMARY.md. `parseSummary` reads the same tree from it. Uses GitBook's form, with a horizontal
 * rule before pages that follow a group at the top level. Omits computed pages, and links whose target has no address.
 */
export function writeSummary(tree: SummaryTree): string {
  const blocks: string[][] = [['# Table of contents']];
  let inGroup = false;
  for (const page of listedPages(tree.pages, tree)) {
    const isGroup = page.type === 'group';
    if (isGroup) blocks.push([`## ${escapeTitle(page.title)}`], groupLines(page, tree));
    else if (inGroup) blocks.push(['***'], entryLines(page, 0, tree));
    else if (blocks.length === 1) blocks.push(entryLines(page, 0, tree));
    else blocks.at(-1)!.push(...entryLines(page, 0, tree));
    inGroup = isGroup;
  }
  const written = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${written.join('\n\n')}\n`;
}

/** Returns the pages on one level of a table of contents. */
function listedPages(pages: Page[], tree: Pick<SummaryTree, 'isUnlisted'>): Page[] {
  return pages.flatMap((page) => (tree.isUnlisted(page) ? listedPages(page.children ?? [], tree) : [page]));
}

function groupLines(group: Page, tree: SummaryTree): string[] {
  return listedPages(group.children ?? [], tree).flatMap((page) => entryLines(page, 0, tree));
}

function entryLines(page: Page, depth: number, tree: SummaryTree): string[] {
  const address = pageAddress(page, tree);
  const below = listedPages(page.children ?? [], tree).flatMap((child) =>
    entryLines(child, address === null ? depth : depth + 1, tree),
  );
  if (address === null) return below;
  return [`${'  '.repeat(depth)}* [${escapeTitle(page.title)}](${address}${writeLinkTitle(page)})`, ...below];
}

function pageAddress(page: Page, tree: SummaryTree): string | null {
  if (page.type === 'document') return page.file === undefined ? null : localAddress(page.file, tree);
  if (page.type !== 'link' || !page.target) return null;
  return targetAddress(page.target, tree);
}

function targetAddress(target: ContentRef, tree: SummaryTree): string | null {
  if (typeof target.url === 'string') return externalAddress(target.url);
  const path = tree.pathOf(String(target.page ?? target.file));
  if (path === undefined) return null;
  const anchor = typeof target.anchor === 'string' ? `#${target.anchor}` : '';
  return localAddress(path, tree) + anchor.replace(/[\s()<>\\]/g, encodeURIComponent);
}

function localAddress(path: string, { folder }: SummaryTree): string {
  return writeAddress(posix.relative(folder, path), 'bare');
}

/**
 * Escapes a URL for a Markdown link. Backslashes and entities would be interpreted, and white space would end the
 * destination.
 */
function externalAddress(url: string): string {
  const safe = url.replace(/[\s<>\\]/g, (letter) => encodeURIComponent(letter)).replaceAll('&', '&amp;');
  return /[()]/.test(safe) ? `<${safe}>` : safe;
}

/** Returns the link title in quotes, after a space; '' if the page has none. */
function writeLinkTitle({ linkTitle = '' }: Page): string {
  const line = oneLine(linkTitle);
  return line && ` "${line.replace(/[\\"&]/g, '\\$&')}"`;
}

/** Escapes all punctuation that could be markup, such as the trailing `#` of a heading. */
function escapeTitle(title: string): string {
  return oneLine(title).replace(/[\\`*_[\]<>&~#!|]/g, '\\$&');
}

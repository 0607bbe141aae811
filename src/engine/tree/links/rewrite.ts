import { posix } from 'node:path';
import type { PageLink } from '../../base/types.js';
import { decodePercent, readAddress, writeAddress } from '../../text/links/address.js';
import { absolutePath } from './links.js';

/** A page's text with its links, and the moves to apply. */
export interface LinkMove {
  text: string;
  /** The resolved links of the text, in order. */
  links: PageLink[];
  /** The page's own file before the move. */
  file: string;
  /** The page's file after the move; absent if it does not move. */
  newFile?: string;
  /**
   * New paths of the pages (their Markdown files) and files that move, by id. They are relative to the imported folder.
   */
  moved: ReadonlyMap<string, string>;
  /** The content root; paths that start with `/` are relative to it. */
  root: string;
}

/**
 * Rewrites the links to moved targets, and all relative links if the page moves to another folder. The rest of the text
 * does not change. The returned positions refer to the new text.
 */
export function rewriteLinks(move: LinkMove): { text: string; links: PageLink[] } {
  const pieces: string[] = [];
  const links: PageLink[] = [];
  let copied = 0;
  let shift = 0;
  for (const link of move.links) {
    const { start, end, target } = link;
    const written = rewriteAddress(move, link) ?? move.text.slice(start, end);
    pieces.push(move.text.slice(copied, start), written);
    copied = end;
    links.push({ start: start + shift, end: start + shift + written.length, target });
    shift += written.length - (end - start);
  }
  pieces.push(move.text.slice(copied));
  return { text: pieces.join(''), links };
}

function rewriteAddress(move: LinkMove, { start, end, target }: PageLink): string | undefined {
  const { text, file, newFile = file, root } = move;
  const raw = text.slice(start, end);
  const path = readAddress(raw);
  const moved = move.moved.get(target.id);
  const rooted = path.startsWith('/');
  const sameFolder = posix.dirname(newFile) === posix.dirname(file);
  if (moved === undefined && (rooted || sameFolder)) return undefined;
  const absolute = moved ?? absolutePath(decodePercent(path), file, root);
  const enclosed = /[<"']/.test(text[start - 1] ?? '') ? 'enclosed' : 'bare';
  const slash = moved === undefined && /[^/]\/$/.test(path) ? '/' : '';
  return writeAddress(
    rooted ? fromRoot(absolute, root) : relativeAddress({ newFile, path, absolute }) + slash,
    enclosed,
  );
}

function fromRoot(absolute: string, root: string): string {
  return `/${posix.relative(root, absolute)}`;
}

function relativeAddress({ newFile, path, absolute }: { newFile: string; path: string; absolute: string }): string {
  const shortest = posix.relative(posix.dirname(newFile), absolute) || '.';
  // Keeps the `./` of the original path, so that a diff shows only the move.
  return path.startsWith('./') && !shortest.startsWith('.') ? `./${shortest}` : shortest;
}

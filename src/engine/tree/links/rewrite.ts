import { posix } from 'node:path';
import type { PageLink } from '../../base/types.js';
import { decodePercent, readAddress, writeAddress } from '../../text/links/address.js';
import { absolutePath } from './links.js';

/** A page's text, its links, and what moves. */
export interface LinkMove {
  text: string;
  /** The resolved links of the text, in order. */
  links: PageLink[];
  /** The page's own file before the move. */
  file: string;
  /** Its file afterwards; absent where it stays. */
  newFile?: string;
  /** New paths, relative to the imported folder, of the pages (by id: their Markdown file) and files that move. */
  moved: ReadonlyMap<string, string>;
  /** The content root, where paths that start with `/` begin. */
  root: string;
}

/**
 * Rewrites the links that point at what moves, and all relative ones where the page itself goes to another folder. Nothing
 * else in the text changes; the spans of the links are those of the new text.
 */
export function rewriteLinks(move: LinkMove): { text: string; links: PageLink[] } {
  const pieces: string[] = [];
  const links: PageLink[] = [];
  let copied = 0;
  let shift = 0;
  for (const link of move.links) {
    const { start, end, target } = link;
    const written = rewritten(move, link) ?? move.text.slice(start, end);
    pieces.push(move.text.slice(copied, start), written);
    copied = end;
    links.push({ start: start + shift, end: start + shift + written.length, target });
    shift += written.length - (end - start);
  }
  pieces.push(move.text.slice(copied));
  return { text: pieces.join(''), links };
}

function rewritten(move: LinkMove, { start, end, target }: PageLink): string | undefined {
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
  return writeAddress(rooted ? fromRoot(absolute, root) : relative({ newFile, path, absolute }) + slash, enclosed);
}

function fromRoot(absolute: string, root: string): string {
  return `/${posix.relative(root, absolute)}`;
}

function relative({ newFile, path, absolute }: { newFile: string; path: string; absolute: string }): string {
  const shortest = posix.relative(posix.dirname(newFile), absolute) || '.';
  // A writer's `./` stays, so that the diff shows the move alone.
  return path.startsWith('./') && !shortest.startsWith('.') ? `./${shortest}` : shortest;
}

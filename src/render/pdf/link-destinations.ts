import { keysOfHeading } from '../../engine/text/links/anchor-key.js';
import type { PrintBlock } from './blocks/print-blocks.js';
import type { PrintedSection } from './blocks/section-blocks.js';

/** Link destinations in one PDF, with short names. They are pages (`id`) and headings (`id#anchor`). */
export interface Destinations {
  /** Returns the name of a destination; undefined if it is not in the PDF. */
  nameOf(place: string): string | undefined;
  /**
   * Returns the name of the best destination for a link. This is the exact destination if it exists, otherwise the
   * first heading of the page with the same letters and digits. If there is no such heading, it is the page, as in a
   * browser. Returns undefined if the page is not in the PDF.
   */
  resolveLink(place: string): string | undefined;
}

/** Assigns names to the destinations in sections, in reading order. */
export function destinationsOf(sections: readonly PrintedSection[]): Destinations {
  const names = new Map<string, string>();
  const alike = new Map<string, string>();
  const add = (piece: PrintBlock): void => {
    if (piece.kind === 'text')
      for (const place of piece.places ?? []) name(place, piece.runs.map(({ text }) => text).join(''));
    if (piece.kind === 'panel') piece.pieces.forEach(add);
    if (piece.kind === 'list') for (const item of piece.items) item.pieces.forEach(add);
    if (piece.kind === 'table') piece.rows.flat(2).forEach(add);
  };
  const name = (place: string, title = ''): void => {
    if (names.has(place)) return;
    const destinationName = `p${String(names.size + 1).padStart(7, '0')}`;
    names.set(place, destinationName);
    for (const key of keysOf(place, title)) if (!alike.has(key)) alike.set(key, destinationName);
  };
  for (const { section, pieces } of sections) {
    name(section.id);
    pieces.forEach(add);
  }
  return {
    nameOf: (place) => names.get(place),
    resolveLink: (place) => names.get(place) ?? alike.get(keysOf(place)[0] ?? '') ?? names.get(place.split('#')[0]!),
  };
}

/** Returns further keys for finding a heading. Returns none for a page. */
function keysOf(place: string, title = ''): string[] {
  const at = place.indexOf('#');
  return at === -1 ? [] : keysOfHeading(title, place.slice(at + 1)).map((key) => place.slice(0, at + 1) + key);
}
